// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

/// An engine that starts with the record of another one serves the same values, whatever was edited while they were kept.
@Suite struct HeldRestartTests {
  private static let root = #"{"themes": ["parents.json", "styles.json"]}"#

  private static func apply(_ files: [String: String], to engine: ThemeEngine) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
  }

  /// Writes the two files one after the other for each step, and restarts after each.
  private func check(
    _ steps: [(parents: String, styles: String)], serves last: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let engine = ThemeEngine(bundle: "b")
    var files = ["theme.inc.json": Self.root]
    var content: JSONValue?
    for (number, step) in steps.enumerated() {
      (files["parents.json"], files["styles.json"]) = (step.parents, step.styles)
      Self.apply(files, to: engine)
      if number > 0 { engine.publish() }
      let snapshot = engine.open(Context())
      let restarted = ThemeEngine(bundle: "b")
      if let record = engine.heldRecord { restarted.restore(record) }
      Self.apply(files, to: restarted)
      let again = restarted.open(Context())
      content = try snapshot.content
      #expect(try again.content == content, "\(number): \(step)", sourceLocation: location)
      #expect(again.held == snapshot.held, "\(number): \(step)", sourceLocation: location)
    }
    if let last { #expect(content == (try JSONValue(parsing: Array(last.utf8))), sourceLocation: location) }
  }

  /// The heir keeps the value of its own member, too, since its parent may have had it.
  @Test func whatAnHeirWasLast() throws {
    try check(
      [
        (#"{"p": {"a": 1}}"#, #"{"s": {"inherits": "ref://p", "b": 5}}"#),
        ("{}", #"{"s": {"inherits": "ref://p", "b": 5}}"#),
        ("{}", #"{"s": {"inherits": "ref://p", "b": 6}}"#),
        ("{}", #"{"s": {"inherits": "ref://p"}}"#),
      ], serves: #"{"constants": {}, "styles": {"s": {"a": 1, "b": 6}}}"#)
  }

  /// A record has the last value of the heir also if only the heir changed since the record before, and not what is held. The style is
  /// edited between the daemons.
  @Test func aRecordFollowsTheHeir() throws {
    let engine = ThemeEngine(bundle: "b")
    func save(_ styles: String, _ parents: String = "{}", to engine: ThemeEngine) {
      Self.apply(["theme.inc.json": Self.root, "parents.json": parents, "styles.json": styles], to: engine)
      engine.publish()
    }
    save(#"{"s": {"inherits": "ref://p", "b": 5}}"#, #"{"p": {"a": 1}}"#, to: engine)
    _ = engine.open(Context())
    var record: HeldRecord?
    for number in [5, 6] {
      save(#"{"s": {"inherits": "ref://p", "b": \#(number)}}"#, to: engine)
      record = engine.heldRecord
    }
    let restarted = ThemeEngine(bundle: "b")
    restarted.restore(try #require(record))
    save(#"{"s": {"inherits": "ref://p"}}"#, to: restarted)
    let content = try restarted.open(Context()).content
    #expect(content == ["constants": [:], "styles": ["s": ["a": 1, "b": 6]]])
  }

  @Test func aReferenceOfAnHeir() throws {
    try check(
      [
        (#"{"p": {"a": 1}, "x": 1}"#, #"{"s": {"inherits": "ref://p", "b": "ref://x"}}"#),
        (#"{"x": 1}"#, #"{"s": {"inherits": "ref://p", "b": "ref://x"}}"#),
        (#"{"x": 2}"#, #"{"s": {"inherits": "ref://p", "b": "ref://x"}}"#),
        (#"{"x": 2}"#, #"{"s": {"inherits": "ref://p"}}"#),
      ], serves: #"{"constants": {"x": 2}, "styles": {"s": {"a": 1, "b": 2}}}"#)
  }

  @Test(arguments: 0..<20)
  func afterAnyEdits(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func number() -> String { "\(Int.random(in: 0..<3, using: &random))" }
    func property() -> String {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: "\"ref://x\(number())\""
      case 1: "{\"inherits\": \"ref://p\(number())\", \"n\": \(number())}"
      default: number()
      }
    }
    /// Three in four of the names, each with a value.
    func members(_ names: String, _ value: () -> String) -> [String] {
      names.split(separator: " ").filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        .map { "\"\($0)\": \(value())" }
    }
    func object(_ members: [String]) -> String { "{\(members.joined(separator: ", "))}" }
    try check(
      (0..<25).map { _ in
        let parents = members("p0 p1 p2") { object(members("a b", property)) } + members("x0 x1 x2", number)
        let styles = members("s t u") {
          object(["\"inherits\": \"ref://p\(number())\""] + members("a b c", property))
        }
        return (object(parents), object(styles))
      })
  }
}
