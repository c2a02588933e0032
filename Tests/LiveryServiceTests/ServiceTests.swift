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

/// The daemon with a bundle: from a save to the states of consumers.
@Suite(.serialized) struct ServiceTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["palette.json", "button.json"] }"#)
    try directory.write("aurora/palette.json", #"{ "accent": "red", "base": "grey" }"#)
    try directory.write("aurora/button.json", #"{ "button": { "color": "ref://accent", "width": 1 } }"#)
  }

  func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["aurora"])
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  func save(accent: String) throws {
    try directory.write("aurora/palette.json", #"{ "accent": "\#(accent)", "base": "grey" }"#)
  }

  func save(width: Int) throws {
    try directory.write("aurora/button.json", #"{ "button": { "color": "ref://accent", "width": \#(width) } }"#)
  }

  /// Compares the state of a consumer with that of Resolve. Returns the digest.
  @discardableResult
  func check(
    _ follower: Follower, _ daemon: RunningDaemon, _ location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let snapshot = try #require(try daemon.call("Resolve")["snapshot"])
    #expect(follower.values["constants"] == snapshot["constants"], sourceLocation: location)
    #expect(follower.values["styles"] == snapshot["styles"], sourceLocation: location)
    let digest = try #require(snapshot["digest"]?.string)
    #expect(follower.digest == digest, sourceLocation: location)
    return digest
  }

  // MARK: Snapshots and deltas

  @Test func beginsWithTheWholeState() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(follower.value("styles", "button", "color") == "red")
    #expect(follower.value("styles", "button", "width") == 1)
    #expect(follower.value("constants", "base") == "grey")
    #expect(follower.codes.isEmpty)
    #expect(follower.generation > 0)
    try check(follower, daemon)
  }

  @Test func sendsWhatChanged() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let before = follower.generation
    try save(accent: "blue")
    #expect(try follower.take() == "delta")
    #expect(follower.generation == before + 1)
    #expect(follower.value("styles", "button", "color") == "blue")
    try check(follower, daemon)
  }

  @Test func sendsWholeSnapshotsToWhoWantsThem() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["mode": "snapshot"])
    try save(accent: "blue")
    #expect(try follower.take() == "snapshot")
    try check(follower, daemon)
  }

  @Test func keepsTheLastGoodStateOfABrokenFile() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let before = follower.generation
    try directory.write("aurora/palette.json", #"{ "accent": "blue", "#)
    #expect(try follower.take() == "diagnostics")
    #expect(!follower.codes.isEmpty)
    #expect(follower.diagnostics.first?["file"] == "palette.json")
    try check(follower, daemon)
    #expect(follower.value("styles", "button", "color") == "red")

    try save(accent: "green")
    #expect(try follower.take() == "delta")
    #expect(follower.codes.isEmpty)
    #expect(follower.generation == before + 2)
    #expect(follower.value("styles", "button", "color") == "green")
    try check(follower, daemon)
  }

  /// An error that is fixed within the period of grace is never reported.
  @Test func tellsOnlyWhatLasts() throws {
    let daemon = try daemon()
    for attempt in 1... {
      let follower = try Follower(daemon)
      let start = MonotonicClock.system.now()
      try directory.remove("aurora/palette.json")
      try save(accent: "blue-\(attempt)")
      let isInTime = MonotonicClock.system.now() - start < 15_000_000
      _ = try daemon.call("Sync")
      // A machine that is busy elsewhere may have taken longer than the period of grace.
      guard isInTime else { continue }
      #expect(try follower.take() == "delta")
      #expect(follower.value("styles", "button", "color") == .string("blue-\(attempt)"))
      return
    }
  }

  @Test func publishesBeforeSyncAnswers() throws {
    let daemon = try daemon()
    let connection = try daemon.connect()
    for width in 2..<30 {
      try save(width: width)
      let generation = try connection.call("io.livery.Theme.Sync")["generation"]
      let snapshot = try connection.call("io.livery.Theme.Resolve")["snapshot"]
      #expect(snapshot?["generation"] == generation)
      #expect(snapshot?["styles"]?["button"]?["width"] == .number(Double(width)))
    }
  }

  /// Sync does not wait for the grace to end.
  @Test func publishesBadNewsBeforeSyncAnswers() throws {
    let daemon = try daemon()
    try directory.write("aurora/palette.json", "{")
    _ = try daemon.call("Sync")
    let snapshot = try daemon.call("Resolve")["snapshot"]
    #expect(snapshot?["diagnostics"]?.array?.isEmpty == false)
    #expect(try daemon.call("Check")["diagnostics"]?.array?.isEmpty == false)
  }

  /// A finding lists 16 of the places that keep their value, in the order of their names. The daemon sends the number of all.
  @Test func sendsTheNumberOfHeldValues() throws {
    func save(failing: Int) throws {
      let constants = (10..<30).map { #""c\#($0)": "ref://\#($0 < 10 + failing ? "lost" : "good")""# }
      try directory.write(
        "aurora/palette.json", #"{ "good": 1, "lost": "ref://gone", \#(constants.joined(separator: ", ")) }"#)
    }
    try save(failing: 0)
    let daemon = try daemon()
    let connection = try daemon.register()
    _ = try connection.next()
    var listed: JSONValue?
    for failing in [20, 19, 18, 17] {
      try save(failing: failing)
      let reply = try #require(try connection.next())
      #expect(reply["event"] == "diagnostics")
      #expect(reply["held"]?.number == Double(failing))
      #expect(listed == nil || listed == reply["diagnostics"])
      listed = reply["diagnostics"]
    }
  }

  @Test func sendsWhatIsSelected() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["select": ["styles/*/width"]])
    #expect(follower.value("styles", "button", "width") == 1)
    #expect(follower.value("styles", "button", "color") == nil)
    let before = follower.generation

    try save(accent: "blue")
    _ = try daemon.call("Sync")
    let entry = try #require(try daemon.call("ListConsumers")["consumers"]?.array?.first)
    #expect(entry["generationSent"] == .number(Double(before)))
    #expect(entry["generationSeen"] == .number(Double(before + 1)))
    #expect(entry["generationCurrent"] == .number(Double(before + 1)))

    try save(width: 2)
    #expect(try follower.take() == "delta")
    #expect(follower.generation == before + 2)
    #expect(follower.value("styles", "button", "width") == 2)
  }

  @Test func servesContextsApart() throws {
    try directory.write("aurora/button.json", #"{ "button": { "width": 1, "width_iPad": 2 } }"#)
    let daemon = try daemon()
    let phone = try Follower(daemon, ["context": ["device": "phone"]])
    let pad = try Follower(daemon, ["context": ["device": "pad"]])
    try directory.write("aurora/button.json", #"{ "button": { "width": 1, "width_iPad": 3 } }"#)
    #expect(try pad.take() == "delta")
    #expect(pad.value("styles", "button", "width") == 3)
    #expect(phone.value("styles", "button", "width") == 1)
    try directory.write("aurora/button.json", #"{ "button": { "width": 5, "width_iPad": 3 } }"#)
    // The phone got no message before.
    #expect(try phone.take() == "delta")
    #expect(phone.value("styles", "button", "width") == 5)
  }

  // MARK: Resuming

  @Test func resumesWhereAConsumerLeft() throws {
    let daemon = try daemon()
    let first = try Follower(daemon)
    let second = try Follower(daemon, resuming: first)
    #expect(second.generation == first.generation)
    try check(second, daemon)

    try save(accent: "blue")
    try second.take()
    let third = try Follower(daemon, resuming: first)
    #expect(third.generation == first.generation + 1)
    try check(third, daemon)

    let stranger = try Follower(daemon, ["since": ["generation": 1, "digest": "of another bundle"]])
    try check(stranger, daemon)
  }

  @Test func keepsGenerationsOverARestart() throws {
    let withState = { (configuration: inout DaemonConfiguration) in
      configuration.stateDirectory = directory("state")
    }
    let file = directory("state/aurora.generation.json")

    var daemon = try daemon(withState)
    let follower = try Follower(daemon)
    try save(accent: "blue")
    try follower.take()
    let whileRunning = try readFile(file, limit: 1 << 16)
    daemon.stop()
    #expect(try follower.take() == "end")

    daemon = try self.daemon(withState)
    let unchanged = try Follower(daemon, resuming: follower)
    #expect(unchanged.generation == follower.generation)
    daemon.stop()

    try save(accent: "green")
    daemon = try self.daemon(withState)
    let changed = try Follower(daemon, resuming: follower)
    #expect(changed.generation == follower.generation + 1)
    #expect(changed.value("styles", "button", "color") == "green")
    daemon.stop()

    // As after a crash: the file has the content from the daemon's life.
    try writeFileAtomically(file, whileRunning, mode: 0o600)
    daemon = try self.daemon(withState)
    #expect(try Follower(daemon).generation > changed.generation)
  }

  @Test func keepsGenerationsOfAnEmptyBundle() throws {
    for file in ["theme.inc.json", "palette.json", "button.json"] { try directory.remove("aurora/\(file)") }
    var generations: [Int] = []
    for _ in 0..<3 {
      let daemon = try daemon { $0.stateDirectory = directory("state") }
      let follower = try Follower(daemon)
      #expect(!follower.codes.isEmpty)
      generations.append(follower.generation)
      daemon.stop()
    }
    #expect(generations == generations.sorted())
    #expect(generations.allSatisfy { $0 >= 0 })
  }

  // MARK: The end of a consumer

  @Test func endsAConsumerFromAnotherConnection() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["name": "editor"])
    let entries = try daemon.call("ListConsumers")["consumers"]?.array ?? []
    #expect(entries.map { $0["consumer"]?.string } == [follower.consumer])
    #expect(entries.first?["name"] == "editor")
    #expect(entries.first?["pid"] == .number(Double(processIdentifier)))
    #expect(entries.first?["uid"] == .number(Double(effectiveUser)))

    _ = try daemon.call("Deregister", ["consumer": .string(follower.consumer)])
    #expect(try follower.take() == "end")
    #expect(try follower.connection.next() == nil)
    #expect(try daemon.call("ListConsumers")["consumers"] == [])
    // The connection is free again.
    _ = try follower.connection.call("io.livery.Theme.Status")
    #expect(throws: ClientError.self) { try daemon.call("Deregister", ["consumer": .string(follower.consumer)]) }
  }

  @Test func forgetsWhoCloses() throws {
    let daemon = try daemon()
    var follower: Follower? = try Follower(daemon)
    #expect(try daemon.call("Status")["consumers"] == 1)
    #expect(follower != nil)
    follower = nil
    #expect(try daemon.call("Status")["consumers"] == 0)
  }

  @Test func saysGoodbye() throws {
    let daemon = try daemon()
    let followers = try (0..<3).map { _ in try Follower(daemon) }
    daemon.stop()
    for follower in followers {
      #expect(try follower.take() == "end")
      #expect(follower.reason == "the daemon ends")
    }
  }

  /// Calls that are sent on a connection during a stream wait for the stream's end.
  @Test func answersPipelinedCallsAfterTheStream() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let message = Call("io.livery.Theme.ListConsumers").message
    #expect(try follower.connection.messages.socket.send(message) == .sent(message.count))
    try save(accent: "blue")
    #expect(try follower.take() == "delta")
    _ = try daemon.call("Deregister", ["consumer": .string(follower.consumer)])
    #expect(try follower.take() == "end")
    // The connection takes the waiting answer for that of its own call.
    #expect(try follower.connection.call("io.livery.Theme.ListBundles")["consumers"] == [])
  }

  // MARK: Removed roots

  @Test func keepsTheLastGoodStateOfARemovedBundle() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    try FileManager.default.moveItem(atPath: directory("aurora"), toPath: directory("away"))
    #expect(try follower.take() == "diagnostics")
    #expect(follower.value("styles", "button", "color") == "red")
    try check(follower, daemon)

    try FileManager.default.moveItem(atPath: directory("away"), toPath: directory("aurora"))
    #expect(try follower.take() == "diagnostics")
    #expect(follower.codes.isEmpty)
    try save(accent: "blue")
    #expect(try follower.take() == "delta")
    #expect(follower.value("styles", "button", "color") == "blue")
  }

  // MARK: The embedding program

  @Test func tellsTheEmbeddingProgram() throws {
    let turn = WatcherTurn()
    defer { withExtendedLifetime(turn) {} }
    let daemon = try Daemon(DaemonConfiguration.inTest(directory, bundles: ["aurora"]))
    let waker = try Waker()
    try daemon.loop.register(waker.descriptor, token: 7, for: .reading)
    var publications: [ObservedPublication] = []
    var counts: [Int] = []
    daemon.consumersChanged = { counts.append($0) }
    daemon.bundles[0].observe(Context(device: .pad)) { [unowned daemon] publication in
      publications.append(publication)
      if publications.count == 2 { daemon.stop() } else { waker.wake() }
    }
    let consumer = try VarlinkConnection(path: daemon.state.configuration.socketPath)
    try consumer.stream("io.livery.Theme.Register")
    waker.wake()
    try daemon.run { ready in
      #expect(ready.token == 7)
      #expect(ready.what == .readable)
      waker.reset()
      #expect(throws: Never.self) { try save(width: 5 + publications.count) }
    }
    func widths(_ snapshots: [Snapshot]) -> [Value?] {
      snapshots.map { daemon.bundles[0].engine.value(at: "styles/button/width", in: $0) }
    }
    #expect(widths(publications.map(\.new)) == [.number(5), .number(6)])
    #expect(widths(publications.map(\.old)) == [.number(1), .number(5)])
    #expect(publications.map(\.delta.from) == [1, 2])
    #expect(publications.map(\.delta.to) == [2, 3])
    #expect(publications.allSatisfy { $0.new.context == Context(device: .pad) && $0.nanoseconds > 0 })
    #expect(counts == [1, 0])
  }
}
