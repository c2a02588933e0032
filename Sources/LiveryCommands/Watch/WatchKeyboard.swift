// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TerminalIO
import WatchRendering

/// Reads keys from the terminal on the loop of the daemon.
final class WatchKeyboard {
  private let input: TerminalInput
  private let loop: EventLoop
  private let token: UInt64
  private var reader = KeyReader()

  /// - Parameter token: of the loop, for `read`.
  init(on loop: EventLoop, token: UInt64) throws(SystemError) {
    input = try TerminalInput()
    self.loop = loop
    self.token = token
  }

  /// Begins to read keys.
  func listen() throws(SystemError) { try loop.register(input.descriptor, token: token, for: .reading) }

  /// Leaves the keys to another program.
  func pause() throws(SystemError) { try loop.remove(input.descriptor) }

  /// Makes the terminal deliver single keys. The screen and signals also work without it.
  func enable() { try? input.enableKeyInput() }

  func restore() { try? input.restore() }

  /// The pressed keys; nil when the terminal is gone.
  func read(_ readiness: EventLoop.Readiness) -> [PressedKey]? {
    let bytes = (try? input.read()) ?? []
    return bytes.isEmpty && readiness.contains(.hungUp) ? nil : reader.read(bytes)
  }

  /// Drops keys that were typed ahead.
  func dropTyped() { _ = try? input.read() }
}
