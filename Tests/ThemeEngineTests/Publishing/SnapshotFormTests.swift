// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import Testing
import ThemeEngine
import ThemeModel

/// The daemon writes snapshots without the protocol's types. Clients read them with these types.
@Suite struct SnapshotFormTests {
  @Test(arguments: [[], ["styles/*/x"]]) func aSnapshotIsReadAsItIsWritten(select: [String]) throws {
    let engine = ThemeEngine(bundle: "small")
    let files = [
      "theme.inc.json": #"{"themes": ["a.json"]}"#,
      "a.json": ##"{"ink": "#ff8800", "gap": 2.5, "A": {"x": "ref://ink", "on": {"y": null}}, "B": {"x": "ref://n"}}"##,
    ]
    engine.apply(
      files.sorted { $0.key < $1.key }.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) })
    let context = Context(device: .pad, themes: ["night"])
    let snapshot = engine.open(context)
    let selection = try Selection(select: select)
    var writer = JSONWriter()
    snapshot.write(to: &writer, selecting: selection)
    let json = try JSONValue(parsing: writer.bytes)
    let read = try #require(ThemeInterface.Snapshot(complete: json))
    #expect(read.encoded.text == String(decoding: writer.bytes, as: UTF8.self))
    let values = snapshot.values(selecting: selection)
    #expect(read.constants == .object(values.constants) && read.styles == .object(values.styles))
    #expect(read.diagnostics?.count == snapshot.diagnostics.count && !snapshot.diagnostics.isEmpty)
  }
}
