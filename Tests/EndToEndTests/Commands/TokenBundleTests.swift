// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// Design tokens with a resolver document, followed by programs in several modes.
@Suite(.serialized) final class TokenBundleTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private let daemon: Program

  private static let document = """
    { "version": "2025.10",
      "modifiers": { "mode": { "default": "day", "contexts": { "day": [], "night": [{ "$ref": "night.json" }] } } },
      "resolutionOrder": [
        { "type": "set", "name": "base", "sources": [{ "$ref": "base.json" }] }, { "$ref": "#/modifiers/mode" }] }
    """

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("app/app.resolver.json", Self.document)
    try folder.write("app/base.json", tokens(ink: 1))
    try folder.write("app/night.json", #"{ "ink": { "$type": "number", "$value": 9 } }"#)
    daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("app")])
  }

  deinit { daemon.kill() }

  private func subscribe(_ arguments: [String] = []) throws -> Program {
    try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect"] + arguments)
  }

  /// The values of the changes in a delta by their paths.
  private func changes(_ subscriber: Program) throws -> [String: JSONValue] {
    let patch = try #require(try subscriber.event()["delta"]?["patch"]?.array)
    return Dictionary(patch.map { ($0["path"]?.string ?? "", $0["value"] ?? .null) }, uniquingKeysWith: { $1 })
  }

  @Test func eachModeFollowsItsSources() throws {
    let day = try subscribe()
    let night = try subscribe(["--modifier", "mode=night"])
    #expect(try day.event()["snapshot"]?["constants"]?["text"] == 1)
    #expect(try night.event()["snapshot"]?["constants"]?["text"] == 9)

    // The mode that overrides the token gets no delta: its next one is that of the next save.
    try folder.write("app/base.json", tokens(ink: 2))
    #expect(try changes(day) == ["/constants/ink": 2, "/constants/text": 2])
    try folder.write("app/night.json", #"{ "ink": { "$type": "number", "$value": 8 } }"#)
    #expect(try changes(night) == ["/constants/ink": 8, "/constants/text": 8])

    // For programs that name no theme; a theme that a program names wins.
    #expect(try Program(livery, ["use", "night", "--socket", folder("s")]).end().code == 0)
    #expect(try changes(day) == ["/constants/ink": 8, "/constants/text": 8])
    for subscriber in [day, night] {
      subscriber.interrupt()
      _ = subscriber.end()
    }
  }

  /// A value of the daemon is the object that a token prints as; one of the files is not.
  @Test func aDaemonAndTheFilesGiveTheSameTexts() throws {
    let subscriber = try subscribe()
    _ = try subscriber.event()
    try folder.write("app/base.json", #"{ "gap": { "$type": "dimension", "$value": { "value": 4, "unit": "px" } } }"#)
    _ = try changes(subscriber)
    for options in [["--socket", folder("s")], ["--bundle", folder("app")]] {
      let (output, end) = try Program(livery, ["get", "constants/gap", "--raw"] + options).outputAndEnd()
      #expect(output == "4px\n" && end.code == 0, "\(end.errors)")
      // Without the mode, the value would be that of a different one.
      #expect(try Program(livery, ["get", "constants/gap", "--modifier", "mode=nihgt"] + options).end().code == 1)
    }
    // As 1 says that two states differ, it is 3 there.
    for (line, code) in [(["log"], 1 as Int32), (["diff", "2"], 3), (["diff", folder("app"), folder("app")], 3)] {
      let end = try Program(livery, line + ["--socket", folder("s"), "--modifier", "mode=nihgt"]).end()
      #expect(end.code == code && end.errors.contains("has no context `nihgt`\n"), "\(line): \(end)")
      #expect(try Program(livery, line + ["--socket", folder("s"), "--modifier", "mode=night"]).end().code < 2)
    }
    let (list, _) = try Program(livery, ["list", "**", "--socket", folder("s")]).outputAndEnd()
    #expect(list.contains("4px"), "\(list)")
    subscriber.interrupt()
    _ = subscriber.end()
  }

  /// Over a restart, too: what a group inherited, and a reference to a part of a token.
  @Test func slipsTakeNoTokensAway() throws {
    let subscriber = try subscribe()
    _ = try subscriber.event()
    func write(_ extends: String, _ gap: String) throws {
      try folder.write(
        "app/base.json",
        """
        { "a": { "x": { "$type": "number", "$value": 5 } }, "g": { "$extends": "\(extends)" }, "h": { "$extends": "{g}" },
          "gap": { "$type": "dimension", "$value": \(gap) },
          "size": { "$type": "number", "$value": { "$ref": "#/gap/$value/value" } } }
        """)
    }
    try write("{a}", #"{ "value": 3, "unit": "px" }"#)
    _ = try changes(subscriber)
    try write("{aa}", #""{gab}""#)
    let findings = try #require(try subscriber.event()["diagnostics"]?.array)
    #expect(Set(findings.compactMap { $0["code"]?.string }) == ["LV1001", "LV1011"])
    #expect(findings.allSatisfy { $0["heldBack"] == true }, "\(findings)")
    subscriber.interrupt()
    _ = subscriber.end()
    daemon.kill()
    let next = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("app")])
    defer { next.kill() }
    let again = try subscribe()
    let constants = try again.event()["snapshot"]?["constants"]
    #expect(constants?["h.x"] == 5 && constants?["size"] == 3)
    again.interrupt()
    _ = again.end()
  }

  @Test func aWrongPartKeepsItsLastGoodValue() throws {
    let subscriber = try subscribe()
    _ = try subscriber.event()
    try folder.write("app/base.json", tokens(ink: 1, edge: edge("solid", width: 1)))
    _ = try changes(subscriber)
    try folder.write("app/base.json", tokens(ink: 2, edge: edge("sold", width: 2)))
    let delta = try #require(try subscriber.event()["delta"])
    let paths = delta["patch"]?.array?.compactMap { $0["path"]?.string }
    #expect(paths?.sorted() == ["/constants/edge", "/constants/ink", "/constants/text"])
    let resolved = try Program(livery, ["get", "constants/edge", "--socket", folder("s")]).outputAndEnd()
    #expect(resolved.0.contains("solid") && resolved.0.contains("\"value\": 2"), "\(resolved.0)")
    subscriber.interrupt()
    _ = subscriber.end()
  }

  /// Documents of a kilobyte or two that name far too many sources. Before the limit, one took half a minute and one never ended.
  @Test(.hangLimit) func documentsWithTooManySources() throws {
    func check(_ files: [String: String], _ message: String, _ location: SourceLocation = #_sourceLocation) throws {
      let bundle = try ScratchDirectory()
      for (path, text) in files { try bundle.write(path, text) }
      let (output, end) = try Program(livery, ["check", "--format", "json", bundle.path]).outputAndEnd()
      #expect(end.code == 1, sourceLocation: location)
      let findings = try JSONValue(parsing: Array(output.utf8), maximumDepth: 64)["diagnostics"]?.array ?? []
      let limits = findings.filter { $0["code"]?.string == "LV0009" }
      #expect(limits.map { $0["message"]?.string } == [message], "\(output.prefix(2_000))", sourceLocation: location)
      #expect(limits.first?["range"] != nil, sourceLocation: location)
    }
    /// A document whose set has the given sources.
    func document(_ sources: [String]) -> String {
      """
      { "version": "2025.10", "sets": { "all": { "sources": [\(sources.joined(separator: ", "))] } },
        "resolutionOrder": [{ "$ref": "#/sets/all" }] }
      """
    }
    // Each document names the set of the next one twice.
    let last = 40
    var doubling = ["a.resolver.json": document(["{ \"$ref\": \"s0.json#/sets/all\" }"])]
    for level in 0...last {
      let next =
        level == last
        ? #"{ "x": { "$type": "number", "$value": 1 } }"# : "{ \"$ref\": \"s\(level + 1).json#/sets/all\" }"
      doubling["s\(level).json"] = document([next, next])
    }
    try check(doubling, "with its sets the document has more than 4096 sources")
    let inline = (0..<5_000).map { "{ \"t\($0)\": { \"$type\": \"number\", \"$value\": 1 } }" }
    try check(["a.resolver.json": document(inline)], "the document has more than 4096 sources")
  }
}

/// Tokens of which `text` follows `ink`.
private func tokens(ink: Int, edge: String = "") -> String {
  #"{ "ink": { "$type": "number", "$value": \#(ink) }, "text": { "$value": "{ink}" }\#(edge) }"#
}

private func edge(_ style: String, width: Int) -> String {
  """
  , "edge": { "$type": "border", "$value": { "color": { "colorSpace": "srgb", "components": [0, 0, 0] },
    "width": { "value": \(width), "unit": "px" }, "style": "\(style)" } }
  """
}
