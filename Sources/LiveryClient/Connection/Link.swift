// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection
import LiveryProtocol
import Varlink

/// Keeps one theme's board up to date: connects, registers, follows, and does so again when that ends, until it is stopped.
///
/// Belongs to the thread that waits on its loop. Nothing here blocks.
final class Link {
  /// A link has this many tokens of the loop, from its first one on.
  static let tokenCount: UInt64 = 2
  /// The bytes that a message may have.
  private static let messageLimit = 64 << 20
  /// Reads at one turn, so that a daemon that never stops writing does not keep the thread from others.
  private static let readsAtOnce = 64
  /// A connection that was live for so many nanoseconds has been a good one.
  private static let goodAfter = Backoff.longest
  /// From connecting to the first state. A daemon may have much to read before it answers.
  private static let longestSilence: UInt64 = 30_000_000_000
  /// From a change to when the cache has it.
  private static let cacheDelay: UInt64 = 1_000_000_000

  private var options: Theme.Options
  private let board: Board
  private let loop: EventLoop
  private let socketToken: UInt64
  private var cacheToken: UInt64 { socketToken + 1 }
  private let surroundings: Surroundings
  private let search: SocketSearch

  private var wire: Wire?
  private var backoff = Backoff()
  /// Set once the registration was ended by somebody: then the daemon is left alone.
  private var isDeregistered = false
  /// When the connection became live.
  private var liveSince: UInt64?
  /// When the values were the daemon's for the last time; nil while they are, and when they never were.
  private var lastLive: Theme.Timestamp?
  /// The last state that a daemon sent, if the next stream may go on from it.
  private var resumable: Theme.Snapshot?
  private var cache: SnapshotCache?
  private var cacheIsDue = false

  /// - Parameters:
  ///   - token: the first of `tokenCount` tokens of the loop.
  ///   - search: where the socket is looked for.
  init(
    _ options: Theme.Options, _ board: Board, loop: EventLoop, token: UInt64, surroundings: Surroundings,
    search: SocketSearch
  ) {
    self.options = options
    self.board = board
    self.loop = loop
    self.surroundings = surroundings
    self.search = search
    socketToken = token
    cache = SnapshotCache(options)
  }

  /// Publishes what the cache has, and connects.
  func start() {
    if let cached = cache?.read() {
      lastLive = Theme.Timestamp(secondsSince1970: cached.savedAt)
      board.publish { moment in
        moment.snapshot = cached.snapshot
        moment.connection = .stale(since: Theme.Timestamp(secondsSince1970: cached.savedAt))
      }
    }
    connect()
  }

  /// Lets go of the connection.
  func stop() {
    disconnect()
    loop.clearDeadline(socketToken)
    loop.clearDeadline(cacheToken)
    writeCache()
  }

  /// Registers anew, as a program of another context. The values stay until those of the new context are there.
  func change(to context: Theme.Context) {
    guard options.context != context else { return }
    writeCache()
    options.context = context
    cache = SnapshotCache(options)
    resumable = nil
    disconnect()
    loop.clearDeadline(socketToken)
    liveSince = nil
    backoff.reset()
    isDeregistered = false
    becomeStale()
    connect()
  }

  /// Registers again after the daemon was asked to end the registration; does nothing otherwise.
  func reconnect() {
    guard isDeregistered else { return }
    isDeregistered = false
    backoff.reset()
    becomeStale()
    connect()
  }

  /// Does what an event of the loop asks for.
  func handle(_ event: EventLoop.Ready) {
    if event.token == cacheToken { return writeCache() }
    if event.what == .deadline { return deadlineCame() }
    guard let wire else { return }
    do throws(Loss) {
      if event.what.contains(.writable) { try wire.flush(loop, socketToken) }
      if !event.what.isDisjoint(with: [.readable, .hungUp]) { try receive(wire) }
    } catch {
      lose(error)
    }
  }

  // MARK: The connection

  private func deadlineCame() {
    guard wire != nil else { return connect() }
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
      let wire = try Wire(path, session, sending: call.message, messageLimit: Self.messageLimit)
      try wire.register(loop, socketToken)
      self.wire = wire
      loop.setDeadline(socketToken, at: surroundings.clock.now() + Self.longestSilence)
      try wire.flush(loop, socketToken)
    } catch {
      lose(error)
    }
  }

  private func disconnect() {
    wire?.remove(loop)
    wire = nil
  }

  private func receive(_ wire: Wire) throws(Loss) {
    var news = News()
    // What came before the loss is taken over all the same.
    defer { publish(news) }
    for _ in 0..<Self.readsAtOnce {
      guard try wire.read() else { return }
      while let message = try wire.nextMessage() {
        let event: Session.Event
        do throws(Session.Violation) {
          event = try wire.session.apply(message)
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

  /// What one turn has brought.
  private struct News {
    var snapshot: Theme.Snapshot?
    var diagnostics: [Theme.Diagnostic]?
  }

  private func publish(_ news: News) {
    guard news.snapshot != nil || news.diagnostics != nil else { return }
    if let snapshot = news.snapshot {
      resumable = snapshot
      if liveSince == nil {
        liveSince = surroundings.clock.now()
        loop.clearDeadline(socketToken)
      }
      scheduleCache()
    }
    board.publish { moment in
      moment.snapshot = news.snapshot ?? moment.snapshot
      moment.diagnostics = news.diagnostics ?? moment.diagnostics
      moment.connection = .live
      moment.problem = nil
    }
  }

  private func lose(_ loss: Loss) {
    disconnect()
    let now = surroundings.clock.now()
    if let liveSince, now - liveSince >= Self.goodAfter { backoff.reset() }
    liveSince = nil
    if !loss.canResume { resumable = nil }
    isDeregistered = loss.rejection == .deregistered
    if isDeregistered {
      loop.clearDeadline(socketToken)
    } else {
      loop.setDeadline(socketToken, at: now + backoff.next(surroundings.random))
    }
    becomeStale(loss.reason, loss.rejection)
  }

  /// - Parameters:
  ///   - problem: why, when that is one.
  ///   - rejection: set when the daemon answered, and refused.
  private func becomeStale(_ problem: String? = nil, _ rejection: Theme.Rejection? = nil) {
    let now = Theme.Timestamp(secondsSince1970: surroundings.secondsSince1970())
    board.publish { moment in
      if moment.connection == .live { lastLive = now }
      if let rejection {
        moment.connection = .rejected(rejection)
      } else if moment.snapshot.isReady {
        moment.connection = .stale(since: lastLive ?? now)
      } else {
        moment.connection = .connecting
      }
      moment.problem = problem
    }
  }

  // MARK: The cache

  private func scheduleCache() {
    guard cache != nil, !cacheIsDue else { return }
    cacheIsDue = true
    loop.setDeadline(cacheToken, at: surroundings.clock.now() + Self.cacheDelay)
  }

  private func writeCache() {
    guard cacheIsDue, let resumable else { return }
    cacheIsDue = false
    cache?.write(resumable, at: surroundings.secondsSince1970())
  }
}
