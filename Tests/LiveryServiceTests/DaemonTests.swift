// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import Synchronization
import TestSupport
import Testing
import ThemeEngine
import Varlink

@testable import LiveryConfiguration
@testable import LiveryService

/// The daemon on its socket, where no bundle is needed.
@Suite struct DaemonTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory)
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  /// Sends bytes on a new connection, ends sending, and returns all answers.
  private func exchange(_ daemon: RunningDaemon, _ message: String) throws -> String {
    let stream = try UnixStream(connectingTo: daemon.socket)
    let loop = try EventLoop()
    try loop.register(stream.descriptor, token: 1, for: .reading)
    var rest = Array(message.utf8)[...]
    var answer: [UInt8] = []
    var isSending = true
    while true {
      if isSending, case .sent(let count)? = try? stream.send(rest) { rest = rest.dropFirst(count) }
      if isSending, rest.isEmpty {
        isSending = false
        try stream.endSending()
      }
      try loop.change(stream.descriptor, token: 1, to: isSending ? [.reading, .writing] : .reading)
      _ = try loop.wait()
      // A daemon that closes with calls unread resets the connection: its answers came before.
      guard let outcome = try? stream.read(into: &answer), outcome != .end else { break }
    }
    return String(decoding: answer, as: UTF8.self)
  }

  private static let info = #"{"method":"org.varlink.service.GetInfo"}"# + "\0"

  private func check(
    _ message: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let daemon = try daemon()
    let answers = try exchange(daemon, message).split(separator: "\0").map(String.init)
    #expect(answers == expected, sourceLocation: location)
    #expect(try daemon.call("Status").object != nil, "others go on", sourceLocation: location)
  }

  @Test func introducesItself() throws {
    let daemon = try daemon()
    let connection = try daemon.connect()
    let info = try connection.call("org.varlink.service.GetInfo")
    #expect(info["interfaces"] == ["org.varlink.service", "io.livery.Theme"])
    #expect(info["version"] == .string(productVersion))
    let description = try connection.call(
      "org.varlink.service.GetInterfaceDescription", JSONObject([("interface", "io.livery.Theme")]))
    #expect(description["description"] == .string(Interface.theme.description))
  }

  @Test func answersErrors() throws {
    func error(_ name: String, _ parameters: String) -> [String] {
      [#"{"parameters":\#(parameters),"error":"\#(name)"}"#]
    }
    func theme(_ call: String) -> String { #"{"method":"io.livery.Theme.\#(call)}"# + "\0" }
    try check(
      #"{"method":"a.b.C"}"# + "\0", error("org.varlink.service.InterfaceNotFound", #"{"interface":"a.b"}"#))
    try check(
      theme(#"Nothing""#), error("org.varlink.service.MethodNotFound", #"{"method":"io.livery.Theme.Nothing"}"#))
    try check(theme(#"Register""#), error("org.varlink.service.ExpectedMore", "{}"))
    try check(
      theme(#"Register","more":true,"parameters":{"name":7}"#),
      error("org.varlink.service.InvalidParameter", #"{"parameter":"name"}"#))
    try check(theme(#"Register","more":true"#), error("io.livery.Theme.BundleRequired", #"{"bundles":[]}"#))
    try check(theme(#"Sync""#), error("io.livery.Theme.BundleRequired", #"{"bundles":[]}"#))
    try check(
      theme(#"Sync","parameters":{"bundle":"x"}"#), error("io.livery.Theme.BundleNotFound", #"{"bundle":"x"}"#))
    for name in ["c1", "c01", "7", ""] {
      try check(
        theme(#"Deregister","parameters":{"consumer":"\#(name)"}"#),
        error("io.livery.Theme.NoSuchConsumer", #"{"consumer":"\#(name)"}"#))
    }
    try check(
      theme(#"Register","more":true,"parameters":{"name":"\#(String(repeating: "x", count: 257))"}"#),
      error("io.livery.Theme.LimitExceeded", #"{"limit":"consumerName","value":256}"#))
  }

  @Test func answersCallsInOrderAndOnewayOnesNot() throws {
    try check(
      """
      {"method":"io.livery.Theme.ListConsumers"}\0{"method":"io.livery.Theme.ListBundles"}\0\
      {"method":"io.livery.Theme.ListBundles","oneway":true}\0{"method":"a.b.C","oneway":true}\0\
      {"method":"io.livery.Theme.Register","oneway":true}\0{"method":"io.livery.Theme.ListConsumers","more":true}\0
      """,
      [
        #"{"parameters":{"consumers":[]}}"#, #"{"parameters":{"bundles":[]}}"#, #"{"parameters":{"consumers":[]}}"#,
      ])
  }

  @Test func closesWhatMakesNoSense() throws {
    try check("hello\0", [])
    try check("\0", [])
    try check("[]\0" + Self.info, [])
    try check("{\"method\":7}\0", [])
    try check(#"{"method":"io.livery.Theme.ListBundles"}"# + "\0x\0" + Self.info, [#"{"parameters":{"bundles":[]}}"#])
    try check(String(repeating: "[", count: 100_000) + "\0", [])
    try check(String(repeating: " ", count: 1 << 20 + 1), [])
    try check(#"{"method":"#, [])
  }

  /// The daemon stops reading from a client that does not read its answers. The client gets all of them in the end.
  @Test func answersManyCallsOfOneConnection() throws {
    let daemon = try daemon()
    let answers = try exchange(daemon, String(repeating: Self.info, count: 20_000))
    #expect(answers.utf8.count(where: { $0 == 0 }) == 20_000)
  }

  @Test func turnsAwayWhoIsOneTooMany() throws {
    let daemon = try daemon { $0.limits.connectionsPerUser = 2 }
    let first = try daemon.connect()
    var second: VarlinkConnection? = try daemon.connect()
    _ = try first.call("io.livery.Theme.Status")
    _ = try second?.call("io.livery.Theme.Status")
    let refusal = ClientError.refused(
      CallError(
        "io.livery.Theme.LimitExceeded", JSONObject([("limit", "connectionsPerUser"), ("value", 2)])))
    #expect(throws: refusal) { try daemon.call("Status") }
    _ = try second?.call("io.livery.Theme.Status")

    second = nil
    // The daemon knows of the end when it answers a later call.
    _ = try first.call("io.livery.Theme.Status")
    #expect(try daemon.call("Status")["consumers"] == 0)
  }

  @Test func countsAllConnections() throws {
    let daemon = try daemon { $0.limits.connections = 1 }
    let first = try daemon.connect()
    _ = try first.call("io.livery.Theme.Status")
    let refusal = ClientError.refused(
      CallError("io.livery.Theme.LimitExceeded", JSONObject([("limit", "connections"), ("value", 1)])))
    #expect(throws: refusal) { try daemon.call("Status") }
  }

  @Test func reportsItsLimitsAsDescribed() throws {
    let daemon = try daemon { $0.limits.stalled = 7 }
    let status = try daemon.call("Status")
    let fields = try #require(Interface.theme.methods["Status"]).reply
    #expect(Interface.theme.firstMismatch(in: try #require(status.object), with: fields) == nil)
    #expect(status["limits"]?["stalled"] == 7)
    #expect(status["version"] == .string(productVersion))
  }

  @Test func isTheOnlyOneOnItsSocket() throws {
    let daemon = try daemon()
    #expect {
      try RunningDaemon(DaemonConfiguration.inTest(directory))
    } throws: { error in
      guard case DaemonError.socket(let error) = error else { return false }
      return error.errno == .addressInUse
    }
    _ = try daemon.call("Status")
    daemon.stop()
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
    _ = try self.daemon().call("Status")
  }

  /// A daemon that fails to start leaves no socket to connect to.
  @Test func saysWhichBundleIsMissing() throws {
    let plan = FaultPlan()
    #expect {
      try RunningDaemon(DaemonConfiguration.inTest(directory, bundles: ["nothing"]), intercepting: plan.decide)
    } throws: { error in
      guard case DaemonError.bundle(let error) = error else { return false }
      return error.errno == .noSuchFile && error.path?.hasSuffix("nothing") == true
    }
    #expect(plan.end()[.bind] == nil)
  }

  /// A client that connects while the bundle is read waits until everything is loaded.
  @Test func listensBeforeItReads() throws {
    try directory.write("theme/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try directory.write("theme/values.json", #"{ "gap": 4 }"#)
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["theme"])
    configuration.stateDirectory = directory("state")
    let early = Mutex<VarlinkConnection?>(nil)
    let calls = Mutex<[SystemCall]>([])
    let socket = configuration.socketPath
    let daemon = try RunningDaemon(
      configuration,
      intercepting: { call in
        let isFirstLook = calls.withLock { calls in
          calls.append(call)
          return call == .opendir && !calls.dropLast().contains(.opendir)
        }
        if isFirstLook { early.withLock { $0 = try? VarlinkConnection(path: socket) } }
        return .none
      })
    let made = calls.withLock { $0 }
    let listening = try #require(made.firstIndex(of: .listen))
    #expect(!made[..<listening].contains(.opendir))
    #expect(!made[..<listening].contains(.rename), "and before it waits for the disk")
    let answer = try early.withLock { try $0?.call("io.livery.Theme.ListBundles") }
    #expect(answer?["bundles"]?.array?.first?["generation"] == 1)
    withExtendedLifetime(daemon) {}
  }

  /// A daemon that cannot have its socket leaves the state directory of the running daemon alone.
  @Test func leavesTheStateToWhoListens() throws {
    try directory.write("theme/theme.inc.json", "{}")
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["theme"])
    configuration.stateDirectory = directory("state")
    try makeDirectory(directory("run"), mode: 0o700)
    let other = try UnixListener(path: configuration.socketPath, mode: 0o600)
    #expect {
      try RunningDaemon(configuration)
    } throws: { error in
      guard case DaemonError.socket(let error) = error else { return false }
      return error.errno == .addressInUse
    }
    #expect(try directory.names(in: "state").isEmpty)
    withExtendedLifetime(other) {}
  }

  @Test func writesNothingForABundleThatIsAsItWas() throws {
    try directory.write("theme/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try directory.write("theme/values.json", #"{ "gap": 4 }"#)
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["theme"])
    configuration.stateDirectory = directory("state")
    let plan = FaultPlan()
    func generationAndWrites() throws -> (JSONValue?, Int) {
      plan.begin(nil)
      let daemon = try RunningDaemon(configuration, intercepting: plan.decide)
      let generation = try daemon.call("ListBundles")["bundles"]?.array?.first?["generation"]
      defer { daemon.stop() }
      return (generation, plan.end()[.rename, default: 0])
    }
    #expect(try generationAndWrites() == (1, 1))
    #expect(try generationAndWrites() == (1, 0))
    try directory.write("theme/values.json", #"{ "gap": 5 }"#)
    #expect(try generationAndWrites() == (2, 1))
  }

  @Test func refusesBundlesOfOneName() throws {
    for folder in ["a/theme", "b/theme"] { try directory.write("\(folder)/theme.inc.json", "{}") }
    #expect(throws: DaemonError.sameName("theme")) {
      try RunningDaemon(DaemonConfiguration.inTest(directory, bundles: ["a/theme", "b/theme"]))
    }
  }

  @Test func hasADescriptionForEachError() throws {
    var names: Set<String> = []
    for error in [
      CallError.bundleNotFound("a"), .bundleRequired(["a"]), .bundleExists("a", "/a"), .bundleUnreadable("/a", "why"),
      .noSuchConsumer("c1"), .noSuchGeneration(3), .limitExceeded("depth", 64),
      .notSaved("why"), .noSuchPath("a", meant: "b"), .noSuchPath("a", meant: nil),
      .init(.unknownTheme("a", themes: ["b"])), .init(.unknownConstant("a", meant: "b")),
      .init(.unknownConstant("a", meant: nil)), .init(.unknownStyle("a", meant: "b")),
      .init(.badValue("why", help: "how")), .init(.badValue("why", help: nil)),
      .badConfiguration(
        BadConfiguration(problems: [
          ConfigurationProblem(message: "what"),
          ConfigurationProblem(
            place: ConfigurationPlace(file: "f", line: 1, column: 2), message: "what", help: "how"),
        ])),
    ] {
      let name = try #require(error.name.split(separator: ".").last)
      names.insert(String(name))
      let fields = try #require(Interface.theme.errors[String(name)])
      #expect(Interface.theme.firstMismatch(in: error.parameters, with: fields) == nil)
    }
    #expect(names == Set(Interface.theme.errors.keys), "each is held against its description")
  }
}
