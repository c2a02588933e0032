// SPDX-License-Identifier: MIT

import LinuxIO
import Synchronization

/// A theme that a Livery daemon keeps up to date, in the context of one program.
///
/// ```swift
/// let theme = Theme(bundle: "aurora")
/// let accent = theme.color("constants/color-accent", default: .black)
/// for await update in theme.updates where update.changed.contains("styles/accent-button") { redraw(update) }
/// ```
///
/// The first getter starts the connection. Getters return the current state: first the cached state of an earlier run (see
/// ``Options/cache``), then the daemon's. While no daemon can be reached, the last values stay, and ``connection`` is stale; the
/// theme tries to connect until it is closed or released.
///
/// It may be used from any thread and task. After a fork without exec the child has no themes. It is also the namespace of the
/// library's types, each in its own file.
public final class Theme: Sendable, ThemeReadable {
  /// The options of the initializer; `setContext` does not change them.
  public let options: Options
  let publisher: StatePublisher
  private let connectionPhase = Mutex(Phase.idle)

  private enum Phase {
    case idle
    case open(ClientThread, UInt64)
    case closed
    /// A test publishes the states.
    case fed
  }

  /// A theme by the name of its bundle; nil while the daemon serves exactly one.
  public convenience init(bundle: String? = nil, context: Context = Context()) {
    self.init(Options(bundle: bundle, context: context))
  }

  /// A theme.
  public init(_ options: Options) {
    self.options = options
    publisher = StatePublisher()
  }

  /// A theme whose states another object publishes.
  init(fedBy publisher: StatePublisher) {
    options = Options(cache: .off)
    self.publisher = publisher
    connectionPhase.withLock { $0 = .fed }
  }

  deinit { close() }

  // MARK: The current state

  /// The current state. It does not change with the theme.
  public var snapshot: Snapshot {
    connect()
    return publisher.snapshot
  }

  /// Whether the values are current.
  public var connection: Connection {
    connect()
    return publisher.state.connection
  }

  /// Why the connection is not live, as a sentence for people; nil without a problem.
  public var problem: String? {
    connect()
    return publisher.state.problem
  }

  /// The problems of the theme's files.
  public var diagnostics: [Diagnostic] {
    connect()
    return publisher.state.diagnostics
  }

  /// Looks up a path.
  public func lookup(_ path: Path) -> Lookup { snapshot.lookup(path) }

  // MARK: The connection

  /// Starts to connect, and returns at once. Every getter does the same; an early call gives the daemon time to answer before
  /// the first getter.
  public func connect() {
    let problem = connectionPhase.withLock { phase -> SystemError? in
      guard case .idle = phase else { return nil }
      do throws(SystemError) {
        let (thread, number) = try ClientThread.join()
        phase = .open(thread, number)
        thread.send(.open(number, options, publisher))
        return nil
      } catch {
        return error
      }
    }
    // The next getter tries again.
    if let problem { publisher.publish { $0.problem = "\(problem)" } }
  }

  /// Waits until there are values, from the daemon or from the cache.
  ///
  /// - Returns: nil when the theme was closed or the task was cancelled before.
  public func ready() async -> Snapshot? {
    for await update in updates where update.snapshot.isReady { return update.snapshot }
    return nil
  }

  /// Waits for values as ``ready()`` does, up to a limit.
  ///
  /// - Returns: nil when there are no values by then.
  public func ready(within limit: Duration) async -> Snapshot? {
    await withTaskGroup(of: Snapshot?.self) { group in
      group.addTask { await self.ready() }
      group.addTask {
        try? await Task.sleep(for: limit)
        let snapshot = self.snapshot
        return snapshot.isReady ? snapshot : nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  /// Follows the theme in another context, after the device was turned or another theme was chosen. The values stay until
  /// those of the new context arrive, and readers get only the differences.
  public func setContext(_ context: Context) {
    connect()
    connectionPhase.withLock { phase in
      guard case .open(let thread, let number) = phase else { return }
      thread.send(.change(number, context))
    }
  }

  /// Registers again after a user ended the registration, see ``Rejection/deregistered``. Does nothing otherwise.
  public func reconnect() {
    connectionPhase.withLock { phase in
      guard case .open(let thread, let number) = phase else { return }
      thread.send(.reconnect(number))
    }
  }

  /// Closes the connection for good. The values stay, and updates end.
  public func close() {
    connectionPhase.withLock { phase in
      if case .open(let thread, let number) = phase { thread.send(.close(number)) }
      phase = .closed
    }
    publisher.publish { $0.connection = .closed }
  }
}
