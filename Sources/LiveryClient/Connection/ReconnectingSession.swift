// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection
import LiveryProtocol
import Varlink

/// Keeps the state of one theme up to date until it is stopped: connects, registers, follows, and reconnects.
///
/// It belongs to the thread that waits on its loop. It never blocks.
final class ReconnectingSession {
  /// The number of tokens of the loop that a session uses, from its first one on.
  static let tokenCount: UInt64 = 2
  /// Bytes.
  private static let messageLimit = 64 << 20
  /// Reads for one event, so that a daemon that writes without a pause does not block other themes.
  private static let readsAtOnce = 64
  /// Nanoseconds after which a live connection resets the back-off.
  private static let stableAfter = Backoff.longest
  /// Nanoseconds from connecting to the first state. A daemon may load a large bundle before it answers.
  private static let maximumSilence: UInt64 = 30_000_000_000
  /// Nanoseconds from a change to the write of the cache.
  private static let cacheDelay: UInt64 = 1_000_000_000

  private var options: Theme.Options
  private let publisher: StatePublisher
  private let loop: EventLoop
  private let socketToken: UInt64
  private var cacheToken: UInt64 { socketToken + 1 }
  private let environment: Environment
  private let search: SocketSearch

  private var connection: Connection?
  private var backoff = Backoff()
  /// A user ended the registration: the session does not reconnect by itself.
  private var isDeregistered = false
  /// The time at which the connection became live.
  private var liveSince: UInt64?
  /// The last time at which the values were the daemon's; nil while the connection is live, and before it first is.
  private var lastLive: Theme.Timestamp?
  /// The last state from a daemon, if the next stream may continue from it.
  private var resumable: Theme.Snapshot?
  private var cache: SnapshotCache?
  private var cacheIsDue = false
  private var phase = Phase.new

  private enum Phase { case new, started, stopped }

  /// - Parameters:
  ///   - token: the first of `tokenCount` tokens of the loop.
  ///   - search: finds the daemon's socket.
  init(
    _ options: Theme.Options, _ publisher: StatePublisher, loop: EventLoop, token: UInt64, environment: Environment,
    search: SocketSearch
  ) {
    self.options = options
    self.publisher = publisher
    self.loop = loop
    self.environment = environment
    self.search = search
    socketToken = token
    cache = SnapshotCache(options)
  }

  /// Publishes the cached state, and connects. Only the first call counts, and none after `stop`.
  func start() {
    guard phase == .new else { return }
    phase = .started
    if let cached = cache?.read() {
      lastLive = Theme.Timestamp(secondsSince1970: cached.savedAt)
      publisher.publish { state in
        state.snapshot = cached.snapshot
        state.connection = .stale(since: Theme.Timestamp(secondsSince1970: cached.savedAt))
      }
    }
    connect()
  }

  /// Closes the connection for good.
  func stop() {
    phase = .stopped
    disconnect()
    loop.clearDeadline(socketToken)
    loop.clearDeadline(cacheToken)
    writeCache()
  }

  /// Registers again in another context. The values stay until those of the new context arrive. Before `start` it only chooses the
  /// context.
  func change(to context: Theme.Context) {
    guard options.context != context else { return }
    writeCache()
    options.context = context
    cache = SnapshotCache(options)
    guard phase == .started else { return }
    resumable = nil
    disconnect()
    loop.clearDeadline(socketToken)
    liveSince = nil
    backoff.reset()
    isDeregistered = false
    becomeStale()
    connect()
  }

  /// Registers again after a user ended the registration; does nothing otherwise.
  func reconnect() {
    guard isDeregistered, phase == .started else { return }
    isDeregistered = false
    backoff.reset()
    becomeStale()
    connect()
  }

  /// Handles an event of the loop.
  func handle(_ event: EventLoop.Ready) {
    if event.token == cacheToken { return writeCache() }
    if event.what == .deadline { return deadlineCame() }
    guard let connection else { return }
    do throws(Loss) {
      if event.what.contains(.writable) { try connection.flush(loop, socketToken) }
      if !event.what.isDisjoint(with: [.readable, .hungUp]) { try receive(connection) }
    } catch {
      lose(error)
    }
  }

  // MARK: The connection

  private func deadlineCame() {
    guard connection != nil else { return connect() }
    // The first state may have come in the same batch.
    if liveSince == nil { lose(Loss("the daemon does not answer")) }
  }

  private func connect() {
    do throws(Loss) {
      let path: String
      do throws(SocketSearch.Failure) {
        path = try search.find(for: options.bundle)
      } catch {
        throw Loss("\(error)")
      }
      let session = resumable.map { Session(resuming: $0, options) } ?? Session(options)
      let registration = options.registration(since: resumable?.origin)
      let call = Call(ThemeInterface.Method.register.fullName, registration.object, more: true)
      let connection = try Connection(path, session, sending: call.message, messageLimit: Self.messageLimit)
      try connection.register(loop, socketToken)
      self.connection = connection
      loop.setDeadline(socketToken, at: environment.clock.now() + Self.maximumSilence)
      try connection.flush(loop, socketToken)
    } catch {
      lose(error)
    }
  }

  private func disconnect() {
    connection?.remove(loop)
    connection = nil
  }

  private func receive(_ connection: Connection) throws(Loss) {
    var news = News()
    // News from before the loss of the connection counts.
    defer { publish(news) }
    for _ in 0..<Self.readsAtOnce {
      guard try connection.read() else { return }
      while let message = try connection.nextMessage() {
        let event: Session.Event
        do throws(Session.Violation) {
          event = try connection.session.apply(message)
        } catch {
          throw Loss(error.reason, canResume: false)
        }
        switch event {
        case .state(let snapshot, let diagnostics):
          news.snapshot = snapshot
          news.diagnostics = diagnostics ?? news.diagnostics
        case .diagnostics(let diagnostics): news.diagnostics = diagnostics
        case .end(let reason): throw Loss(reason)
        case .refused(let rejection, let reason): throw Loss(reason, rejection: rejection)
        case .nothing: break
        }
      }
    }
  }

  /// The news of one event.
  private struct News {
    var snapshot: Theme.Snapshot?
    var diagnostics: [Theme.Diagnostic]?
  }

  private func publish(_ news: News) {
    guard news.snapshot != nil || news.diagnostics != nil else { return }
    if let snapshot = news.snapshot {
      resumable = snapshot
      if liveSince == nil {
        liveSince = environment.clock.now()
        loop.clearDeadline(socketToken)
      }
      scheduleCache()
    }
    publisher.publish { state in
      state.snapshot = news.snapshot ?? state.snapshot
      state.diagnostics = news.diagnostics ?? state.diagnostics
      state.connection = .live
      state.problem = nil
    }
  }

  private func lose(_ loss: Loss) {
    disconnect()
    let now = environment.clock.now()
    if let liveSince, now - liveSince >= Self.stableAfter { backoff.reset() }
    liveSince = nil
    if !loss.canResume { resumable = nil }
    isDeregistered = loss.rejection == .deregistered
    if isDeregistered {
      loop.clearDeadline(socketToken)
    } else {
      loop.setDeadline(socketToken, at: now + backoff.next(environment.random))
    }
    becomeStale(loss.reason, loss.rejection)
  }

  /// - Parameters:
  ///   - problem: the reason, if it is a problem.
  ///   - rejection: set when the daemon refused.
  private func becomeStale(_ problem: String? = nil, _ rejection: Theme.Rejection? = nil) {
    let now = Theme.Timestamp(secondsSince1970: environment.secondsSince1970())
    publisher.publish { state in
      if state.connection == .live { lastLive = now }
      if let rejection {
        state.connection = .rejected(rejection)
      } else if state.snapshot.isReady {
        state.connection = .stale(since: lastLive ?? now)
      } else {
        state.connection = .connecting
      }
      state.problem = problem
    }
  }

  // MARK: The cache

  private func scheduleCache() {
    guard cache != nil, !cacheIsDue else { return }
    cacheIsDue = true
    loop.setDeadline(cacheToken, at: environment.clock.now() + Self.cacheDelay)
  }

  private func writeCache() {
    guard cacheIsDue else { return }
    cacheIsDue = false
    guard let resumable else { return }
    cache?.write(resumable, at: environment.secondsSince1970())
  }
}
