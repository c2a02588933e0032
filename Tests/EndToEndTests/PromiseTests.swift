// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import JSONText
import TestSupport
import Testing

/// The promises of docs/protocol.md that are tested with whole processes; the others are with the tests of
/// the daemon. Each is a script in `Clients`, which describes it.
@Suite("Promises", .serialized) final class PromiseTests {
  private let folder: ScratchDirectory
  private let liveryd = Program.built("liveryd")
  private static let clients = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["palette.json"] }"#)
    try folder.write("bundle/palette.json", ##"{ "ink": "#102030", "RBButton": { "color": "ref://ink" } }"##)
  }

  /// The interpreter with the packages that scripts/test installs, else any interpreter.
  private func python(_ script: String, _ arguments: String...) throws -> Program {
    let installed = Self.clients.appending(path: "../../../.build/python/bin/python3").standardizedFileURL.path
    return try Program(
      FileManager.default.isExecutableFile(atPath: installed) ? installed : "/usr/bin/python3",
      [Self.clients.appending(path: script).path] + arguments)
  }

  /// A daemon of the bundle; returns when it answers.
  private func daemon() throws -> Program {
    let program = try Program(
      liveryd, ["--socket", folder("s"), "--state-dir", folder("state"), "--log-level", "error", folder("bundle")])
    let first = try Program(
      Program.built("livery"), ["subscribe", "--socket", folder("s"), "--reconnect", "--count", "1"])
    #expect(try first.event()["event"] == "snapshot")
    return program
  }

  private func expectSuccess(_ client: Program, _ location: SourceLocation = #_sourceLocation) {
    let end = client.end()
    #expect(end.code == 0, "\(end.errors)", sourceLocation: location)
  }

  @Test("G2: deltas chain, and lead to the snapshot exactly") func deltasChain() throws {
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["one.json", "two.json"] }"#)
    let daemon = try daemon()
    let seed = UInt32.random(in: 0...UInt32.max)
    let client = try python("chain.py", folder("s"), folder("bundle"), "\(seed)", "200")
    let deltas = try Int(client.line(within: 120))
    #expect(deltas ?? 0 > 200, "seed \(seed)")
    expectSuccess(client)
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  @Test("G3: no update is lost") func nothingIsLost() throws {
    let daemon = try daemon()
    let client = try python("nothing_lost.py", folder("s"), "\(daemon.identifier)", folder("bundle"))
    for way in ["overflow", "burst", "directories", "roots", "saves"] {
      #expect(try client.line(within: 120) == way)
    }
    expectSuccess(client)
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  @Test("G6: a consumer that dies is gone at once, with all that it cost") func theDeadAreForgotten() throws {
    let daemon = try daemon()
    let client = try python("killed.py", folder("s"), "\(daemon.identifier)", folder("bundle"), "500", "4")
    for _ in 0..<4 { #expect(try client.line(within: 120) == "500 0") }
    let left = try client.line().split(separator: " ").compactMap { Int($0) }
    #expect(left.first == 0, "descriptors")
    // The memory of an allocator varies by pages; the cost of 1,500 consumers is much larger.
    #expect(try #require(left.last) < 1024, "KiB")
    expectSuccess(client)
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  @Test("G7: a restart loses nobody, and generations never go back") func restartsLoseNobody() throws {
    let client = try python("restarts.py", folder.path, liveryd, "6")
    for ending in ["quiet", "end", "kill", "quiet", "end", "kill"] { #expect(try client.line(within: 120) == ending) }
    #expect(try client.line(within: 120) == "connected")
    expectSuccess(client)
  }

  /// Only root can run as a different user; without root this is skipped.
  @Test("G8: only those let in, and only some change things", .enabled(if: getuid() == 0)) func rights() throws {
    let client = try python("rights.py", folder.path, liveryd)
    #expect(try client.line(within: 120) == "as promised", "\(client.end().errors)")
    expectSuccess(client)
  }
}
