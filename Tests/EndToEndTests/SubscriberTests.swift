// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// The subscribers in `Examples`, each run against a daemon as its README says while a file is edited.
@Suite(.serialized) final class SubscriberTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["palette.json", "button.json"] }"#)
    try setInk("#102030")
    try folder.write(
      "bundle/button.json",
      ##"{ "RBButton": { "titleColor": "ref://pen", "image": "glyph://star/ink/32", "tint": "0xffff00" } }"##)
  }

  private func setInk(_ color: String) throws {
    try folder.write("bundle/palette.json", "{ \"ink\": \"\(color)\",\n  \"pen\": \"ref://ink\" }")
  }

  private var socket: String { folder("socket") }

  private static func path(_ name: String) -> String { root.appending(path: name).path }

  private func watch() throws -> Program {
    let program = try Program(livery, ["watch", folder("bundle"), "--socket", socket])
    #expect(try program.line().contains(socket))
    return program
  }

  private func stop(_ watcher: Program) {
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }

  @Test func python() throws {
    let python = Self.path(".build/python/bin/python3")
    try #require(FileManager.default.isExecutableFile(atPath: python), "scripts/test installs the Python clients")
    let watcher = try watch()
    let subscriber = try Program(python, [Self.path("Examples/subscribers/subscriber.py"), socket])
    #expect(try subscriber.line() == "following bundle")
    for (old, new) in [("#102030", "#405060"), ("#405060", "#708090")] {
      try setInk(new)
      // Both constants, the colour of the title and that of the image.
      let lines = try (0..<4).map { _ in try subscriber.line() }
      #expect(lines.contains { $0.hasPrefix("/constants/ink ") })
      #expect(lines.contains { $0.hasPrefix("/styles/RBButton/titleColor ") })
      for line in lines {
        let values = line.components(separatedBy: " -> ")
        #expect(values.count == 2 && values[0].contains(old) && values[1].contains(new), "\(line)")
      }
    }
    stop(watcher)
    let end = subscriber.end()
    #expect(end.code == 0, "\(end.errors)")
  }

  @Test func shell() throws {
    let path = URL(filePath: livery).deletingLastPathComponent().path
    let first = try watch()
    let subscriber = try Program(
      "/usr/bin/env",
      ["PATH=\(path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "LIVERY_SOCKET=\(socket)"]
        + [Self.path("Examples/subscribers/subscriber.sh"), folder("colors.css")])
    func sheet() throws -> String {
      #expect(try subscriber.line() == "wrote \(folder("colors.css"))")
      return try folder.text("colors.css")
    }
    func expected(_ color: String) -> String {
      ":root {\n  --ink: color(srgb \(color) / 1);\n  --pen: color(srgb \(color) / 1);\n}\n"
    }
    #expect(try sheet().hasPrefix(":root {\n  --"))
    try setInk("#00ff00")
    #expect(try sheet() == expected("0 1 0"))
    // An unreadable file brings diagnostics, and no new sheet.
    try folder.write("bundle/palette.json", "{")
    _ = try first.line()
    try setInk("#0000ff")
    #expect(try sheet() == expected("0 0 1"))
    first.kill()
    _ = first.end()
    try setInk("#ff0000")
    let second = try watch()
    #expect(try sheet() == expected("1 0 0"), "it goes on with the next daemon")
    stop(second)
    let end = subscriber.end()
    #expect(end.code == 0, "\(end.errors)")
    #expect(try !folder.names().contains("colors.css.new"))
  }

  @Test func c() throws {
    let build = try Program(
      "/bin/sh",
      [
        "-c", #"exec "$(command -v cc || command -v clang)" -Wall -Wextra -Werror -o "$1" "$0""#,
        Self.path("Examples/subscribers/subscriber.c"), folder("subscriber"),
      ])
    let outcome = build.end()
    try #require(outcome.code == 0, "\(outcome.errors)")
    let watcher = try watch()
    let subscriber = try Program(folder("subscriber"), [socket])
    #expect(try subscriber.event()["parameters"]?["snapshot"]?["bundle"] == "bundle")
    try setInk("#405060")
    let patch = try subscriber.event()["parameters"]?["delta"]?["patch"]
    #expect(
      patch?.array?.contains { $0["path"] == "/constants/ink" && $0["value"]?["$value"]?["hex"] == "#405060" } == true)
    stop(watcher)
    #expect(try subscriber.event()["parameters"]?["event"] == "end")
    #expect(subscriber.end().code == 0)
    #expect(try Program(folder("subscriber"), [socket]).end().code == 1, "nobody listens any more")
  }

  /// One of several bundles is named, and an error is a line.
  @Test func bundlesAreNamedAndErrorsAreALine() throws {
    let python = Self.path(".build/python/bin/python3")
    try #require(FileManager.default.isExecutableFile(atPath: python), "scripts/test installs the Python clients")
    let build = try Program(
      "/bin/sh",
      [
        "-c", #"exec "$(command -v cc || command -v clang)" -o "$1" "$0""#,
        Self.path("Examples/subscribers/subscriber.c"), folder("subscriber"),
      ])
    try #require(build.end().code == 0)
    try folder.write("other/theme.inc.json", #"{ "themes": [] }"#)
    let programs = [[python, Self.path("Examples/subscribers/subscriber.py")], [folder("subscriber")]]
    func start(_ program: [String], _ arguments: String...) throws -> Program {
      try Program(program[0], program.dropFirst() + arguments)
    }
    for program in programs {
      let daemon = try Program(
        Program.built("liveryd"),
        ["--socket", socket, "--state-dir", folder("state"), folder("bundle"), folder("other")])
      let waiting = try Program(livery, ["subscribe", "other", "--socket", socket, "--reconnect", "--count", "1"])
      #expect(waiting.end().code == 0)
      for bundle in [[], ["nowhere"]] {
        let refused = try Program(program[0], program.dropFirst() + [socket] + bundle).end()
        #expect(refused.code == 1)
        #expect(refused.errors.hasPrefix("subscriber") && refused.errors.count { $0 == "\n" } == 1, "\(refused.errors)")
      }
      let follower = try start(program, socket, "other")
      #expect(try follower.line().contains("other"))
      daemon.kill()
      _ = daemon.end()
      let lost = follower.end()
      #expect(lost.code == 1)
      #expect(lost.errors.hasPrefix("subscriber") && lost.errors.count { $0 == "\n" } == 1, "\(lost.errors)")
      #expect(try start(program).end().code != 0)
    }
  }

  // MARK: Neovim

  private func neovim(_ script: String, in directory: String, _ arguments: [String] = []) throws -> Program {
    try Program(
      "/usr/bin/env",
      ["-C", directory, "LIVERY=\(livery)", "LIVERY_SOCKET=\(socket)", "nvim", "--clean", "--headless", "-n"]
        + ["--cmd", "set runtimepath^=\(Self.path("Examples/nvim-livery"))"]
        + ["-c", "luafile \(Self.path("Tests/EndToEndTests/Clients/\(script)"))"] + arguments)
  }

  @Test func neovimFollows() throws {
    let first = try watch()
    let editor = try neovim("Editors/nvim.lua", in: folder("bundle"), ["button.json"])
    func check(_ color: String, status: String = "bundle", hover: String) throws {
      #expect(
        try editor.line() == "\(status) ref://pen=\(color) glyph://star/ink/32=\(color) 0xffff00=#ffff00")
      #expect(try editor.line() == hover)
      #expect(try editor.line() == "#00ff00=#00ff00 ref://ink=\(color)")
    }
    func hover(_ color: String) -> String {
      "pen|  \(color)|palette.json:2:10  refers to ink|palette.json:1:10  \(color)"
    }
    try check("#102030", hover: hover("#102030"))
    // A second program edits a second file.
    try setInk("#405060")
    try check("#405060", hover: hover("#405060"))
    stop(first)
    try check(
      "#405060", status: "bundle (no daemon)", hover: "pen, as it was when the daemon went|  #405060")
    try setInk("#708090")
    let second = try watch()
    try check("#708090", hover: hover("#708090"))
    try setInk("#ffffff")
    try check("#ffffff", hover: hover("#ffffff"))
    stop(second)
    editor.kill()
  }

  /// The plugin reads the same values from the files as Livery.
  @Test func neovimReadsColoursOfAllDialects() throws {
    let editor = try neovim("Editors/dialects.lua", in: Self.path("Examples"))
    let expected = [/aurora redbeard \d{3}/, /aurora redbeard \d\d/, /harbor oracle \d\d/, /pocket flat \d\d/]
    for line in expected + [/studio giotto \d\d/] {
      let text = try editor.line()
      #expect(text.wholeMatch(of: line) != nil, "\(text)")
    }
    #expect(editor.end().code == 0)
  }
}
