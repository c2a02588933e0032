// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel

@testable import ThemeEngine

/// The limits that a manifest sets.
@Suite struct LimitTests {
  private let engine = ThemeEngine(bundle: "b")

  private func write(_ files: [String: String?]) {
    engine.apply(
      files.sorted { $0.key < $1.key }.map { path, text in
        FileChange(path: path, content: text.map { .bytes(Array($0.utf8)) } ?? .gone)
      })
  }

  /// The constants that are served, and the files that are over a limit.
  private func check(
    _ constants: [String], over: [String] = [], _ location: SourceLocation = #_sourceLocation
  ) throws {
    engine.publish()
    let snapshot = engine.open(Context())
    let members = try #require(try snapshot.content["constants"]?.object).members.map(\.key)
    #expect(members.sorted() == constants, sourceLocation: location)
    #expect(snapshot.diagnostics.filter { $0.code == .limit }.map(\.file) == over, sourceLocation: location)
    #expect(snapshot.diagnostics.allSatisfy { $0.code == .limit }, sourceLocation: location)
  }

  private func nested(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  @Test func depth() throws {
    write(["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": #"{"x": \#(nested(127))}"#])
    try check(["x"])
    write(["a.json": #"{"x": \#(nested(128)), "y": 1}"#])
    try check(["x"], over: ["a.json"])
    // The held file is read when the limit is raised, and is still served when it is lowered again.
    write(["livery.json": #"{"limits": {"depth": 129}}"#])
    try check(["x", "y"])
    write(["livery.json": nil])
    try check(["x", "y"], over: ["a.json"])
  }

  /// A value of the maximum depth is read, resolved, printed and freed.
  @Test func theCeilingOfDepth() throws {
    write([
      "livery.json": #"{"limits": {"depth": 512}}"#, "theme.inc.json": #"{"themes": ["a.json"]}"#,
      "a.json": #"{"x": \#(nested(511)), "y": "ref://x"}"#,
    ])
    let snapshot = engine.open(Context())
    #expect(snapshot.diagnostics == [])
    var writer = JSONWriter()
    snapshot.write(to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.contains("\"x\":\(nested(511)),\"y\":\(nested(511))"))
    write(["a.json": #"{"x": 1}"#])
    #expect(engine.publish().isNew)
    #expect(engine.open(Context()).delta(from: snapshot).patch.count == 2)
  }

  /// What `livery watch` shows of a change at 2^10 places.
  @Test(arguments: [10, 100_000]) func aDeltaIsCut(maximum: Int) {
    func file(_ number: Int) -> String {
      let levels = (1...10).map { #", "s\#($0)": {"l": "ref://s\#($0 - 1)", "r": "ref://s\#($0 - 1)"}"# }
      return #"{"s0": {"l": \#(number)}"# + levels.joined() + "}"
    }
    write(["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": file(1)])
    let before = engine.open(Context())
    write(["a.json": file(2)])
    engine.publish()
    let (delta, isCut) = engine.open(Context()).delta(from: before, maximum: maximum)
    #expect(delta.patch.count == min(maximum, (1 << 11) - 1))
    #expect(isCut == (maximum == 10))
  }

  @Test func fileSize() throws {
    write(["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": #"{"x": 1}"#])
    try check(["x"])
    write(["livery.json": #"{"limits": {"fileSize": 30}}"#])
    write(["a.json": #"{"x": 1, "long": "                 "}"#])
    try check(["x"], over: ["a.json"])
    #expect(engine.settings.fileSize == 30)
  }

  @Test func valuesOfTheBundle() throws {
    write([
      "livery.json": #"{"limits": {"values": 5}}"#, "theme.inc.json": #"{"themes": ["a.json", "b.json"]}"#,
      "a.json": #"{"a1": 1, "a2": 2, "a3": 3}"#, "b.json": #"{"b1": 1, "b2": 2}"#,
    ])
    try check(["a1", "a2", "a3", "b1", "b2"])
    // One value too many: its file keeps its last good state.
    write(["b.json": #"{"b1": 1, "b2": 2, "b3": 3}"#])
    try check(["a1", "a2", "a3", "b1", "b2"], over: ["b.json"])
    #expect(engine.open(Context()).diagnostics.first?.heldBackSince != nil)
    // A smaller file leaves room for the values of this one.
    write(["a.json": #"{"a1": 1, "a2": 2}"#])
    try check(["a1", "a2", "b1", "b2", "b3"])
    write(["a.json": #"{"a1": 1, "a2": 2, "a3": 3}"#])
    try check(["a1", "a2", "b1", "b2", "b3"], over: ["a.json"])
    write(["b.json": nil, "theme.inc.json": #"{"themes": ["a.json"]}"#])
    try check(["a1", "a2", "a3"])
    write(["b.json": #"{"b1": 1, "b2": 2, "b3": 3}"#, "theme.inc.json": #"{"themes": ["a.json", "b.json"]}"#])
    try check(["a1", "a2", "a3"], over: ["b.json"])
    write(["livery.json": #"{"limits": {"values": 6}}"#])
    try check(["a1", "a2", "a3", "b1", "b2", "b3"])
    // A lowered limit removes nothing, and lets the bundle shrink.
    write(["livery.json": #"{"limits": {"values": 4}}"#])
    try check(["a1", "a2", "a3", "b1", "b2", "b3"], over: ["b.json"])
    write(["a.json": #"{"a1": 1, "a2": 2}"#])
    try check(["a1", "a2", "b1", "b2", "b3"], over: ["b.json"])
    write(["b.json": #"{"b1": 1}"#])
    try check(["a1", "a2", "b1"])
  }
}
