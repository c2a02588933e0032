// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import TestSupport
import Testing
import ThemeEngine
import ThemeModel
import Varlink

@testable import LiveryService

/// Slow readers, long messages, many contexts and many consumers.
extension ServiceTests {
  /// A value large enough that a few deltas fill the buffer of a socket.
  private func save(large: Int) throws {
    let text = String(repeating: "\(large % 10)", count: 100_000)
    try directory.write("aurora/palette.json", #"{ "accent": "\#(text)", "base": "\#(large)" }"#)
  }

  @Test func conflatesForASlowReader() throws {
    let daemon = try daemon()
    let slow = try Follower(daemon)
    let fast = try Follower(daemon)
    var saves = 0
    func queued() throws -> Double {
      let entries = try daemon.call("ListConsumers")["consumers"]?.array ?? []
      return entries.first { $0["consumer"]?.string == slow.consumer }?["queuedBytes"]?.number ?? 0
    }
    func saveOnce() throws {
      saves += 1
      try save(large: saves)
      _ = try daemon.call("Sync")
      #expect(try fast.take() == "delta")
      #expect(fast.value("constants", "base") == .string("\(saves)"))
    }
    while try queued() == 0 {
      try #require(saves < 1000)
      try saveOnce()
    }
    let inFlight = saves
    for _ in 0..<10 { try saveOnce() }
    #expect(try queued() < 500_000)

    var deltas = 0
    let digest = try check(fast, daemon)
    while slow.digest != digest {
      #expect(try slow.take() == "delta")
      deltas += 1
    }
    #expect(deltas == inFlight + 1)
    try check(slow, daemon)
    #expect(try daemon.call("Status")["counters"]?["conflated"] == 1)
  }

  @Test func closesWhoDoesNotReadForTooLong() throws {
    let daemon = try daemon { $0.limits.stalled = 0 }
    let slow = try Follower(daemon)
    var saves = 0
    while try daemon.call("Status")["consumers"] == 1 {
      saves += 1
      try #require(saves < 1000)
      try save(large: saves)
      _ = try daemon.call("Sync")
    }
    #expect(throws: ClientError.connectionLost) {
      while true { try slow.take() }
    }
  }

  @Test func endsAConsumerWhoseMessagesGetTooLong() throws {
    let daemon = try daemon { $0.limits.message = 10_000 }
    let follower = try Follower(daemon)
    try save(large: 1)
    #expect(try follower.take() == "end")
    #expect(follower.reason?.contains("10000") == true)
    let refusal = ClientError.refused(.limitExceeded("message", 10_000))
    #expect(throws: refusal) { try daemon.call("Resolve") }
    #expect(throws: refusal) { try Follower(daemon) }
    #expect(try Follower(daemon, ["select": ["styles/button/width"]]).value("styles", "button", "width") == 1)
  }

  @Test func limitsContexts() throws {
    let daemon = try daemon { $0.limits.contexts = 8 }
    let first = try Follower(daemon, ["context": ["language": "en_gb"]])
    let second = try Follower(daemon, ["context": ["language": "de_de"]])
    let refusal = ClientError.refused(.limitExceeded("contextsPerUser", 2))
    #expect(throws: refusal) { try Follower(daemon) }
    #expect(try Follower(daemon, ["context": ["language": "en-GB"]]).generation == first.generation)
    _ = try daemon.call("Deregister", ["consumer": .string(second.consumer)])
    #expect(try Follower(daemon).generation == first.generation)
  }

  @Test func letsNobodyDownWhileManyComeAndFilesChange() throws {
    let daemon = try daemon()
    let over = DispatchSemaphore(value: 0)
    let directory = directory
    Thread.detachNewThread {
      for width in 2..<52 {
        try? directory.write("aurora/button.json", #"{ "button": { "width": \#(width) } }"#)
        _ = try? daemon.call("Sync")
      }
      over.signal()
    }
    let followers = try (0..<20).map { _ in try Follower(daemon) }
    over.wait()
    let snapshot = try #require(try daemon.call("Resolve")["snapshot"])
    #expect(snapshot["styles"]?["button"]?["width"] == 51)
    let digest = try #require(snapshot["digest"]?.string)
    for follower in followers {
      try follower.take(until: digest)
      try check(follower, daemon)
    }
  }
}
