// SPDX-License-Identifier: MIT

import JSONText
import Testing

@testable import ThemeModel

@Suite struct ModificationsTests {
  /// The stored form after some changes, as JSON, which reads back the same.
  private func check(
    _ changes: (inout Modifications) -> Void, _ expected: String, _ location: SourceLocation = #_sourceLocation
  ) {
    var modifications = Modifications()
    changes(&modifications)
    #expect(modifications.json.text == expected, sourceLocation: location)
    #expect(Modifications(json: modifications.json) == modifications, sourceLocation: location)
    #expect(modifications.isEmpty == (expected == Self.empty), sourceLocation: location)
  }

  private static let empty = #"{"constants":{},"styles":{}}"#

  @Test func keepsWhatIsSet() {
    check(
      {
        $0.setConstant("b", to: 1)
        $0.setConstant("a", to: ["x": nil])
        $0.setConstant("b", to: false)
        $0.setStyle("s", at: ["p", "q"], to: [nil, 1])
        $0.setStyle("s", at: ["p", "r"], to: "t")
        $0.setStyle("u", at: ["p"], to: 2)
        $0.setStyle("u", at: ["p", "q"], to: 3)
        $0.setInheritance(ofStyle: "s", to: false)
      },
      #"{"constants":{"b":false,"a":{"x":null}},"styles":{"s":{"inherits":false,"properties":{"p":{"q":[null,1],"r":"t"}}},"#
        + #""u":{"properties":{"p":{"q":3}}}}}"#)
  }

  @Test func nullTakesBack() {
    check({ $0.setConstant("a", to: nil) }, Self.empty)
    check(
      {
        $0.setConstant("a", to: 1)
        $0.setConstant("b", to: 2)
        $0.setConstant("a", to: nil)
      }, #"{"constants":{"b":2},"styles":{}}"#)
    check(
      {
        $0.setStyle("s", at: ["p", "q", "r"], to: 1)
        $0.setStyle("s", at: ["p", "t"], to: 2)
        $0.setStyle("s", at: ["p", "q", "r"], to: nil)
      }, #"{"constants":{},"styles":{"s":{"properties":{"p":{"t":2}}}}}"#)
    check(
      {
        $0.setStyle("s", at: ["p", "q"], to: 1)
        $0.setStyle("s", at: ["p", "q"], to: nil)
        $0.setStyle("t", at: ["x"], to: nil)
        $0.setInheritance(ofStyle: "u", to: true)
        $0.setInheritance(ofStyle: "u", to: nil)
      }, Self.empty)
  }

  @Test(arguments: [
    "1", "{}", #"{"constants":{}}"#, #"{"constants":[],"styles":{}}"#, #"{"constants":{},"styles":{"s":{}}}"#,
    #"{"constants":{},"styles":{"s":{"properties":[]}}}"#,
    #"{"constants":{},"styles":{"s":{"inherits":1,"properties":{}}}}"#,
  ]) func refusesWhatItDoesNotWrite(_ text: String) throws {
    #expect(Modifications(json: try JSONValue(parsing: Array(text.utf8))) == nil)
  }
}
