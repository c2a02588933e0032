// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// A directory of colour schemes, of which one is chosen for all programs.
@Suite(.serialized) final class SchemeTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private let daemon: Program

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("schemes/livery.json", #"{ "default": "dark" }"#)
    try folder.write("schemes/dark.yaml", scheme("Dark", "101010"))
    try folder.write("schemes/more/light.yml", scheme("Light", "f0f0f0"))
    daemon = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("schemes")])
    let first = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
  }

  deinit { daemon.kill() }

  /// The values of the changes in a delta by their paths: colours by their digits.
  private func changes(_ subscriber: Program) throws -> [String: String] {
    let patch = try #require(try subscriber.event()["delta"]?["patch"]?.array)
    let changes = patch.map { operation in
      let value = operation["value"]
      return (operation["path"]?.string ?? "", value?.string ?? value?["$value"]?["hex"]?.string ?? "")
    }
    return Dictionary(changes, uniquingKeysWith: { $1 })
  }

  @Test func aSchemeIsChosenForEverybody() throws {
    let subscriber = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect"])
    let snapshot = try #require(try subscriber.event()["snapshot"])
    #expect(snapshot["constants"]?["base00"]?["$value"]?["hex"] == "#101010")
    #expect(snapshot["constants"]?["scheme-variant"] == "dark")

    let use = try Program(livery, ["use", "light", "--socket", folder("s")])
    #expect(use.end().code == 0)
    #expect(
      try changes(subscriber) == [
        "/constants/base00": "#f0f0f0", "/constants/scheme-name": "Light", "/constants/scheme-slug": "light",
        "/constants/scheme-variant": "light",
      ])

    // An edit of the chosen scheme is a delta, an edit of a different scheme is none.
    try folder.write("schemes/dark.yaml", scheme("Dark", "000000"))
    try folder.write("schemes/more/light.yml", scheme("Light", "123e45"))
    #expect(
      try changes(subscriber) == ["/constants/base00": "#123e45", "/constants/scheme-variant": "dark"])

    let unknown = try Program(livery, ["use", "lihgt", "--socket", folder("s")])
    let (_, end) = unknown.outputAndEnd()
    #expect(end.code == 1)
    #expect(end.errors.contains("dark, light"), "\(end.errors)")
    subscriber.interrupt()
    _ = subscriber.end()
  }

  /// An empty author is none, and not one that is held.
  @Test func anEmptyAuthorIsNone() throws {
    let subscriber = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect"])
    _ = try subscriber.event()
    try folder.write(
      "schemes/dark.yaml", scheme("Dark", "101010").replacing("author: Ann Author", with: "author:"))
    let delta = try #require(try subscriber.event()["delta"])
    #expect(delta["patch"]?.array?.map { $0["op"] } == ["remove"] && delta["held"] == nil, "\(delta)")
    subscriber.interrupt()
    _ = subscriber.end()
  }

  /// Exports follow the scheme that is chosen for everybody, of the daemon and of the files.
  @Test func aSchemeForATerminal() throws {
    func export(_ arguments: String...) throws -> (output: String, end: (code: Int32, errors: String)) {
      try Program(livery, ["export"] + arguments).outputAndEnd()
    }
    let dark = try export("kitty", "--socket", folder("s"))
    #expect(dark.end.code == 0 && dark.output.contains("\nbackground #101010\n"), "\(dark)")
    #expect(try Program(livery, ["use", "light", "--socket", folder("s")]).end().code == 0)
    let light = try export("kitty", "--socket", folder("s"))
    #expect(light.output.contains("\nbackground #f0f0f0\n"), "\(light)")
    let files = try export("sh", folder("schemes"), "--theme", "light")
    #expect(files.output.contains("export background='#f0f0f0'\n"), "\(files)")

    try folder.write("roles.json", ##"{ "cursor": "constants/base0G" }"##)
    let wrong = try export("kitty", folder("schemes"), "--roles", folder("roles.json"))
    #expect(wrong.end.code == 1 && wrong.output.isEmpty, "\(wrong)")
    #expect(wrong.end.errors.contains("did you mean `constants/base00`?"), "\(wrong)")
    let other = try export("kitty", folder("schemes"), "--theme", "lihgt")
    #expect(other.end.code == 1 && other.output.isEmpty, "\(other)")
    let unknown = try export("kity", folder("schemes"))
    #expect(unknown.end.code == 2 && unknown.end.errors.contains("did you mean `kitty`?"), "\(unknown)")
  }
}

/// A scheme in which all slots but the first are equal.
private func scheme(_ name: String, _ background: String) -> String {
  let slots = (0..<16).map { slot in
    "  base0\(String(slot, radix: 16, uppercase: true)): \(slot == 0 ? background : "\"#808080\"")\n"
  }
  return "name: \(name)\nauthor: Ann Author\npalette:\n\(slots.joined())"
}
