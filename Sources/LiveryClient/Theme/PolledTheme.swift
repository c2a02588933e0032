// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection

/// A theme for a program with its own event loop, without a thread of its own: the program waits for a descriptor, and calls a
/// function when it is readable.
///
/// ```swift
/// let theme = try PolledTheme(Theme.Options(bundle: "aurora"))
/// // poll(2), epoll(7), GLib, libuv …: when theme.descriptor is readable,
/// if let update = theme.process() { redraw(update) }
/// ```
///
/// It works like a ``Theme``, within ``process()`` and on the thread that calls it.
public final class PolledTheme: ThemeReadable {
  private let publisher = StatePublisher()
  private let loop: EventLoop
  private let session: ReconnectingSession
  private var seen: ClientState?

  /// Readable when ``process()`` has work: a message came, or a wait is over. It stays the same for the theme's whole life.
  /// It belongs to the theme: programs may only wait for it.
  public let descriptor: Int32

  /// A system call that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The system call and its error, for people.
    public let description: String
  }

  /// Makes the descriptor. The first call of ``process()`` connects.
  public convenience init(_ options: Theme.Options = Theme.Options()) throws(Failure) {
    try self.init(options, environment: .system, search: .here(option: options.socket))
  }

  init(_ options: Theme.Options, environment: Environment, search: SocketSearch) throws(Failure) {
    do throws(SystemError) {
      loop = try EventLoop(clock: environment.clock)
      descriptor = try loop.prepareForWaitingElsewhere()
    } catch {
      throw Failure(description: "\(error)")
    }
    session = ReconnectingSession(options, publisher, loop: loop, token: 0, environment: environment, search: search)
  }

  deinit { close() }

  /// The current state.
  public var snapshot: Theme.Snapshot { publisher.snapshot }

  /// Whether the values are current.
  public var connection: Theme.Connection { publisher.state.connection }

  /// Why the connection is not live, as a sentence for people; nil without a problem.
  public var problem: String? { publisher.state.problem }

  /// The problems of the theme's files.
  public var diagnostics: [Theme.Diagnostic] { publisher.state.diagnostics }

  /// Looks up a path.
  public func lookup(_ path: Theme.Path) -> Theme.Lookup { snapshot.lookup(path) }

  /// Does the pending work, and returns the changes since the last update. Never waits.
  ///
  /// Call it once at the start, and then whenever the descriptor is readable.
  public func process() -> Theme.Update? {
    session.start()
    // Both fail only when the program closed descriptors that are not its own; the values stay.
    for event in (try? loop.poll()) ?? [] { session.handle(event) }
    _ = try? loop.prepareForWaitingElsewhere()
    let state = publisher.state
    defer { seen = state }
    return state.update(since: seen)
  }

  /// Follows the theme in another context from now on, as ``Theme/setContext(_:)`` does.
  public func setContext(_ context: Theme.Context) {
    guard connection != .closed else { return }
    session.change(to: context)
    _ = try? loop.prepareForWaitingElsewhere()
  }

  /// Registers again after a user ended the registration, as ``Theme/reconnect()`` does.
  public func reconnect() {
    session.reconnect()
    _ = try? loop.prepareForWaitingElsewhere()
  }

  /// Closes the connection for good. The values stay.
  public func close() {
    guard connection != .closed else { return }
    session.stop()
    publisher.publish { $0.connection = .closed }
  }
}
