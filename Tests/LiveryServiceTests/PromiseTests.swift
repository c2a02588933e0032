// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import ProcessIO
import Synchronization
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// The promises of docs/protocol.md, each attacked on purpose; those that need whole processes are with the tests of
/// whole programs.
@Suite("Promises", .serialized) struct PromiseTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["values.json", "button.json"] }"#)
    try directory.write("aurora/button.json", #"{ "button": { "gap": "ref://gap", "gap_iPad": 9 } }"#)
    try save(gap: 0)
  }

  private func save(gap: Int, more: String = "") throws {
    try directory.write("aurora/values.json", #"{ "gap": \#(gap), "more": "\#(more)" }"#)
  }

  func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["aurora"])
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  func state(_ daemon: RunningDaemon, _ context: JSONValue = [:]) throws -> JSONValue {
    try #require(daemon.call("Resolve", ["context": context])["snapshot"])
  }

  /// Compares the state of a consumer with that of the daemon.
  private func expectCurrent(
    _ follower: Follower, _ daemon: RunningDaemon, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let state = try state(daemon)
    #expect(follower.digest == state["digest"]?.string, sourceLocation: location)
    #expect(follower.values["constants"] == state["constants"], sourceLocation: location)
    #expect(follower.values["styles"] == state["styles"], sourceLocation: location)
  }

  // MARK: G1

  /// Publications by generation, from any thread.
  private final class History: Sendable {
    private let digests = Mutex<[Int: String]>([:])
    private let over = Mutex(false)
    private let noted = DispatchSemaphore(value: 0)

    var isOver: Bool { over.withLock { $0 } }
    func end() { over.withLock { $0 = true } }
    func note(_ generation: Int, _ digest: String) {
      digests.withLock { $0[generation] = digest }
      noted.signal()
    }
    /// Returns when there is a later generation.
    func wait(after generation: Int) {
      while digests.withLock({ $0.keys.max() ?? 0 }) <= generation { noted.wait() }
    }
    subscript(generation: Int) -> String? { digests.withLock { $0[generation] } }
  }

  @Test("G1: the first reply is the whole current state, and no gap follows") func noGap() throws {
    let daemon = try daemon()
    let history = History()
    let directory = directory
    let stopped = DispatchSemaphore(value: 0)
    let recorder = try Follower(daemon)
    history.note(recorder.generation, recorder.digest)
    let box = Mutex(recorder)
    let shared = SharedRecorder(box)
    Thread.detachNewThread {
      var gap = 0
      while !history.isOver {
        gap += 1
        try? directory.write("aurora/values.json", #"{ "gap": \#(gap), "more": "" }"#)
        _ = try? daemon.call("Sync")
        shared.recorder.withLock { recorder in
          _ = try? recorder.take()
          history.note(recorder.generation, recorder.digest)
        }
      }
      stopped.signal()
    }
    // Edits race with registrations; each tenth makes sure that there is something to race with.
    var first: [(follower: Follower, generation: Int, digest: String)] = []
    for number in 0..<100 {
      let follower = try Follower(daemon)
      first.append((follower, follower.generation, follower.digest))
      if number.isMultiple(of: 10) { history.wait(after: follower.generation) }
    }
    history.end()
    stopped.wait()
    _ = try daemon.call("Sync")
    #expect(Set(first.map(\.generation)).count > 5, "they came in between")
    let current = try #require(try state(daemon)["digest"]?.string)
    for entry in first {
      #expect(history[entry.generation] == entry.digest, "the whole state of one generation")
      while entry.follower.digest != current {
        // The follower itself compares each `from` with its state.
        #expect(try entry.follower.take() == "delta")
        #expect(history[entry.follower.generation] == entry.follower.digest)
      }
      try expectCurrent(entry.follower, daemon)
    }
  }

  private final class SharedRecorder: Sendable {
    let recorder: Mutex<Follower>
    init(_ recorder: consuming sending Mutex<Follower>) { self.recorder = recorder }
  }

  // MARK: G4

  private func shell(_ script: String) throws {
    let setup =
      "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b "
      + "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; cd '\(directory("aurora"))'; set -e\n"
    let outcome = try ChildProcess(
      shell: "exec bash -c '\((setup + script).replacing("'", with: #"'\''"#))'", input: []
    )
    .wait()
    try #require(outcome == .exited(0), "\(script)")
  }

  /// Whatever was waited for would take an hour here.
  private func patient() throws -> RunningDaemon {
    try daemon { configuration in
      let hour: UInt64 = 3_600_000_000_000
      configuration.timeouts = Timeouts()
      configuration.timeouts.grace = hour
      configuration.timeouts.writing = hour
      configuration.timeouts.lock = hour
      configuration.timeouts.polling = hour
    }
  }

  @Test("G4: never half a save, and no wait for a single one") func neverHalfASave() throws {
    try shell(
      """
      git init -q ..
      save() { for i in {1..500}; do echo "{ \\"key-$i\\": $1 }" > part-$i.json; done; }
      { echo '{ "themes": ["values.json", "button.json"'; for i in {1..500}; do echo ", \\"part-$i.json\\""; done
        echo '] }'; } > theme.inc.json
      save 1; git add .; git commit -qm one; git checkout -qb two; save 2; git commit -qam two; git checkout -q master
      """)
    let daemon = try patient()
    let follower = try Follower(daemon)
    let start = follower.generation
    func keys() -> Set<Double?> { Set((1...500).map { follower.value("constants", "key-\($0)")?.number }) }
    #expect(keys() == [1])

    try shell("git checkout -q two")
    #expect(try follower.take() == "delta")
    #expect(keys() == [2], "500 files are one change")
    #expect(follower.generation == start + 1)

    // A slow save that truncates and writes in pieces: the file is open until its last byte.
    try shell(#"exec 3> values.json; printf '{ "gap": ' >&3; sync -d values.json; printf '1, "more": "" }' >&3"#)
    #expect(try follower.take() == "delta")
    #expect(follower.value("styles", "button", "gap") == 1)
    // One that replaces the file; and one that takes the old away first, as some editors do.
    try shell(#"echo '{ "gap": 2, "more": "" }' > new; mv new values.json"#)
    #expect(try follower.take() == "delta")
    #expect(follower.value("styles", "button", "gap") == 2)
    try shell(#"mv values.json values.json~; echo '{ "gap": 3, "more": "" }' > values.json"#)
    #expect(try follower.take() == "delta")
    #expect(follower.value("styles", "button", "gap") == 3)
    #expect(follower.codes.isEmpty, "nobody was told of what was in between")
    #expect(follower.generation == start + 4)
    try expectCurrent(follower, daemon)
  }

  // MARK: G5

  @Test("G5: a slow consumer slows nobody") func aSlowConsumerSlowsNobody() throws {
    let daemon = try daemon { configuration in
      configuration.limits.connections = 2000
      configuration.limits.connectionsPerUser = 2000
    }
    let slow = try Follower(daemon)
    let others = try (0..<999).map { index in
      // Few read all of it, so that the test itself is no slow consumer.
      try Follower(daemon, index < 9 ? [:] : ["select": ["constants/gap", "styles"]])
    }
    func entry() throws -> JSONValue {
      let entries = try daemon.call("ListConsumers")["consumers"]?.array ?? []
      return try #require(entries.first { $0["consumer"]?.string == slow.consumer })
    }
    var gap = 0
    func edit() throws {
      gap += 1
      try save(gap: gap, more: String(repeating: "\(gap % 10)", count: 100_000))
      _ = try daemon.call("Sync")
      for other in others {
        let before = other.generation
        #expect(try other.take() == "delta")
        #expect(other.generation == before + 1, "each of them is sent each generation")
        #expect(other.value("styles", "button", "gap") == .number(Double(gap)))
      }
    }
    while try entry()["queuedBytes"] == 0 {
      try #require(gap < 100)
      try edit()
    }
    let inFlight = gap
    let queued = try #require(try entry()["queuedBytes"]?.number)
    for _ in 0..<5 { try edit() }
    #expect(try entry()["queuedBytes"]?.number == queued, "what it costs does not grow")
    #expect(queued < 200_000)
    #expect(try daemon.call("Status")["counters"]?["conflated"] == 0)

    for _ in 0..<inFlight { #expect(try slow.take() == "delta") }
    try slow.take()
    try expectCurrent(slow, daemon)
    #expect(try daemon.call("Status")["counters"]?["conflated"] == 1, "one message for all that it missed")
    // Consumers over the limits in bytes or time are ended: see LimitTests, `queue` and `stalled`.
  }

  // MARK: G9

  /// Sends bytes until the daemon closes or has answered. Returns the answer, and the number of bytes that were sent.
  private func send(_ daemon: RunningDaemon, _ chunk: [UInt8], times: Int) throws -> (answer: String, taken: Int) {
    let stream = try UnixStream(connectingTo: daemon.socket)
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: [.reading, .writing])
    var left = times * chunk.count
    var answer: [UInt8] = []
    while true {
      _ = try loop.wait()
      if left > 0 {
        let rest = chunk.suffix((left - 1) % chunk.count + 1)
        guard let outcome = try? stream.send(rest) else { break }
        if case .sent(let count) = outcome { left -= count }
        if left == 0 {
          try stream.endSending()
          try loop.change(stream.descriptor, token: 1, to: .reading)
        }
      }
      guard let outcome = try? stream.read(into: &answer), outcome != .end else { break }
    }
    return (String(decoding: answer, as: UTF8.self), times * chunk.count - left)
  }

  @Test("G9: bad input is an error or the end of its connection, and nothing else") func badInputIsHarmless() throws {
    let daemon = try daemon { configuration in
      configuration.limits.connectionsPerUser = 3000
    }
    let follower = try Follower(daemon)
    let before = try state(daemon)
    func call(_ method: String, _ rest: String = "") -> String { #"{"method":"\#(method)"\#(rest)}"# + "\0" }
    let theme = "io.livery.Theme."
    let standard = "org.varlink.service."
    let closed = ""
    let cases: [(String, String)] = [
      ("hello\0", closed), ("{\"method\":\0", closed), ("[1]\0", closed), ("{}\0", closed), ("\0", closed),
      ("{\"method\":7}\0", closed), (#"{"method":"a.b.C","parameters":[]}"# + "\0", closed), ("\u{feff}{}\0", closed),
      (call("a.b.C", #","more":1"#), closed), (#"{"method":"io.livery.Theme.Stat"#, closed),
      (String(repeating: "[", count: 1 << 19) + "\0", closed),
      (
        call(
          "a.b.C",
          #","parameters":{"a":\#(String(repeating: "{\"a\":", count: 70))0\#(String(repeating: "}", count: 70))}"#),
        closed
      ),
      (call("nothing"), "\(standard)MethodNotFound"), (call("a.b.C"), "\(standard)InterfaceNotFound"),
      (call(theme + "Nothing"), "\(standard)MethodNotFound"), (call(theme + "Register"), "\(standard)ExpectedMore"),
      (call(theme + "Status", #","upgrade":true"#), "\(standard)MethodNotImplemented"),
      (call(theme + "Resolve", #","parameters":{"bundle":1}"#), "\(standard)InvalidParameter"),
      (call(theme + "Resolve", #","parameters":{"contxt":{}}"#), "\(standard)InvalidParameter"),
      (call(theme + "Resolve", #","parameters":{"context":{"version":"one"}}"#), "\(standard)InvalidParameter"),
      (call(theme + "Compose", #","parameters":{"element":{"states":[1]}}"#), "\(standard)InvalidParameter"),
      (
        call(theme + "Deregister", #","parameters":{"consumer":"c\#(String(repeating: "9", count: 400))"}"#),
        "\(theme)NoSuchConsumer"
      ),
      (
        call(theme + "Explain", #","parameters":{"path":"\#(String(repeating: "/", count: 10_000))"}"#),
        "\(theme)NoSuchPath"
      ),
      (
        call(
          theme + "Resolve",
          #","parameters":{"select":["\#(String(repeating: "**/*", count: 100))"],"context":{"language":"\#(String(repeating: "x", count: 256))"}}"#
        ), #""snapshot":"#
      ),
    ]
    for (message, expected) in cases {
      let answer = try send(daemon, Array(message.utf8), times: 1).answer
      #expect(
        expected == closed ? answer.isEmpty : answer.contains(expected), "\(message.prefix(80)): \(answer.prefix(200))")
    }

    // Of 1 GiB without a NUL, the daemon takes the limit and the buffers of the kernel.
    let flood = try send(daemon, [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16), times: 1 << 14)
    #expect(flood.answer.isEmpty)
    #expect(flood.taken < 4 << 20)

    // Clients that say nothing, or half of something.
    let idle = try (0..<2000).map { index in
      let connection = try daemon.connect()
      if index.isMultiple(of: 2) { _ = try connection.messages.socket.send(Array(#"{"method":"io.liv"#.utf8)) }
      return connection
    }
    #expect(try state(daemon) == before)
    let entries = try daemon.call("ListConsumers")["consumers"]?.array
    #expect(entries?.count == 1)
    try save(gap: 7)
    #expect(try follower.take() == "delta")
    #expect(follower.value("styles", "button", "gap") == 7)
    withExtendedLifetime(idle) {}
  }
}
