// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// The listener of a service manager whose daemon cannot start.
///
/// systemd starts a service again as long as a connection waits on its socket, and gives up the socket after some starts: then a
/// fixed configuration has no effect until the socket is started by hand. So the connections that wait are closed.
package struct RefusingListener: ~Copyable {
  private let listener: UnixListener
  private let loop: EventLoop

  /// Nanoseconds between two starts. With our units, ten starts a minute are too many.
  private static let pause: UInt64 = 7_000_000_000

  package init(_ listener: consuming UnixListener, clock: MonotonicClock = .system) throws(SystemError) {
    let loop = try EventLoop(clock: clock)
    try loop.register(listener.descriptor, token: 0, for: .reading)
    loop.setDeadline(1, at: clock.now() + Self.pause)
    self.loop = loop
    self.listener = listener
  }

  /// Closes the connections that wait. If there were any, closes new ones as well for 7 s, to delay the next start.
  package borrowing func refuseAll() throws(SystemError) {
    var ready = try loop.poll()
    while !ready.isEmpty {
      while let connection = try listener.accept() { _ = consume connection }
      if ready.contains(where: { $0.token == 1 }) { return }
      ready = try loop.wait()
    }
  }
}
