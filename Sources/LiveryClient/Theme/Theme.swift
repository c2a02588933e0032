// SPDX-License-Identifier: MIT

import LinuxIO
import Synchronization

/// A theme that a Livery daemon keeps up to date, as one program sees it.
///
/// ```swift
/// let theme = Theme(bundle: "aurora")
/// let accent = theme.color("constants/color-accent", default: .black)
/// for await update in theme.updates where update.changed.contains("styles/accent-button") { redraw(update) }
/// ```
///
/// Nothing is connected before the theme is first asked for something. Getters give what is known at that moment: at first
/// what an earlier run of the program kept (see ``Options/cache``), then what the daemon says. While no daemon can be
/// reached the last values stay, and ``connection`` says so; the theme looks for a daemon on its own until it is closed or
/// let go of.
///
/// All of it may be used from any thread and task. A process that forks without exec has no themes in the child.
public final class Theme: Sendable, ThemeReadable {
  /// What it was made with; `setContext` does not change this.
  public let options: Options
  let board: Board
  private let link = Mutex(Phase.idle)

  private enum Phase {
    case idle
    case open(ClientThread, UInt64)
    case closed
    /// Nobody connects: a test feeds the board.
    case fed
  }

  /// A theme by the name of its bundle; nil while the daemon serves exactly one.
  public convenience init(bundle: String? = nil, context: Context = Context()) {
    self.init(Options(bundle: bundle, context: context))
  }

  /// A theme.
  public init(_ options: Options) {
    self.options = options
    board = Board()
  }

  /// A theme that shows what is published on a board by somebody else.
  init(fedBy board: Board) {
    options = Options(cache: .off)
    self.board = board
    link.withLock { $0 = .fed }
  }

  deinit { close() }

  // MARK: What is known

  /// Everything that is known now. Does not change when the theme does.
  public var snapshot: Snapshot {
    connect()
    return board.snapshot
  }

  /// How the values stand to those of the daemon.
  public var connection: Connection {
    connect()
    return board.moment.connection
  }

  /// Why the connection is not live, in a sentence for people; nil while nothing is wrong.
  public var problem: String? {
    connect()
    return board.moment.problem
  }

  /// What is wrong with the theme's files.
  public var diagnostics: [Diagnostic] {
    connect()
    return board.moment.diagnostics
  }

  /// What is at a path.
  public func lookup(_ path: Path) -> Lookup { snapshot.lookup(path) }

  // MARK: The connection

  /// Starts to look for the daemon, and returns at once. Asking for anything does the same; to call this early gives the
  /// daemon time to answer before the first look.
  public func connect() {
    let problem = link.withLock { phase -> SystemError? in
      guard case .idle = phase else { return nil }
      do throws(SystemError) {
        let (thread, number) = try ClientThread.join()
        phase = .open(thread, number)
        thread.send(.open(number, options, board))
        return nil
      } catch {
        return error
      }
    }
    // The next look tries again.
    if let problem { board.publish { $0.problem = "\(problem)" } }
  }

  /// Waits until there are values, of the daemon or those that were kept from an earlier run.
  ///
  /// - Returns: nothing when the theme was closed, or the task cancelled, before.
  public func ready() async -> Snapshot? {
    for await update in updates where update.snapshot.isReady { return update.snapshot }
    return nil
  }

  /// Waits for values as ``ready()`` does, but no longer than this.
  ///
  /// - Returns: nothing when there are no values by then.
  public func ready(within limit: Duration) async -> Snapshot? {
    await withTaskGroup(of: Snapshot?.self) { group in
      group.addTask { await self.ready() }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  /// Follows the theme in another context from now on: the device was turned, another theme was chosen. The values stay
  /// until those of the new context are there, and readers are told only where these differ.
  public func setContext(_ context: Context) {
    connect()
    link.withLock { phase in
      guard case .open(let thread, let number) = phase else { return }
      thread.send(.change(number, context))
    }
  }

  /// Registers again when somebody ended the registration, see ``Rejection/deregistered``. Does nothing otherwise.
  public func reconnect() {
    link.withLock { phase in
      guard case .open(let thread, let number) = phase else { return }
      thread.send(.reconnect(number))
    }
  }

  /// Lets go of the daemon for good. The values stay as they are, and updates end.
  public func close() {
    link.withLock { phase in
      if case .open(let thread, let number) = phase { thread.send(.close(number)) }
      phase = .closed
    }
    board.publish { $0.connection = .closed }
  }
}
