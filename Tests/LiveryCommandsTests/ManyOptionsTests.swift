// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import Testing

@testable import LiveryCommands

/// Commands with more options, and bundles with more permutations, than people use.
@Suite struct ManyOptionsTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  @Test(arguments: ["container", "state"]) func elementsHaveLimits(option: String) throws {
    func compose(_ count: Int) throws -> (code: ExitCode, output: String, errors: String) {
      let options = (0..<count).flatMap { ["--\(option)", "x\($0)"] }
      return try bundles.run(["compose", "--bundle", bundles("good"), "--class", "Button"] + options)
    }
    // No style of the bundle applies.
    #expect(try compose(256).code == .findings)
    let more = try compose(257)
    #expect(more.code == .usage && more.errors == "livery: an element has at most 256 \(option)s\n", "\(more)")
  }

  @Test(arguments: [(10, "1048576"), (30, "at least 10^18")])
  func permutationsOfManyModifiers(modifiers: Int, count: String) throws {
    let names = (0..<modifiers).map { "m\($0)" }
    let lists = names.map { name in
      let contexts = (0..<4).map { "\"c\($0)\": []" }.joined(separator: ", ")
      return "\"\(name)\": { \"contexts\": { \(contexts) }, \"default\": \"c0\" }"
    }
    let order = names.map { "{ \"$ref\": \"#/modifiers/\($0)\" }" }
    try bundles.write("many/own.tokens.json", #"{ "gap": { "$type": "number", "$value": 4 } }"#)
    try bundles.write(
      "many/own.resolver.json",
      """
      { "version": "2025.10", "sets": { "all": { "sources": [{ "$ref": "own.tokens.json" }] } },
        "modifiers": { \(lists.joined(separator: ", ")) },
        "resolutionOrder": [{ "$ref": "#/sets/all" }, \(order.joined(separator: ", "))] }
      """)
    let result = try bundles.run(["check", bundles("many")])
    #expect(result.errors.contains(" of \(count) permutations checked\n"), "\(result)")
  }
}
