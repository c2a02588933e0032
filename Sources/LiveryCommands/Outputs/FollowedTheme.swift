// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import JSONText
import LinuxIO
import LiveryConnection
import LiveryProtocol
import OutputConfiguration
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeOutputs
import Varlink

/// The theme that an output follows: a bundle in a context, and the selected values.
struct ThemeKey: Hashable {
  /// The source of the bundle.
  enum Source {
    /// - bundle: its name; nil for the only one.
    case daemon(bundle: String?)
    case directory(String)
  }

  /// The name of the bundle; nil for the daemon's only one.
  @Bytewise var bundle: String?
  /// Of a bundle that is read here, since no daemon serves it; else nil.
  @Bytewise var directory: String?
  let context: Context
  @Bytewise var select: [String]

  init(_ output: ConfiguredOutput, _ source: Source, context: Context) {
    switch source {
    case .daemon(let name): (_bundle, _directory) = (Bytewise(name), Bytewise(nil))
    case .directory(let path): (_bundle, _directory) = (Bytewise(nil), Bytewise(path))
    }
    self.context = context
    _select = Bytewise(Self.selection(output))
  }

  /// The patterns of the values that an output uses; empty for all.
  private static func selection(_ output: ConfiguredOutput) -> [String] {
    switch output.format.group {
    case .any: ["constants/**"]
    case .web, .design, .native: output.select.isEmpty ? ["constants/**"] : output.select
    case .terminal, .desktop, .editor: output.roles.isComplete ? output.roles.allPaths : []
    }
  }
}

/// The theme of one or more outputs, kept up to date by its own connection. Never blocks.
///
/// `LiveryClient` does this for programs, by tasks: with them the concurrency library would be in `livery`.
final class FollowedTheme {
  let key: ThemeKey
  /// Of the loop, for the connection and for deadlines.
  let token: UInt64
  /// Nil before the first state.
  private(set) var state: FollowedState?
  /// The references of the state: the daemon is asked once a generation, if an output writes them.
  private var references: (generation: Int, table: BytewiseDictionary<String>)?
  /// Whether the state is the daemon's.
  private(set) var isLive = false
  /// The reason why it is not live; nil while it is, or before the first answer.
  private(set) var problem: OutputProblem?
  /// Whether the daemon answers with a refusal.
  private(set) var isRejected = false

  private let loop: EventLoop
  private let search: SocketSearch
  private var stream: MessageStream?
  private var backoff = Backoff()

  /// The maximum bytes of a message.
  private static let messageLimit = 64 << 20
  /// Reads for one event, so that one theme does not hold up the others.
  private static let readsAtOnce = 64
  /// The maximum seconds to the first state: a daemon may load a large bundle before it answers.
  static let usualTimeout = 30
  private let timeout: UInt64

  /// - Parameter timeout: seconds to the first state; nil for 30.
  init(_ key: ThemeKey, _ loop: EventLoop, token: UInt64, search: SocketSearch, timeout: Int?) {
    self.timeout = UInt64(min(timeout ?? Self.usualTimeout, 1_000_000))
    self.key = key
    self.token = token
    self.loop = loop
    self.search = search
  }

  /// The first error without a last good value: the state may lack values because of it.
  var firstError: ThemeInterface.Diagnostic? {
    state?.diagnostics.first { $0.severity == .error && $0.heldBack != true }
  }

  /// The theme with its references.
  func themeWithReferences() throws(OutputProblem) -> OutputTheme? {
    guard let state else { return nil }
    if references?.generation != state.generation {
      let table = try DaemonQuestions(search: search).references(key.bundle, in: key.context)
      references = (state.generation, table)
    }
    var theme = state.theme
    theme.references = references?.table ?? [:]
    return theme
  }

  /// A path of the theme that is like one that it does not have; nil without one. The state has only the selected values.
  func similarPath(to path: String) -> String? {
    DaemonQuestions(search: search).similarPath(to: path, key.bundle, in: key.context)
  }

  // MARK: A bundle that no daemon serves

  /// Reads the bundle here, once.
  private func read(_ directory: String) {
    do throws(CommandFailure) {
      let engine = try LoadedBundle(directory).engine
      let snapshot = engine.open(key.context)
      guard !snapshot.diagnostics.leaveNothing else {
        throw CommandFailure(.noBundle, "\(directory) is not a bundle", help: "name the directory of a bundle")
      }
      state = FollowedState(
        ThemeInterface.Snapshot(snapshot, in: key.context, selecting: try selection(key.select)), nil)
      var table: BytewiseDictionary<String> = [:]
      for reference in snapshot.references(selecting: .everything) { table[reference.path] = reference.target }
      references = (snapshot.generation, table)
      isLive = true
    } catch {
      isRejected = true
      problem = OutputProblem(error.message, help: error.help ?? "`livery check` says what is wrong with a bundle")
    }
  }

  // MARK: The connection

  func connect() {
    if let directory = key.directory { return read(directory) }
    do throws(SocketSearch.Failure) {
      let path = try search.find()
      do throws(SystemError) {
        let socket = try UnixStream(connectingAtOnceTo: path)
        let user = try socket.peerCredentials().user
        guard search.trustedUsers?.contains(user) != false else {
          return lose(
            "another user, \(user), listens at \(path)",
            help: "outputs follow a daemon of their own user, of root or of the user livery")
        }
        let stream = MessageStream(socket, messageLimit: Self.messageLimit)
        try loop.register(stream.socket.descriptor, token: token, for: .reading)
        self.stream = stream
      } catch {
        return lose("\(error)")
      }
    } catch {
      let watched = search.watchSockets.first
      return lose("\(error)", help: watched.map { "`livery watch` listens at \($0); --socket follows it" })
    }
    loop.setDeadline(token, at: MonotonicClock.system.now() + timeout * 1_000_000_000)
    // The call is short: the kernel takes it at once, or the connection is broken, which the next read reports.
    _ = stream?.send(registration.message)
  }

  func close() {
    disconnect()
    loop.clearDeadline(token)
  }

  private func disconnect() {
    if let stream { try? loop.remove(stream.socket.descriptor) }
    stream = nil
  }

  private var registration: Call {
    var call = ThemeInterface.Register()
    call.bundle = key.bundle
    call.name = "livery apply"
    call.context = ThemeInterface.Context(key.context)
    call.select = key.select.isEmpty ? nil : key.select
    call.mode = .delta
    return Call(ThemeInterface.Method.register.fullName, call.object, more: true)
  }

  /// Connects again after the back-off.
  private func lose(_ reason: String, help: String? = nil, isRejected: Bool = false) {
    disconnect()
    isLive = false
    self.isRejected = isRejected
    problem = OutputProblem(reason, help: help ?? "`livery doctor` says how the daemon is")
    loop.setDeadline(token, at: MonotonicClock.system.now() + backoff.next { UInt64.random(in: $0) })
  }

  // MARK: Events

  /// Handles an event of the loop. Returns whether the state changed, or the connection.
  func handle(_ event: EventLoop.Ready) -> Bool {
    guard event.what != .deadline else {
      if stream == nil { connect() } else { lose("the daemon does not answer") }
      return stream == nil
    }
    guard let stream else { return false }
    var isChanged = false
    do {
      for _ in 0..<Self.readsAtOnce {
        guard try stream.receive() else { return isChanged }
        while let message = try stream.nextMessage() {
          try apply(message)
          isChanged = true
          // The message may have ended the stream.
          if self.stream == nil { return true }
        }
      }
      return isChanged
    } catch is FollowedState.Violation {
      lose("a message of the daemon does not fit the state before it")
    } catch is MalformedMessage {
      lose("the daemon sent an invalid message")
    } catch {
      lose("the connection to the daemon is lost")
    }
    return true
  }

  private func apply(_ message: [UInt8]) throws {
    guard let json = JSONTapeValue(parsing: message) else { throw MalformedMessage("no JSON") }
    let reply = try ReplyEnvelope(json)
    if let name = reply.error {
      let parameters = reply.parameters.flatMap { JSONObject(decoding: $0) } ?? JSONObject()
      let failure = CommandFailure(ClientError.refused(CallError(name, parameters)))
      let help = failure.help ?? "`livery bundles` lists the daemon's bundles"
      return lose(failure.message, help: help, isRejected: true)
    }
    let news = ThemeInterface.Register.Reply(lenient: reply.parameters)
    switch news.event {
    case .snapshot:
      guard let snapshot = news.snapshot else { throw FollowedState.Violation() }
      state = FollowedState(snapshot, news.diagnostics)
      // Another daemon may count its generations anew.
      references = nil
    case .delta:
      guard let delta = news.delta, state != nil else { throw FollowedState.Violation() }
      try state?.apply(delta)
    case .diagnostics: state?.replace(news.diagnostics ?? [])
    case .end: return lose(news.reason ?? "the daemon ended the stream")
    case .other: return
    }
    guard reply.continues else { return lose("the daemon ended the stream") }
    isLive = true
    isRejected = false
    problem = nil
    loop.clearDeadline(token)
    backoff.reset()
  }
}
