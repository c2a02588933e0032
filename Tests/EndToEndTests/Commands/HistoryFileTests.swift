// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import TestSupport
import Testing

/// `livery log`, `diff`, `undo` and `uses` over files that are out of the ordinary: names, bytes, and a disk without space.
@Suite(.serialized) struct HistoryFileTests {
  private let workspace: HistoryWorkspace
  private let folder: ScratchDirectory

  init() throws {
    workspace = try HistoryWorkspace()
    folder = workspace.folder
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try folder.write("aurora/\(name)", bytes)
  }

  /// The number of the newest generation, once the files are read.
  private func generation() throws -> String {
    String(try workspace.output("sync").split(separator: "\n")[0].dropFirst("generation ".count))
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder("aurora/\(name)"))))
  }

  /// Names that look like options, lines of a difference or commands of a terminal, or that are as long as a name may be.
  private static let names = [
    "--write.json", "-n.json", "line\n+++ b\n.json", "\u{1B}[31m\u{1B}]0;x\u{7}.json", "tab\t\r.json",
    "a`b|c*<d>&.json", "\u{202E}nosj.json", String(repeating: "n", count: 250) + ".json",
  ]

  /// Nothing of a name or a value reaches a terminal as a command, and each is shown.
  private func expectPlain(_ text: String, _ location: SourceLocation = #_sourceLocation) {
    let commands = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || $0 == "\u{7F}" || $0 == "\u{202E}") }
    #expect(commands.isEmpty, "\(text.debugDescription)", sourceLocation: location)
  }

  @Test func hostileNames() throws {
    let files = Self.names.enumerated().map { (name: $1, id: "v\($0)") }
    let list = try JSONSerialization.data(withJSONObject: ["themes": ["colors.json"] + Self.names])
    for (name, id) in files { try folder.write("aurora/\(name)", "{ \"\(id)\": \"\\u001b[1m\" }\n") }
    try write("theme.inc.json", Array(list))
    let first = try generation()
    for (name, id) in files { try folder.write("aurora/\(name)", "{ \"\(id)\": 2, \"s\(id)\": \"ref://\(id)\" }\n") }
    _ = try workspace.output("sync")

    let log = try workspace.output("log")
    expectPlain(log)
    #expect(log.contains("  --write.json:1:"), "\(log)")
    for format in ["table", "markdown"] {
      let diff = try workspace.output(
        "diff", first, "--format", format, code: 1)
      expectPlain(diff)
      for (_, id) in files { #expect(diff.contains("constants/\(id)"), "\(diff)") }
    }
    for (_, id) in files {
      let uses = try workspace.output("uses", "constants/\(id)")
      expectPlain(uses)
      #expect(uses.contains("constants/s\(id)"), "\(uses)")
    }
    // One difference of one line for each file: no line of a name is a line of it.
    let shown = try workspace.output("undo", first)
    expectPlain(shown)
    let lines = shown.split(separator: "\n")
    for mark in ["@@", "-{", "+{"] { #expect(lines.count { $0.hasPrefix(mark) } == files.count, "\(shown)") }
    #expect(!lines.contains { $0.hasPrefix("+++") || $0.hasPrefix("---") }, "\(shown)")

    let second = try generation()
    expectPlain(try workspace.output("undo", first, "--write"))
    for (name, id) in files { #expect(try folder.text("aurora/\(name)") == "{ \"\(id)\": \"\\u001b[1m\" }\n") }
    _ = try workspace.output("undo", second, "--write")
    for (name, id) in files { #expect(try folder.text("aurora/\(name)").contains("\"s\(id)\"")) }
  }

  /// A directory, and a bundle in a repository, of such a name.
  @Test func hostileDirectories() throws {
    for name in ["-x", "line\n.", "\u{1B}[2J"] {
      try folder.write("\(name)/theme.inc.json", #"{ "themes": ["colors.json"] }"#)
      try folder.write("\(name)/colors.json", ##"{ "accent": "#123456" }"##)
      for format in ["table", "markdown"] {
        let diff = try workspace.output("diff", folder("aurora"), folder(name), "--format", format, code: 1)
        expectPlain(diff)
        #expect(diff.contains("#123456"), "\(diff)")
      }
    }
  }

  /// Bytes that are no text come back as they were, and are not shown.
  @Test(arguments: [
    [0, 1, 2, 0xFF, 0x0A, 0], Array("{ \"accent\": \"caf".utf8) + [0xE9] + Array("\" }".utf8),
    [0xEF, 0xBB, 0xBF, 0x7B],
    Array("{ \"accent\": \"\u{1B}[31m\" }".utf8),
  ]) func bytesThatAreNoText(broken: [UInt8]) throws {
    let good = try bytes("colors.json")
    try write("colors.json", broken)
    let generation = try generation()
    expectPlain(try workspace.output("log"))
    try workspace.save("#00ff00")
    let back = try workspace.output("undo", generation, "--write")
    expectPlain(back)
    #expect(try bytes("colors.json") == broken)
    if broken.contains(0) { #expect(back.contains("bytes → 6 bytes"), "\(back)") }
    let first = try workspace.output("undo", "1", "--write")
    expectPlain(first)
    #expect(try bytes("colors.json") == good)
    #expect(try workspace.output("get", "constants/accent", "--raw") == "#ff0000\n")
  }

  /// A file whose name is not UTF-8 has no content in a generation: undo leaves it alone.
  @Test func aNameThatIsNotUTF8() throws {
    let path =
      Array(folder("aurora/x").utf8.map { CChar(bitPattern: $0) }) + [CChar(bitPattern: 0xFF)]
      + Array(".json".utf8CString)
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    #expect(file >= 0)
    close(file)
    try workspace.save("#00ff00")
    expectPlain(try workspace.output("log"))
    #expect(try workspace.output("undo", "1", "--write").contains("generation 3 has the files of generation 1"))
    #expect(access(path, F_OK) == 0)
  }
}
