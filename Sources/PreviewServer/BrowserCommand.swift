// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO

/// The command that opens the page in the user's browser: xdg-open(1). It may run as long as the browser.
final class BrowserCommand {
  private var child: ChildProcess?

  private static let notFound: Int32 = 127
  private static let remedy = "open the address in a browser"

  /// - Parameters:
  ///   - page: the path of a file. It is the only argument, since arguments are visible to all users.
  ///   - token: its event says that the command has ended.
  init(page: String, loop: EventLoop, token: UInt64) throws(PreviewFailure) {
    do throws(SystemError) {
      let child = try ChildProcess(
        shell: "command -v xdg-open >/dev/null || exit \(Self.notFound); exec xdg-open \(shellQuoted(page))", input: [],
        output: .errors)
      try loop.register(child.descriptor, token: token, for: .reading)
      self.child = consume child
    } catch {
      throw PreviewFailure("no browser can be started: \(error); \(Self.remedy)")
    }
  }

  /// Takes the outcome of the command that has ended.
  ///
  /// - Returns: what the user has to know; nil for a success.
  func takeFailure() -> String? {
    switch try? child.take()?.wait() {
    case .exited(0), nil: nil
    case .exited(Self.notFound): "xdg-open is not found (package xdg-utils); \(Self.remedy)"
    case .exited(let code): "xdg-open failed with \(code); \(Self.remedy)"
    case .ended(let signal): "xdg-open was ended by signal \(signal); \(Self.remedy)"
    }
  }
}
