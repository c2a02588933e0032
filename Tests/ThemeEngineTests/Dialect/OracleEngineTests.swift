// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// Edits and questions in a bundle of Oracle.
@Suite struct OracleEngineTests {
  private let engine = ThemeEngine(bundle: "harbor")

  private func write(_ text: String, to path: String = "theme.json") {
    engine.apply([FileChange(path: path, content: .bytes(Array(text.utf8)))])
  }

  private func snapshot() -> Snapshot { engine.open(Context()) }

  @Test func anEditOfAResourceReachesWhatUsesIt() {
    func theme(_ line: String) -> String {
      """
      [
        { "line": "@float:\(line)", "state": "@uint:0" },
        {
          "UIView": { "layer.borderWidth": "@resource:line" },
          "UILabel>UIView": { "tag": 1 },
          "~box": { "width:forState~1": ["@resource:line", "@resource:state"], "width:forState~2": [1, 2] }
        }
      ]
      """
    }
    write(theme("0.5"))
    let before = snapshot()
    #expect(before.diagnostics == [])
    write(theme("2"))
    #expect(engine.publish().isNew)
    let delta = snapshot().delta(from: before)
    let patch = Dictionary(delta.patch.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(
      Set(patch.keys) == ["/constants/line", "/styles/UIView/layer.borderWidth", "/styles/~0box/width:forState"])
    #expect(patch["/constants/line"] == .replace(path: "/constants/line", value: .number(2)))
    #expect(
      patch["/styles/~0box/width:forState"]
        == .replace(
          path: "/styles/~0box/width:forState", value: .calls([[.number(2), .number(0)], [.number(1), .number(2)]])))
    #expect(delta.cause == [Cause(file: "theme.json", line: 2, column: 13)])
  }

  @Test func aMisspeltTypeIsMended() throws {
    write(#"[{"tag": "@unit:3"}, {}]"#)
    let diagnostic = try #require(snapshot().diagnostics.first)
    #expect(diagnostic.code == .unknownType && diagnostic.id == "tag")
    #expect(diagnostic.help == "did you mean `@uint`?")
    #expect(diagnostic.fix?.safe == true)
    #expect(diagnostic.fix?.edits == [.init(range: ByteRange(10, 16), text: "@uint:")])
  }

  /// A value that depends on a broken one has no finding of its own.
  @Test func aColorOfAnUnknownType() {
    func found(_ blue: String) -> [String] {
      write(#"[{"blue": "\#(blue)"}, {"UIView": {"layer.borderColor": "@colorref:@resource:blue"}}]"#)
      _ = engine.publish()
      return snapshot().diagnostics.map { "\($0.code.rawValue) \($0.message)" }
    }
    #expect(found("@Color:0 0 1 1") == ["LV2004 unknown type `@Color`; the value becomes nil"])
    #expect(found("@nil") == ["LV1004 expected a colour here, but this is null"])
    #expect(found("@float:1") == ["LV1004 expected a colour here, but this is a number"])
  }

  /// The backslash of the documentation's own sample.
  @Test func aDamagedReferenceSaysWhatWasMeant() throws {
    write(#"[{"blueColor": "@color:0 0 1 1"}, {"UIView": {"tintColor": "@resource:blueColor\\"}}]"#)
    let diagnostic = try #require(snapshot().diagnostics.first)
    #expect(diagnostic.code == .unknownReference)
    #expect(diagnostic.id == "UIView" && diagnostic.path == "tintColor")
    #expect(diagnostic.help == "did you mean `blueColor`?")
  }

  /// Values set at run time are written as in the file, and lie over the style.
  @Test func modifications() throws {
    write(#"[{"ink": "@color:0 0 0 1"}, {"UILabel": {"textColor": "@resource:ink", "tag": 1}}]"#)
    let before = snapshot()
    try engine.modifyConstant("ink", to: "@color:1 1 1 1")
    try engine.modifyStyle("UILabel", at: "title:forState", to: ["@nil", "@uint:2"])
    #expect(engine.publish().isNew)
    let white = Value.color(Color(red: 1, green: 1, blue: 1))
    #expect(
      Set(snapshot().delta(from: before).patch) == [
        .replace(path: "/constants/ink", value: white), .replace(path: "/styles/UILabel/textColor", value: white),
        .add(path: "/styles/UILabel/title:forState", value: .calls([[.null, .number(2)]])),
      ])
    #expect(throws: ModificationError.self) { try engine.modifyConstant("ink", to: "@resource:ink") }
    engine.resetModifications()
    #expect(engine.publish().isNew)
    #expect(snapshot().digest == before.digest)
  }

  /// Where the order decides, it is part of the snapshot and of generations, and of no section, digest or list of ids.
  @Test func theOrderOfStyles() throws {
    let inView = #""A>View": {"x": 1}"#
    let inCell = #""A>Cell": {"x": 2}"#
    let other = #""B": {"x": 3}"#
    func save(_ styles: String...) -> (delta: Delta, isNew: Bool) {
      let before = snapshot()
      write("[{}, {\(styles.joined(separator: ", "))}]")
      let isNew = engine.publish().isNew
      return (snapshot().delta(from: before), isNew)
    }
    write("[{}, {\(inView), \(inCell), \(other)}]")
    let first = snapshot()
    #expect(first.order == ["A>View", "A>Cell"])
    #expect(first.styleCount == 3)
    #expect(try first.json["order"] == ["A>View", "A>Cell"])
    #expect(try first.json["styles"]?.object?.members.count == 3)
    #expect(first.delta(from: first).order == nil)
    #expect(engine.explain("styles/>", in: Context()) == nil)
    #expect(engine.check(Context()) == [])

    let swapped = save(inCell, inView, other)
    #expect(swapped.isNew && swapped.delta.patch == [] && swapped.delta.order == ["A>Cell", "A>View"])
    #expect(swapped.delta.digest == first.digest)
    #expect(try json(of: swapped.delta)["order"] == ["A>Cell", "A>View"])
    #expect(save(other, inCell, inView).isNew == false, "the order of the others decides nothing")

    let styles = try Selection(["styles/A*"])
    let constants = try Selection(["constants"])
    #expect(snapshot().delta(from: first, selecting: styles).order == ["A>Cell", "A>View"])
    #expect(snapshot().delta(from: first, selecting: constants).order == nil)
    #expect(snapshot().order(selecting: styles).isEmpty == false && snapshot().order(selecting: constants) == [])

    let single = save(inCell, other)
    #expect(single.delta.order == [] && single.delta.patch == [.remove(path: "/styles/A>View")])
    #expect(try snapshot().json["order"] == nil)
    #expect(try json(of: single.delta)["order"] == [])
    #expect(save(inCell, inView, other).delta.order == ["A>Cell", "A>View"])
    let cold = ThemeEngine(bundle: "harbor")
    cold.apply([FileChange(path: "theme.json", content: .bytes(Array("[{}, {\(inCell), \(inView), \(other)}]".utf8)))])
    #expect(cold.open(Context()).order == snapshot().order && cold.open(Context()).digest == snapshot().digest)
  }

  private func json(of delta: Delta) throws -> JSONValue {
    var writer = JSONWriter()
    delta.write(to: &writer)
    return try JSONValue(parsing: writer.bytes)
  }

  @Test func filesBesideTheThemeAreOrphans() {
    write("[{}, {}]")
    write(#"{"berths": [1, 2]}"#, to: "berths.json")
    #expect(engine.check(Context()).map(\.code) == [.orphanFile])
    #expect(engine.check(Context()).map(\.file) == ["berths.json"])
    #expect(snapshot().diagnostics == [])
  }
}
