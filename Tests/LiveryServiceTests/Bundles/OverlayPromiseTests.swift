// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConfiguration
import LiveryConnection
import Synchronization
import TestSupport
import Testing
import Varlink

@testable import LiveryService

/// The promises of docs/protocol.md, broken on purpose while unsaved texts are typed. G3 and G6 are in `OverlayTests.anySeries`, G7 in
/// its tests of restarts and of resuming, G9 in `OverlayRefusalTests`; G2 and G8 take processes of their own.
@Suite("Promises over unsaved texts", .serialized) struct OverlayPromiseTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["a.json", "b.json"] }"#)
    try directory.write("bundle/a.json", #"{ "a": 0, "more": "" }"#)
    try directory.write("bundle/b.json", #"{ "b": 0 }"#)
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  private func snapshot(_ daemon: RunningDaemon) throws -> JSONValue {
    try #require(daemon.call("Resolve")["snapshot"])
  }

  // MARK: G1

  /// An editor on a thread of its own.
  private final class Typist: Sendable {
    private let isOver = Mutex(false)
    private let stopped = DispatchSemaphore(value: 0)
    private let typed = DispatchSemaphore(value: 0)

    /// Types until `stop`, and leaves without a word.
    init(_ daemon: RunningDaemon, _ type: @escaping @Sendable (Int, VarlinkConnection) throws -> Void) {
      Thread.detachNewThread { [self] in
        defer { stopped.signal() }
        guard let editor = try? daemon.connect() else { return }
        var number = 0
        while !isOver.withLock({ $0 }) {
          number += 1
          try? type(number, editor)
          typed.signal()
        }
      }
    }

    /// Returns after a text that was typed since the last call.
    func waitForText() { typed.wait() }

    func stop() {
      isOver.withLock { $0 = true }
      stopped.wait()
    }
  }

  @Test("G1: the first reply is the whole current state, and no gap follows") func noGap() throws {
    let daemon = try daemon()
    let recorder = try Follower(daemon)
    let typist = Typist(daemon) { number, editor in
      let text = #"{ "a": \#(number), "more": "\#(number)" }"#
      try editor.setOverlay("a.json", text)
    }
    var followers: [(follower: Follower, first: Int)] = []
    for _ in 0..<100 {
      let follower = try Follower(daemon)
      // Both values are of one text.
      let number = Int(follower.value("constants", "a")?.number ?? -1)
      #expect(follower.value("constants", "more") == .string(number == 0 ? "" : "\(number)"))
      followers.append((follower, follower.generation))
      if followers.count.isMultiple(of: 10) { typist.waitForText() }
    }
    typist.stop()
    repeat { try recorder.take() } while recorder.isUnsaved
    #expect(Set(followers.map(\.first)).count > 5, "they came in between")
    let end = try #require(try snapshot(daemon)["digest"]?.string)
    for (follower, _) in followers {
      // The follower holds each `from` against what it has.
      while follower.digest != end || follower.isUnsaved { #expect(try follower.take() == "delta") }
      #expect(follower.value("constants", "a") == 0)
    }
  }

  // MARK: G4

  /// What git has written of a checkout is not published with a text that is typed meanwhile.
  @Test("G4: never half a save, and no wait for a text") func neverHalfASave() throws {
    try directory.write("bundle/.git/HEAD", "ref: refs/heads/main\n")
    let hour: UInt64 = 3_600_000_000_000
    let daemon = try daemon { configuration in
      configuration.timeouts = Timeouts()
      configuration.timeouts.grace = hour
      configuration.timeouts.writing = hour
      configuration.timeouts.lock = hour
      configuration.timeouts.polling = hour
    }
    let follower = try Follower(daemon)
    let start = follower.generation
    let editor = try daemon.connect()
    // Nothing of a file that is written just now.
    let file = try WrittenFile(directory("bundle/b.json"))
    try file.write(#"{ "b": 1 "#)
    try editor.setOverlay("a.json", #"{ "a": 1, "more": "" }"#)
    #expect(try follower.take() == "delta")
    #expect(follower.value("constants", "a") == 1)
    #expect(follower.value("constants", "b") == 0)
    #expect(follower.codes.isEmpty)
    try file.write("}")
    try file.close()
    #expect(try follower.take() == "delta")
    #expect(follower.value("constants", "b") == 1)
    // A checkout, which holds the lock.
    try directory.write("bundle/.git/index.lock", "")
    try directory.write("bundle/b.json", #"{ "b": 2 }"#)
    try editor.setOverlay("a.json", #"{ "a": 2, "more": "" }"#)
    try editor.setOverlay("a.json", #"{ "a": 3, "more": "" }"#)
    let meanwhile = try snapshot(daemon)
    #expect(meanwhile["generation"] == .number(Double(start + 2)))
    #expect(meanwhile["constants"]?["a"] == 1)
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["b.json", "a.json"] }"#)
    try directory.remove("bundle/.git/index.lock")
    #expect(try follower.take() == "delta")
    #expect(follower.generation == start + 3, "the checkout and the text are one")
    #expect(follower.value("constants", "a") == 3)
    #expect(follower.value("constants", "b") == 2)
  }

  // MARK: G5

  @Test("G5: a slow consumer slows no editor") func aSlowConsumerSlowsNobody() throws {
    let daemon = try daemon()
    let slow = try Follower(daemon)
    let quick = try Follower(daemon)
    let editor = try daemon.connect()
    func queued() throws -> Double {
      let entries = try daemon.call("ListConsumers")["consumers"]?.array ?? []
      let entry = try #require(entries.first { $0["consumer"]?.string == slow.consumer })
      return try #require(entry["queuedBytes"]?.number)
    }
    var number = 0
    func edit() throws {
      number += 1
      let more = String(repeating: "\(number % 10)", count: 100_000)
      try editor.setOverlay("a.json", #"{ "a": \#(number), "more": "\#(more)" }"#)
      #expect(try quick.take() == "delta")
      #expect(quick.value("constants", "a") == .number(Double(number)))
    }
    while try queued() == 0 {
      try #require(number < 100)
      try edit()
    }
    let inFlight = number
    let bytes = try queued()
    for _ in 0..<20 { try edit() }
    #expect(try queued() == bytes, "what it costs does not grow")
    for _ in 0..<inFlight { #expect(try slow.take() == "delta") }
    #expect(try slow.take() == "delta", "one message for all that it missed")
    #expect(slow.digest == quick.digest && slow.isUnsaved)
  }

  // MARK: G10

  /// A text that lacks a token, or has it twice, keeps what was good; taken back, all is as the file has it.
  @Test("G10: a broken text never empties what a consumer has") func lastGood() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let editor = try daemon.connect()
    let good = #"{ "a": 5, "more": "x" }"#
    try editor.setOverlay("a.json", good)
    try follower.take()
    let typed = follower.digest
    var held = 0
    for token in FixtureBundle.tokens(of: Array(good.utf8)) {
      for times in [0, 2] {
        var text = Array(good.utf8)
        text.replaceSubrange(token, with: Array(repeatElement(text[token], count: times).joined()))
        try editor.setOverlay("a.json", String(decoding: text, as: UTF8.self))
        _ = try daemon.call("Sync")
        let now = try snapshot(daemon)
        if now["diagnostics"]?.array?.contains(where: { $0["heldBack"] == true }) == true {
          held += 1
          #expect(now["digest"]?.string == typed)
          #expect(now["unsaved"] == true)
        }
        try editor.setOverlay("a.json", good)
        let again = try snapshot(daemon)
        #expect(again["digest"]?.string == typed && again["diagnostics"] == [])
      }
    }
    #expect(held > 10)
    try editor.setOverlay("a.json", nil)
    while follower.isUnsaved {
      try follower.take()
      #expect(follower.value("constants", "a") != nil)
    }
    #expect(follower.value("constants", "a") == 0 && follower.codes.isEmpty)
  }
}
