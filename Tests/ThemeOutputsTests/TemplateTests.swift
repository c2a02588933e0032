// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing
import TextComparison

@testable import ThemeOutputs

/// Templates, held to the tests of the specification of Mustache.
@Suite struct TemplateTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Outputs/Mustache").path

  @Test(arguments: ["comments", "delimiters", "interpolation", "inverted", "partials", "sections"])
  func specification(_ module: String) throws {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(module).json")))
    let tests = try #require(try JSONValue(parsing: bytes, maximumDepth: 64).object?["tests"]?.array)
    #expect(tests.count > 5)
    for test in tests {
      let object = try #require(test.object)
      let partials = object["partials"]?.object
      let template = try Template(name: "t", text: object["template"]?.string ?? "") { name throws(OutputProblem) in
        partials?[name]?.string
      }
      let text = try TemplateRenderer.render(template, TemplateValue(json: object["data"] ?? .null)).output
      #expect(text == object["expected"]?.string, "\(module): \(object["name"]?.string ?? "")")
    }
  }

  /// - Parameter expected: the message of the problem.
  private func check(_ text: String, _ expected: String, partials: [String: String] = [:]) {
    #expect {
      let template = try Template(name: "t", text: text) { name throws(OutputProblem) in partials[name] }
      _ = try TemplateRenderer.render(template, .object(["a": .text("x")], text: nil))
    } throws: { error in
      (error as? OutputProblem)?.message == expected
    }
  }

  @Test func templatesThatAreWrong() {
    check("a\n{{a", "t:2: a tag is not closed")
    check("{{}}", "t:1: a tag has no name")
    check("{{a b}}", "t:1: `a b` is not a name: it has blanks")
    check("{{#a}}\n", "t:1: the section `a` is not closed")
    check("\n\n{{/a}}", "t:3: `a` is not open")
    check("{{#a}}{{/b}}", "t:1: `b` is closed where `a` is open")
    check("{{>*a}}", "t:1: `*a`: names of partials are fixed")
    check("{{<a}}", "t:1: templates do not inherit here")
    check("{{$a}}", "t:1: templates do not inherit here")
    check("{{= | =}}", "t:1: delimiters are two words without `=`")
    check("{{>p}}", "t: partials lie too deep in each other", partials: ["p": "x{{>p}}"])
    check("{{>p}}", "p:2: a tag is not closed", partials: ["p": "\n{{"])
    check(String(repeating: "{{#a}}", count: 65), "t:1: sections lie too deep in each other")
    // Partials that double.
    func doubling(_ last: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: (0..<40).map { ("p\($0)", $0 == 39 ? last : "{{>p\($0 + 1)}}{{>p\($0 + 1)}}") })
    }
    let text = String(repeating: "0123456789", count: 10)
    check("{{>p0}}", "t: the result has more than 16777216 bytes", partials: doubling(text))
    check("{{>p0}}", "t: the result has more than 2097152 parts", partials: doubling(""))
  }

  /// Ids have dots themselves: the longest one counts.
  @Test func namesWithDots() throws {
    let value = TemplateValue.object(
      [
        "c": .ids([
          "a": .object(["b": .text("nested")], text: .text("a")),
          "a.b": .object(["hex": .text("whole")], text: .text("dotted")),
        ])
      ], text: nil)
    func check(_ name: String, _ expected: String) throws {
      let template = try Template(name: "t", text: "{{\(name)}}") { _ throws(OutputProblem) in nil }
      #expect(try TemplateRenderer.render(template, value).output == expected)
    }
    try check("c.a", "a")
    try check("c.a.b", "dotted")
    try check("c.a.b.hex", "whole")
    try check("c.a.x", "")
  }
}
