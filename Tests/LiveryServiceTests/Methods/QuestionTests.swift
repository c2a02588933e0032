// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConnection
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// Questions about single values over the socket.
@Suite(.serialized) struct QuestionTests {
  private let directory: ScratchDirectory
  private let daemon: RunningDaemon

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["palette.json", "button.json"] }"#)
    try directory.write("aurora/palette.json", #"{ "accent": "red", "wide": 2 }"#)
    try directory.write(
      "aurora/button.json", #"{ "Button": { "color": "ref://accent", "width": 1, "width_iPad": "ref://wide" } }"#)
    daemon = try RunningDaemon(.inTest(directory, bundles: ["aurora"]))
  }

  private func check(
    _ method: String, _ parameters: JSONValue, fails error: CallError, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: ClientError.refused(error), sourceLocation: location) { try daemon.call(method, parameters) }
  }

  @Test func composesAnElement() throws {
    let element: JSONValue = ["class": "Shop.Button", "changes": [["height": 3]]]
    let reply = try daemon.call("Compose", ["element": element, "context": ["device": "pad"]])
    #expect(reply["properties"] == ["color": "red", "width": 2, "height": 3])
    let layers = reply["layers"]?.array ?? []
    #expect(layers.map { $0["kind"] } == ["class", "change"])
    #expect(
      layers.first?["properties"]?.array?.last == [
        "path": "width", "source": "styles/Button/width", "file": "button.json", "line": 1, "column": 66,
      ])
    #expect(try daemon.call("Compose", ["element": [:]]) == ["properties": [:], "layers": []])
  }

  @Test func refusesWhatIsNoElement() {
    let none = { CallError.invalidParameter($0) }
    check("Compose", ["element": 5], fails: none("element"))
    check("Compose", [:], fails: none("element"))
    check("Compose", ["element": ["klass": "Button"]], fails: none("element.klass"))
    check("Compose", ["element": ["class": 5]], fails: none("element.class"))
    check(
      "Compose", ["element": ["states": .array(Array(repeating: "on", count: 257))]], fails: none("element"))
    check("Compose", ["element": [:], "context": ["device": "pda"]], fails: none("context.device"))
  }

  @Test func explainsAValue() throws {
    let steps = try daemon.call("Explain", ["path": "styles/Button/width", "context": ["device": "pad"]])["steps"]
    #expect(
      steps == [
        [
          "kind": "declaration", "path": "styles/Button/width", "depth": 0, "status": "overridden", "rule": "suffix",
          "says": "literal", "value": 1, "id": "Button", "key": "width", "file": "button.json", "line": 1, "column": 49,
        ],
        [
          "kind": "declaration", "path": "styles/Button/width", "depth": 0, "status": "won", "rule": "suffix",
          "says": "reference", "target": "wide", "id": "Button", "key": "width_iPad", "suffix": "_iPad",
          "file": "button.json", "line": 1, "column": 66, "result": 2,
        ],
        [
          "kind": "reference", "path": "constants/wide", "depth": 1, "status": "won", "says": "literal", "value": 2,
          "id": "wide", "file": "palette.json", "line": 1, "column": 28,
        ],
      ])
  }

  @Test func saysWhatWasMeant() {
    check(
      "Explain", ["path": "styles/Buton/width"], fails: .noSuchPath("styles/Buton/width", meant: "styles/Button/width"))
    check("Explain", ["path": "constants/nowhere"], fails: .noSuchPath("constants/nowhere", meant: nil))
    check("Explain", ["path": ""], fails: .noSuchPath("", meant: nil))
    check("Explain", ["path": "constants/wide", "bundle": "b"], fails: .bundleNotFound("b"))
  }
}
