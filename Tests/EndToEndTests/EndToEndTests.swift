// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// Whole programs over real sockets and real inotify, used as people use them.
@Suite(.serialized) final class EndToEndTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["palette.json", "button.json"] }"#)
    try folder.write("bundle/palette.json", palette("#102030"))
    try folder.write("bundle/button.json", ##"{ "RBButton": { "titleColor": "ref://ink", "borderWidth": 1 } }"##)
  }

  private func palette(_ color: String) -> String { "{ \"ink\": \"\(color)\" }" }

  private var socket: String { folder("socket") }

  private func shell(_ script: String, _ arguments: String...) throws {
    let program = try Program("/bin/bash", ["-c", script, "bash"] + arguments)
    let end = program.end()
    if end.code != 0 { throw EndToEndFailure(description: "\(script): \(end.errors)") }
  }

  /// Starts watching the bundle; returns when subscribers can come.
  private func watch() throws -> Program {
    let program = try Program(livery, ["watch", folder("bundle"), "--socket", socket])
    #expect(try program.line().contains(socket))
    return program
  }

  private func subscribe(_ arguments: String...) throws -> Program {
    try Program(livery, ["subscribe", "--socket", socket] + arguments)
  }

  @Test(arguments: [
    ("echo", #"echo "$2" > "$1""#), ("rename", #"echo "$2" > "$1.new" && mv "$1.new" "$1""#),
    ("sed", ##"sed -i "s/#[0-9A-F]*/$(grep -o '#[0-9A-F]*' <<<"$2")/" "$1""##),
    ("vim", #"vim -es -u NONE -c ":%d" -c ":call setline(1, '$2')" -c ":wq" "$1" < /dev/null"#),
  ]) func everySaveIsOneDelta(name: String, script: String) throws {
    try checkEverySaveIsOneDelta(script) { _, save in try save() }
  }

  /// On a busy machine the file may be gone for longer than the period of grace. So both events are
  /// seen at once here, and one after the other with a driven clock in `TimeoutTests`.
  @Test func aFileThatIsMadeAnewIsOneDelta() throws {
    try checkEverySaveIsOneDelta(#"rm "$1" && echo "$2" > "$1""#) { watcher, save in
      try watcher.whileItStands(save)
    }
  }

  private func checkEverySaveIsOneDelta(
    _ script: String, _ around: (_ watcher: Program, _ save: () throws -> Void) throws -> Void
  ) throws {
    let watcher = try watch()
    let subscriber = try subscribe("--mode", "delta")
    #expect(try subscriber.event()["event"] == "snapshot")
    var generation: Double?
    for color in ["#405060", "#708090"] {
      try around(watcher) { try shell(script, folder("bundle/palette.json"), palette(color)) }
      let event = try subscriber.event()
      #expect(event["event"] == "delta", "\(script)")
      let delta = try #require(event["delta"])
      #expect(delta["patch"]?.array?.count == 2)
      #expect(delta["patch"]?.array?.allSatisfy { $0["value"]?["$value"]?["hex"]?.string == color } ?? false)
      if let generation { #expect(delta["from"]?.number == generation, "one save is one generation") }
      generation = delta["to"]?.number
    }
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }

  @Test func aBrokenSaveKeepsTheLastGoodState() throws {
    let watcher = try watch()
    let subscriber = try subscribe()
    let first = try subscriber.event()
    try shell(##"echo '{ "ink": "#102030" "paper": 1 }' > "$1""##, folder("bundle/palette.json"))
    let broken = try subscriber.event()
    #expect(broken["event"] == "diagnostics")
    let diagnostic = try #require(broken["diagnostics"]?.array?.first)
    #expect(diagnostic["code"] == "LV0006")
    #expect(diagnostic["file"] == "palette.json")
    #expect(diagnostic["range"]?["start"]?["line"] == 1)
    #expect(diagnostic["heldBack"] == true)
    let resolve = try subscribe("--count", "1")
    #expect(try resolve.event()["snapshot"]?["styles"] == first["snapshot"]?["styles"])
    try shell(##"echo '{ "ink": "#FFFFFF" }' > "$1""##, folder("bundle/palette.json"))
    let mended = try subscriber.event()
    #expect(mended["event"] == "delta")
    #expect(mended["delta"]?["from"] == first["snapshot"]?["generation"])
    #expect(mended["delta"]?["diagnostics"] == [])
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }

  @Test func deregisterEndsTheStream() throws {
    let watcher = try watch()
    let subscriber = try subscribe("--name", "preview")
    let consumer = try #require(subscriber.event()["consumer"]?.string)
    let ending = try Program(livery, ["deregister", consumer, "--socket", socket])
    #expect(ending.end().code == 0)
    #expect(try subscriber.event()["event"] == "end")
    #expect(subscriber.end().code == 0)
    #expect(try Program(livery, ["deregister", consumer, "--socket", socket]).end().code != 0)
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }

  @Test func oneSocketHasOneDaemon() throws {
    let daemon = Program.built("liveryd")
    let first = try Program(daemon, ["--socket", socket, folder("bundle")])
    _ = try waitForSocket()
    let second = try Program(daemon, ["--socket", socket, folder("bundle")])
    let end = second.end()
    #expect(end.code != 0)
    #expect(end.errors.contains(socket), "it names the socket")
    #expect(try subscribe("--count", "1").event()["event"] == "snapshot", "the first goes on")
    first.kill()
    _ = first.end()
    let third = try watch()
    #expect(try subscribe("--count", "1").event()["event"] == "snapshot", "what a dead daemon left is taken over")
    third.interrupt()
    #expect(third.end().code == 0)
  }

  /// A subscriber that starts before the daemon listens gets an error that allows a second try.
  private func waitForSocket() throws -> JSONValue {
    for _ in 0..<1000 {
      let subscriber = try subscribe("--count", "1")
      if let event = try? subscriber.event() { return event }
      #expect(subscriber.end().code == 4)
    }
    throw EndToEndFailure(description: "the daemon never listened")
  }

  @Test(
    arguments: [
      (["resolve", "/nowhere"], 3), (["resolve", "/usr/include/inotifytools"], 3), (["resolv", "x"], 2),
      (["check", "--formt", "json", "x"], 2), (["status", "--socket", "/nowhere/socket"], 4), (["--version"], 0),
    ] as [([String], Int32)]) func exitCodes(arguments: [String], code: Int32) throws
  {
    let end = try Program(livery, arguments).end()
    #expect(end.code == code)
    if code != 0 { #expect(!end.errors.isEmpty) }
  }

  /// A daemon that is killed while values are saved leaves a whole file: of the last answered save, or of the save
  /// that was going on.
  @Test func aKillAmidSavesLeavesAWholeFile() throws {
    let daemon = Program.built("liveryd")
    let arguments = ["--socket", socket, "--state-dir", folder("state"), folder("bundle")]
    var last = 0
    for round in 1...5 {
      let running = try Program(daemon, arguments)
      let state = try waitForSocket()
      #expect(state["snapshot"]?["styles"]?["RBButton"]?["borderWidth"] == (last == 0 ? 1 : .number(Double(last))))

      // Each line is an answered save, while a second client saves without end.
      let storm = try Program(
        "/bin/bash",
        [
          "-c",
          """
          do_it() { "$livery" "$@" --socket "$socket" > /dev/null 2>&1; }
          livery=$0 socket=$1 text=$(printf 'x%.0s' {1..50000})
          while do_it save; do :; done &
          for ((n = $2 + 1; ; n++)); do
            do_it set style RBButton borderWidth $n && do_it set style RBButton text "$text$n" && do_it save || break
            echo $n
          done
          wait
          """, livery, socket, "\(last)",
        ])
      for _ in 0..<2 { last = try #require(Int(try storm.line())) }
      running.kill()
      _ = running.end()
      while let line = try? storm.line() { last = try #require(Int(line)) }
      _ = storm.end()

      let file = try JSONValue(
        parsing: Array(folder.text("state/bundle.modifications.json").utf8), maximumDepth: 32)
      let kept = try #require(
        file["modifications"]?["styles"]?["RBButton"]?["properties"]?["borderWidth"]?.number.map { Int($0) })
      #expect(kept == last || kept == last + 1, "round \(round)")
      last = kept
    }
    #expect(try !folder.names().contains { $0.contains("aside") })
  }

  /// The kernel kills the daemon in the middle of a write, by a limit on the size of files.
  @Test func aKillWithinAWriteKeepsTheOldFile() throws {
    let daemon = [Program.built("liveryd"), "--socket", socket, "--state-dir", folder("state"), folder("bundle")]
    // A test may run with every signal blocked, and its children with it.
    let limited = #"ulimit -c 0 -f 64; exec env --default-signal=XFSZ "$@""#
    let running = try Program("/bin/bash", ["-c", limited, "bash"] + daemon)
    _ = try waitForSocket()
    func call(_ arguments: String...) throws -> Int32 {
      try Program(livery, arguments + ["--socket", socket]).end().code
    }
    #expect(try call("set", "style", "RBButton", "borderWidth", "2") == 0)
    #expect(try call("save") == 0)
    let old = try folder.text("state/bundle.modifications.json")
    #expect(try call("set", "style", "RBButton", "text", String(repeating: "x", count: 100_000)) == 0)
    try #require(try call("save") == 4, "the daemon is gone")
    #expect(running.end().code == SIGXFSZ)
    #expect(try folder.text("state/bundle.modifications.json") == old)
    #expect(try folder.names(in: "state").contains { $0.hasSuffix(".tmp") }, "it was killed in the middle")

    let next = try Program(daemon[0], Array(daemon.dropFirst()))
    #expect(try waitForSocket()["snapshot"]?["styles"]?["RBButton"]?["borderWidth"] == 2)
    #expect(try !folder.names(in: "state").contains { $0.hasSuffix(".tmp") })
    next.interrupt()
    #expect(next.end().code == 0)
  }

  /// The PyPI packages `varlink` and `jsonpatch` introspect, register, read deltas, and come to the daemon's own state.
  @Test func clientsOfOthers() throws {
    let python = Self.root.appending(path: ".build/python/bin/python3").path
    try #require(FileManager.default.isExecutableFile(atPath: python), "scripts/test installs the Python clients")
    let watcher = try watch()
    let script = Self.root.appending(path: "Tests/EndToEndTests/Clients/subscriber.py").path
    let client = try Program(python, [script, socket, "2"])
    #expect(try client.line() == "registered")
    for color in ["#405060", "#708090"] {
      try shell(#"echo "$2" > "$1""#, folder("bundle/palette.json"), palette(color))
      #expect(try client.line() == "delta applies")
    }
    #expect(client.end().code == 0)
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }
}
