// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection

/// A theme for a program that has an event loop of its own and wants no other thread: a descriptor to wait for, and a call
/// for when it is readable.
///
/// ```swift
/// let theme = try PolledTheme(Theme.Options(bundle: "aurora"))
/// // poll(2), epoll(7), GLib, libuv …: when theme.descriptor is readable,
/// if let update = theme.process() { redraw(update) }
/// ```
///
/// It does everything that a ``Theme`` does, within ``process()`` and on the thread that calls it.
public final class PolledTheme: ThemeReadable {
  private let board = Board()
  private let loop: EventLoop
  private let link: Link
  private var seen: Moment?
  private var isStarted = false

  /// Readable when ``process()`` has something to do: something has come, or a wait is over. It is the same one for the
  /// theme's whole life, and belongs to the theme: it may be waited for, and nothing else.
  public let descriptor: Int32

  /// Why there can be no such theme.
  public struct Failure: Error, CustomStringConvertible {
    /// The system call and what it says, for people.
    public let description: String
  }

  /// Makes the descriptor. Nothing is connected before the first call of ``process()``.
  public convenience init(_ options: Theme.Options = Theme.Options()) throws(Failure) {
    try self.init(options, surroundings: .system, search: .here(option: options.socket))
  }

  init(_ options: Theme.Options, surroundings: Surroundings, search: SocketSearch) throws(Failure) {
    do throws(SystemError) {
      loop = try EventLoop(clock: surroundings.clock)
      descriptor = try loop.prepareForWaitingElsewhere()
    } catch {
      throw Failure(description: "\(error)")
    }
    link = Link(options, board, loop: loop, token: 0, surroundings: surroundings, search: search)
  }

  deinit { close() }

  /// Everything that is known now.
  public var snapshot: Theme.Snapshot { board.snapshot }

  /// How the values stand to those of the daemon.
  public var connection: Theme.Connection { board.moment.connection }

  /// Why the connection is not live, in a sentence for people; nil while nothing is wrong.
  public var problem: String? { board.moment.problem }

  /// What is wrong with the theme's files.
  public var diagnostics: [Theme.Diagnostic] { board.moment.diagnostics }

  /// What is at a path.
  public func lookup(_ path: Theme.Path) -> Theme.Lookup { snapshot.lookup(path) }

  /// Does what there is to do, and says what is new since the last call that said something. Never waits.
  ///
  /// To be called once at the start, and then whenever the descriptor is readable.
  public func process() -> Theme.Update? {
    if !isStarted, connection != .closed {
      isStarted = true
      link.start()
    }
    // Both fail only when the program has closed descriptors that are not its own; the values stay then.
    for event in (try? loop.poll()) ?? [] { link.handle(event) }
    _ = try? loop.prepareForWaitingElsewhere()
    let moment = board.moment
    defer { seen = moment }
    return moment.update(since: seen)
  }

  /// Follows the theme in another context from now on, as ``Theme/setContext(_:)`` does.
  public func setContext(_ context: Theme.Context) {
    guard connection != .closed else { return }
    isStarted = true
    link.change(to: context)
    _ = try? loop.prepareForWaitingElsewhere()
  }

  /// Registers again when somebody ended the registration, as ``Theme/reconnect()`` does.
  public func reconnect() {
    link.reconnect()
    _ = try? loop.prepareForWaitingElsewhere()
  }

  /// Lets go of the daemon for good. The values stay as they are.
  public func close() {
    guard connection != .closed else { return }
    link.stop()
    board.publish { $0.connection = .closed }
  }
}
