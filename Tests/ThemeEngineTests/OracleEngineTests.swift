// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeEngine
import ThemeModel

/// What the engine makes of edits and questions in a bundle of Oracle's.
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

  @Test func filesBesideTheThemeAreOrphans() {
    write("[{}, {}]")
    write(#"{"berths": [1, 2]}"#, to: "berths.json")
    #expect(engine.check(Context()).map(\.code) == [.orphanFile])
    #expect(engine.check(Context()).map(\.file) == ["berths.json"])
    #expect(snapshot().diagnostics == [])
  }
}
