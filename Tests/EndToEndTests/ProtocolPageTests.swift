// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// docs/protocol.md is true: its programs run as they stand there, and its tables are complete.
@Suite(.serialized) final class ProtocolPageTests {
  private let folder: ScratchDirectory
  private let page: String
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try folder.write("bundle/values.json", #"{ "gap": 1 }"#)
    page = try String(contentsOf: Self.root.appending(path: "docs/protocol.md"), encoding: .utf8)
  }

  /// The code blocks of a language.
  private func blocks(_ language: String) -> [String] {
    page.components(separatedBy: "\n```").enumerated().compactMap { number, part in
      number.isMultiple(of: 2) || !part.hasPrefix("\(language)\n") ? nil : "\(part.dropFirst(language.count + 1))\n"
    }
  }

  /// The first cells of the rows of a section's table, without back quotes, with the second ones.
  private func table(_ section: String) throws -> [String: String] {
    let text = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("\(section)\n") })
    var rows: [String: String] = [:]
    for line in text.components(separatedBy: "\n") where line.hasPrefix("| `") {
      let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      rows[cells[1].replacing("`", with: "")] = cells[2]
    }
    return rows
  }

  private func daemon() throws -> Program {
    let program = try Program(
      Program.built("liveryd"),
      ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("bundle")])
    let first = try Program(
      Program.built("livery"), ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
    return program
  }

  /// A subscriber prints the whole state, then the change of a save.
  private func check(_ start: () throws -> Program) throws {
    let daemon = try daemon()
    let subscriber = try start()
    func parameters() throws -> JSONValue {
      let message = try subscriber.event()
      return message["parameters"] ?? message
    }
    let first = try parameters()
    #expect(first["event"] == "snapshot")
    #expect(first["snapshot"]?["constants"] == ["gap": 1])
    try folder.write("bundle/values.json", #"{ "gap": 2 }"#)
    let second = try parameters()
    #expect(second["event"] == "delta")
    #expect(second["delta"]?["patch"] == [["op": "replace", "path": "/constants/gap", "value": 2]])
    daemon.interrupt()
    #expect(daemon.end().code == 0)
    #expect(try parameters()["event"] == "end")
  }

  @Test func thePythonOfThePageFollows() throws {
    let code = blocks("python")
    try #require(code.count == 1)
    #expect(code[0].split(separator: "\n").count <= 20)
    try folder.write("subscriber.py", code[0])
    try check { try Program("/usr/bin/python3", [folder("subscriber.py"), folder("s")]) }
  }

  @Test func theCOfThePageFollows() throws {
    let code = blocks("c")
    try #require(code.count == 1)
    #expect(code[0].split(separator: "\n").count <= 20)
    try folder.write("subscriber.c", code[0])
    let compiler = try Program(
      "/usr/bin/env", ["cc", "-Wall", "-Wextra", "-Werror", "-o", folder("subscriber"), folder("subscriber.c")])
    let end = compiler.end()
    try #require(end.code == 0, "\(end.errors)")
    try check { try Program(folder("subscriber"), [folder("s")]) }
  }

  private static let hasSocat = ["socat", "jq"].allSatisfy { name in
    ["/usr/bin", "/bin", "/usr/local/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  @Test(.enabled(if: hasSocat, "socat and jq are needed")) func theShellOfThePageFollowsAndAsks() throws {
    let code = blocks("bash")
    try #require(code.count == 2)
    #expect(code[0].split(separator: "\n").count <= 20)
    try check { try Program("/bin/bash", ["-c", code[0], "bash", folder("s")]) }
    let daemon = try daemon()
    let asking = try Program("/bin/bash", ["-c", code[1], "bash", folder("s")])
    #expect(try asking.event()["parameters"]?["bundles"]?.array?.first?["name"] == "bundle")
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  @Test func theTablesListWhatThereIs() throws {
    let description = try String(
      contentsOf: Self.root.appending(path: "Sources/LiveryProtocol/io.livery.Theme.varlink"), encoding: .utf8)
    let methods = description.components(separatedBy: "\n").compactMap { line in
      line.hasPrefix("method ") ? line.dropFirst(7).prefix { $0.isLetter } : nil
    }
    #expect(try Set(table("Methods").keys) == Set(methods.map(String.init)))

    let daemon = try daemon()
    let status = try Program(
      Program.built("livery"), ["status", "--socket", folder("s"), "--format", "ndjson"])
    let limits = try #require(status.event()["limits"]?.object?.members)
    #expect(
      try table("Limits") == Dictionary(uniqueKeysWithValues: limits.map { ($0.key, $0.value.text) }))
    daemon.interrupt()
    #expect(daemon.end().code == 0)
    for number in 1...10 { #expect(page.contains("\n| G\(number) | ")) }
  }
}
