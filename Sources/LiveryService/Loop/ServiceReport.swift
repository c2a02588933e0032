// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import SystemdIO

/// Reports to the service manager, by deadlines of the daemon's loop: two lines of status a second at most, and the watchdog at half
/// of its time.
final class ServiceReport {
  private let manager: ServiceManager
  private let loop: EventLoop
  private let clock: MonotonicClock
  /// The last sent status.
  private var sent = ""
  private var isDue = false
  private var isOver = false

  /// Nanoseconds from a change to its report.
  private static let delay: UInt64 = 500_000_000

  init?(_ manager: ServiceManager?, loop: EventLoop, clock: MonotonicClock) {
    guard let manager else { return nil }
    self.manager = manager
    self.loop = loop
    self.clock = clock
  }

  /// Reports that the daemon is ready.
  func begin(_ status: String) {
    sent = status
    manager.send(.ready, .status(status))
    keepAlive()
  }

  /// Schedules a status, since a part of it may have changed.
  func changed() {
    guard !isDue, !isOver else { return }
    isDue = true
    loop.setDeadline(Event.statusDue.token, at: clock.now() + Self.delay)
  }

  /// Sends a status that differs from the last one.
  func send(status: String) {
    isDue = false
    guard status != sent, !isOver else { return }
    sent = status
    manager.send(.status(status))
  }

  func keepAlive() {
    guard let watchdog = manager.watchdog else { return }
    manager.send(.alive)
    loop.setDeadline(Event.watchdogDue.token, at: clock.now() + watchdog / 2)
  }

  func reloading() { manager.send(.reloading(at: clock.now())) }

  /// Reports the end of a reload, successful or not.
  func reloaded() {
    manager.send(.ready)
    changed()
  }

  func stopping() {
    isOver = true
    manager.send(.stopping, .status("ending the streams of consumers"))
  }
}
