// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import LiveryProtocol
import TestSupport
import Testing
import ThemeEngine
import ThemeModel
import Varlink

@testable import LiveryService

/// Messages to consumers: shared by consumers in one state, conflated for slow readers, resumed from a ring.
@Suite(.serialized) struct DeliveryTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["values.json", "many.json"] }"#)
    try save(accent: "red")
    try saveMany(0)
  }

  private func save(accent: String, base: String = "") throws {
    let text = #"{ "accent": "\#(accent)", "base": "\#(base)", "button": { "color": "ref://accent", "gap": 1 } }"#
    try directory.write("aurora/values.json", text)
  }

  private func saveMany(_ count: Int) throws {
    let members = (0..<count).map { #""key-\#($0)": \#($0)"# }
    try directory.write("aurora/many.json", "{ \(members.joined(separator: ", ")) }")
  }

  private func daemon(_ change: (inout Limits) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["aurora"])
    change(&configuration.limits)
    return try RunningDaemon(configuration)
  }

  private func counter(_ name: String, _ daemon: RunningDaemon) throws -> Int {
    try Int(#require(daemon.call("Status")["counters"]?[name]?.number))
  }

  private func sync(_ daemon: RunningDaemon) throws {
    _ = try daemon.call("Sync")
  }

  private func entry(_ follower: Follower, _ daemon: RunningDaemon) throws -> JSONValue {
    let entries = try daemon.call("ListConsumers")["consumers"]?.array ?? []
    return try #require(entries.first { $0["consumer"]?.string == follower.consumer })
  }

  // MARK: Sharing

  @Test func oneEncodingServesAllWhoAreOwedTheSame() throws {
    let daemon = try daemon()
    let groups: [JSONValue] = [
      [:], ["mode": "snapshot"], ["select": ["styles/**"]], ["select": ["constants/base"]],
      ["context": ["device": "pad"]],
    ]
    let followers = try groups.map { group in try (0..<10).map { _ in try Follower(daemon, group) } }
    // Mode makes no difference to the first reply.
    #expect(try counter("messagesEncoded", daemon) == groups.count - 1)
    try save(accent: "blue")
    try sync(daemon)
    for (index, group) in followers.enumerated() where index != 3 {
      for follower in group { try follower.take() }
      #expect(Set(group.map(\.digest)).count == 1)
    }
    // Consumers whose selection did not change cost nothing.
    #expect(try counter("messagesEncoded", daemon) == 2 * groups.count - 2)
    #expect(try counter("deltasSent", daemon) == 40)
    let second = try Follower(daemon)
    #expect(second.digest == followers[0][0].digest)
    #expect(try counter("messagesEncoded", daemon) == 2 * groups.count - 1, "a first reply is of the state now")
  }

  private func save(_ text: String, _ daemon: RunningDaemon, to consumers: [Follower]) throws {
    try save(accent: text)
    for follower in consumers { #expect(try follower.take() == "delta") }
  }

  /// Most consumers are in the state of the one before them. One whose socket takes the whole message costs one system call.
  @Test func oneSystemCallAConsumer() throws {
    let plan = FaultPlan()
    let daemon = try RunningDaemon(.inTest(directory, bundles: ["aurora"]), intercepting: plan.decide)
    let asking = try daemon.connect()
    var followers: [Follower] = []
    for count in [3, 40] {
      while followers.count < count { followers.append(try Follower(daemon)) }
      for (length, files) in [(10, 0), (5000, 0), (50_000, 1)] {
        // Its answer comes after all earlier work.
        _ = try asking.call("io.livery.Theme.Sync")
        plan.begin(nil)
        try save(String(repeating: "\(count % 10)", count: length), daemon, to: followers)
        let calls = plan.end()
        #expect(calls[.send] == count, "\(length)")
        #expect(calls[.sendFile, default: 0] == files * count)
        #expect(calls[.memoryFile, default: 0] == files)
        #expect(calls[.epollControl, default: 0] == 0 && calls[.setsockopt, default: 0] == 0)
      }
    }
  }

  /// A message that does not fit into the sockets is made once, too.
  @Test func aLargeMessageIsMadeOnce() throws {
    let daemon = try daemon()
    let followers = try (0..<20).map { _ in try Follower(daemon) }
    let before = try counter("messagesEncoded", daemon)
    for number in 0..<3 { try save(String(repeating: "\(number)", count: 2_000_000), daemon, to: followers) }
    #expect(try counter("messagesEncoded", daemon) == before + 3)
    #expect(Set(followers.map(\.digest)).count == 1)
    #expect(followers[0].value("constants", "accent") == .string(String(repeating: "2", count: 2_000_000)))
  }

  @Test func thoseWhoStayAreServedWhoeverLeaves() throws {
    let daemon = try daemon()
    var followers = try (0..<12).map { _ in try Follower(daemon) }
    for (round, index) in [11, 0, 4, 4, 0, 3, 5].enumerated() {
      let gone = followers.remove(at: index)
      _ = try daemon.call("Deregister", ["consumer": .string(gone.consumer)])
      #expect(try gone.take() == "end")
      try save("\(round)", daemon, to: followers)
    }
    #expect(try daemon.call("ListConsumers")["consumers"]?.array?.count == followers.count)
  }

  /// The question is ready before the consumer goes, and both are seen at once.
  @Test func whoHasGoneIsGoneBeforeOthersAreAnswered() throws {
    let daemon = try daemon()
    let asker = try daemon.connect()
    _ = try asker.call("io.livery.Theme.Status")
    var followers = [try Follower(daemon)]
    #expect(try daemon.call("ListConsumers")["consumers"]?.array?.count == 1)
    try daemon.whileItStands {
      try asker.stream("io.livery.Theme.ListConsumers")
      followers.removeAll()
    }
    #expect(try asker.next()?["consumers"] == [])
  }

  /// An initial message is encoded once for a crowd of consumers, however long it is, and is not kept for good.
  @Test func anInitialMessageIsMadeOnceForACrowd() throws {
    try saveMany(10_000)
    let engine = try BundleContents(directory: directory("aurora")).engine(named: "aurora", rootFile: nil)
    let snapshot = engine.open(Context())
    let channel = Channel(snapshot, limits: Limits())
    let since = (snapshot.generation, snapshot.digest)
    func encodings(_ selection: Selection = .everything, since: (Int, String)? = nil) -> Int {
      _ = channel.initialMessage(selection, .delta, since: since)
      return channel.counters.encoded
    }
    #expect([encodings(), encodings(), encodings(since: (0, ""))] == [1, 1, 1])
    #expect(channel.hasLongInitialMessage)
    channel.dropLongInitialMessage()
    #expect(!channel.hasLongInitialMessage)
    #expect([encodings(), encodings()] == [2, 2])
    let some = try Selection(["constants/key-1"])
    #expect([encodings(some), encodings(some)] == [3, 3])
    #expect([encodings(since: since), encodings(since: since)] == [4, 4])
    channel.dropLongInitialMessage()
    #expect(encodings(since: since) == 4, "a short one is kept")
  }

  @Test func whatIsLongIsKeptAsLongAsSomebodyReadsIt() {
    func kept(_ count: Int) -> (CachedMessage, SharedBytes) {
      let bytes = SharedBytes([UInt8](repeating: 1, count: count)[...])
      return (CachedMessage(.bytes(.delta, bytes), strongLimit: 100), bytes)
    }
    #expect(kept(100).0.message?.count == 100)
    #expect(kept(101).0.message == nil)
    let (message, reader) = kept(101)
    #expect(message.message?.count == 101)
    withExtendedLifetime(reader) {}
    #expect(CachedMessage(.nothing, strongLimit: 100).message?.count == 0)
    #expect(CachedMessage(.tooLong(.queue), strongLimit: 100).message?.count == 0)
  }

  @Test func aSelectionFiltersWhatIsSentAndWhatIsCompared() throws {
    try directory.write(
      "aurora/many.json", #"{ "a/b": { "x": 1, "y": 1 }, "c~d": { "x": { "deep": 1 } }, "number": 1 }"#)
    let daemon = try daemon()
    let cases: [([JSONValue], [String])] = [
      (["constants/*"], ["/constants/number"]), (["styles/a~1b/x"], ["/styles/a~1b/x"]),
      (["/styles/c~0d"], ["/styles/c~0d/x/deep"]), (["styles/*/x"], ["/styles/a~1b/x", "/styles/c~0d/x/deep"]),
      (["**/deep"], ["/styles/c~0d/x/deep"]), (["styles/a~1b/y"], []), (["constants/nothing", "styles/b*"], []),
      (["constants", "styles/**/deep"], ["/constants/number", "/styles/c~0d/x/deep"]),
    ]
    let followers = try cases.map { try Follower(daemon, ["select": .array($0.0)]) }
    try directory.write(
      "aurora/many.json", #"{ "a/b": { "x": 2, "y": 1 }, "c~d": { "x": { "deep": 2 } }, "number": 2 }"#)
    try sync(daemon)
    for (follower, (patterns, paths)) in zip(followers, cases) {
      let entry = try entry(follower, daemon)
      #expect(entry["generationSeen"] == entry["generationCurrent"])
      #expect((entry["generationSent"] == entry["generationSeen"]) == !paths.isEmpty, "\(patterns)")
      guard !paths.isEmpty else { continue }
      #expect(try follower.take() == "delta")
      let sent = follower.delta["patch"]?.array?.compactMap { $0["path"]?.string }.sorted()
      #expect(sent == paths, "\(patterns)")
      let selected = try daemon.call("Resolve", ["select": .array(patterns)])["snapshot"]
      #expect(follower.values == ["constants": selected?["constants"] ?? [:], "styles": selected?["styles"] ?? [:]])
    }
  }

  /// The next delta names the causes since the last comparison alone, and its chain begins at the last message.
  @Test func whatChangesOutsideOfASelectionIsComparedOnce() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon, ["select": ["constants/base"]])
    let begin = follower.generation
    for accent in ["blue", "green"] {
      try save(accent: accent)
      try sync(daemon)
    }
    #expect(try entry(follower, daemon)["generationSent"] == .number(Double(begin)))
    try save(accent: "green", base: "wood")
    #expect(try follower.take() == "delta")
    #expect(follower.delta["from"] == .number(Double(begin)))
    #expect(follower.delta["cause"] == [["file": "values.json", "line": 1, "column": 30]])
    #expect(follower.value("constants", "base") == "wood")
  }

  /// A consumer that holds the values of an old generation keeps no state of it.
  @Test func aComparedStateIsFree() throws {
    let engine = try BundleContents(directory: directory("aurora")).engine(named: "aurora", rootFile: nil)
    let snapshot = engine.open(Context())
    var states = (0..<3).map { _ in SharedSnapshot(snapshot) }
    func isFree(_ step: (DeliveryState, SharedSnapshot) -> DeliveryState) -> Bool {
      weak let first = states.first
      var delivery = DeliveryState(SubscriptionOptions(selection: .everything, mode: .delta), at: states.removeFirst())
      guard first != nil else { return false }
      delivery = step(delivery, SharedSnapshot(snapshot))
      return withExtendedLifetime(delivery) { first == nil }
    }
    #expect(isFree { $0.seen($1) })
    #expect(isFree { $0.reported($1) })
    // The first delta of another context begins with the values of this one.
    #expect(!isFree { $0.moved(to: $1) })
  }

  // MARK: Slow readers

  private static let large = 100_000

  /// Saves large values until something waits in the daemon for a consumer that does not read; gives the number of messages
  /// that it is sent before later events.
  private func stall(_ slow: Follower, _ daemon: RunningDaemon) throws -> Int {
    for save in 1...1000 {
      try self.save(accent: String(repeating: "\(save % 10)", count: Self.large))
      try sync(daemon)
      if try entry(slow, daemon)["queuedBytes"]?.number ?? 0 > 0 { return save }
    }
    throw CallError("nothing stalls it")
  }

  /// A consumer does not read while something happens, and then gets one message of this kind for all of it.
  private func check(
    _ event: String, keys: Int = 0, _ change: (inout Limits) -> Void = { _ in },
    _ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation
  ) throws {
    try saveMany(keys)
    let daemon = try daemon(change)
    let slow = try Follower(daemon)
    let messages = try stall(slow, daemon)
    let inFlight = try entry(slow, daemon)["queuedBytes"]
    for _ in 0..<3 {
      try save(accent: "meanwhile")
      try sync(daemon)
      try body()
      try sync(daemon)
    }
    let waiting = try entry(slow, daemon)
    #expect(
      waiting["queuedBytes"] == inFlight, "one message is in flight, and no other is made", sourceLocation: location)
    #expect(waiting["generationSeen"] != waiting["generationCurrent"], sourceLocation: location)
    for _ in 0..<messages { #expect(try slow.take() == "delta", sourceLocation: location) }
    #expect(slow.value("constants", "accent") != "meanwhile", "it is as old as ever", sourceLocation: location)
    #expect(try slow.take() == event, sourceLocation: location)
    guard event != "end" else {
      #expect(
        slow.reason?.contains("the limit `queue` is reached: more than 50000 bytes") == true, "\(slow.reason ?? "")")
      return
    }
    let snapshot = try #require(try daemon.call("Resolve")["snapshot"])
    #expect(slow.digest == snapshot["digest"]?.string, sourceLocation: location)
    #expect(slow.values["constants"] == snapshot["constants"], sourceLocation: location)
    #expect(slow.values["styles"] == snapshot["styles"], sourceLocation: location)
    #expect(try counter("conflated", daemon) == 1, sourceLocation: location)
    // It goes on from there.
    try save(accent: "after")
    #expect(try slow.take() == "delta", sourceLocation: location)
  }

  @Test func whatWaitsIsOneShortDelta() throws {
    try check("delta") { try save(accent: "short", base: "x") }
  }

  @Test func whatWaitsIsALongDeltaThatIsShorterThanTheWhole() throws {
    let half = String(repeating: "h", count: Self.large / 2)
    try check("delta", keys: 10_000) { try save(accent: "short", base: half) }
  }

  @Test func whatWaitsIsTheWholeWhenThatIsShorter() throws {
    try check("snapshot", keys: 1000) {
      try save(accent: "short")
      try saveMany(0)
    }
  }

  @Test func whatWaitsIsLimited() throws {
    // The message in flight is not counted: it has twice as many bytes.
    try check("end", { $0.queue = 50_000 }) { try save(accent: String(repeating: "e", count: Self.large)) }
  }

  @Test func aDeltaThatIsNoMessageAnyMoreIsTheWhole() throws {
    try saveMany(1000)
    let daemon = try daemon { $0.message = 40_000 }
    let follower = try Follower(daemon)
    try saveMany(1)
    #expect(try follower.take() == "snapshot")
    #expect(follower.value("constants", "key-0") == 0)
    #expect(follower.value("constants", "key-1") == nil)
  }

  // MARK: Resuming

  @Test func aRingOfGenerationsIsKept() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    var states = [(follower.generation, follower.digest)]
    for number in 1...70 {
      try save(accent: "\(number)")
      try sync(daemon)
      #expect(try follower.take() == "delta")
      states.append((follower.generation, follower.digest))
    }
    func resume(_ state: (generation: Int, digest: String)) throws -> JSONObject {
      let since: JSONValue = ["generation": .number(Double(state.generation)), "digest": .string(state.digest)]
      return try #require(try daemon.register(["since": since]).next())
    }
    for (index, state) in states.enumerated() {
      let reply = try resume(state)
      #expect(reply["event"] == (index < states.count - 64 ? "snapshot" : "delta"), "\(states.count - index) back")
      guard let delta = reply["delta"] else { continue }
      #expect(delta["from"] == .number(Double(state.0)))
      #expect(delta["to"] == .number(Double(follower.generation)))
      #expect((delta["patch"] == []) == (index == states.count - 1))
      #expect(reply["diagnostics"] == [])
    }
    // Both states have to be right.
    #expect(try resume((follower.generation, states[69].1))["event"] == "snapshot")
    #expect(try resume((follower.generation - 1, follower.digest))["event"] == "snapshot")
  }
}
