// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// The listener of a service manager whose daemon cannot start.
///
/// systemd starts a service anew for as long as a connection waits on its socket, and gives up the socket after some starts:
/// then a mended configuration would wait for somebody who starts the socket. So who waits is hung up on.
package struct ClosedDoor: ~Copyable {
  private let listener: UnixListener
  private let loop: EventLoop

  /// With our units, ten starts a minute are too many.
  private static let patience: UInt64 = 7_000_000_000

  package init(_ listener: consuming UnixListener, clock: MonotonicClock = .system) throws(SystemError) {
    let loop = try EventLoop(clock: clock)
    try loop.register(listener.descriptor, token: 0, for: .reading)
    loop.setDeadline(1, at: clock.now() + Self.patience)
    self.loop = loop
    self.listener = listener
  }

  /// Hangs up on who waits, and if there was anybody, on all who come within 7 s: the next start is not before that.
  package borrowing func turnAway() throws(SystemError) {
    var ready = try loop.poll()
    while !ready.isEmpty {
      while let connection = try listener.accept() { _ = consume connection }
      if ready.contains(where: { $0.token == 1 }) { return }
      ready = try loop.wait()
    }
  }
}
