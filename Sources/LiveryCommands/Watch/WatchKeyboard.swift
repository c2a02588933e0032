// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TerminalIO
import WatchRendering

/// The keyboard of the terminal on the loop of the daemon.
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

  /// Has the loop report pressed keys.
  func listen() throws(SystemError) { try loop.register(input.descriptor, token: token, for: .reading) }

  /// Leaves pressed keys to another program.
  func pause() throws(SystemError) { try loop.remove(input.descriptor) }

  /// Has the terminal deliver key by key. Without that the screen and signals still work.
  func enable() { try? input.enableKeyInput() }

  func restore() { try? input.restore() }

  /// The keys that were pressed. Nil when the terminal is gone.
  func read(_ readiness: EventLoop.Readiness) -> [PressedKey]? {
    let bytes = (try? input.read()) ?? []
    return bytes.isEmpty && readiness.contains(.hungUp) ? nil : reader.read(bytes)
  }

  /// Drops keys that were typed ahead.
  func dropTyped() { _ = try? input.read() }
}
