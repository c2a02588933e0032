// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO

/// The author's editor on the terminal that `livery watch` has given back meanwhile.
final class WatchEditor {
  private let loop: EventLoop
  private let token: UInt64
  private var child: ChildProcess?

  /// - Parameter token: of the loop, for `ended`.
  init(on loop: EventLoop, token: UInt64) {
    self.loop = loop
    self.token = token
  }

  var isOpen: Bool {
    switch child {
    case .some: true
    case nil: false
    }
  }

  /// Starts the editor. Whoever calls has given the terminal back.
  func open(_ command: String) throws(SystemError) {
    let child = try ChildProcess(withOwnStreams: command)
    try loop.register(child.descriptor, token: token, for: .reading)
    self.child = consume child
  }

  /// The editor has ended.
  ///
  /// - Returns: what went wrong; nil when nothing did.
  func ended() -> String? {
    do throws(SystemError) {
      switch try child.take()?.wait() {
      case .exited(0), nil: return nil
      case .exited(127): return "the editor cannot be found: set VISUAL or EDITOR"
      case .exited(let code): return "the editor ended with \(code)"
      case .ended(bySignal: let signal): return "the editor was ended by signal \(signal)"
      }
    } catch {
      return "the editor cannot be waited for: \(error)"
    }
  }
}
