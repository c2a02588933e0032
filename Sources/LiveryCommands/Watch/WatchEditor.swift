// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO
import ProcessIO

/// The author's editor on the terminal, which `livery watch` restores before.
final class WatchEditor {
  private let loop: EventLoop
  private let token: UInt64
  private var child: ChildProcess?

  /// - Parameter token: of the loop, for `ended`.
  init(on loop: EventLoop, token: UInt64) {
    self.loop = loop
    self.token = token
  }

  var isOpen: Bool { child != nil }

  /// Starts the editor. The caller has restored the terminal.
  func open(_ command: String) throws(SystemError) {
    let child = try ChildProcess(withOwnStreams: command)
    try loop.register(child.descriptor, token: token, for: .reading)
    self.child = consume child
  }

  /// Takes the outcome of an editor that has ended.
  ///
  /// - Returns: the error message; nil without an error.
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

/// The command that opens a place in the author's editor.
struct EditorCommand {
  /// The value of VISUAL or EDITOR, which may have options.
  let editor: String

  /// VISUAL, else EDITOR, else vi.
  static var ofEnvironment: EditorCommand {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment($0) }.first { !$0.isEmpty }
    return EditorCommand(editor: named ?? "vi")
  }

  /// The command line for the shell. Unknown editors get the line as `+LINE`, as vi, Emacs and nano do.
  func line(_ file: String, line: Int, column: Int) -> String {
    let place = shellQuoted("\(file):\(line):\(column)")
    let arguments =
      switch name {
      case "code", "codium", "code-insiders": "--goto \(place)"
      case "subl", "zed", "hx", "helix": place
      case "kate", "kwrite": "--line \(line) --column \(column) \(shellQuoted(file))"
      case "micro", "kak": "+\(line):\(column) \(shellQuoted(file))"
      default: "+\(line) \(shellQuoted(file))"
      }
    // The standard input of this program may not be the terminal.
    return "\(editor) \(arguments) < /dev/tty"
  }

  /// The last part of the program's path.
  private var name: Substring {
    let program = editor.split(separator: " ").first ?? ""
    return program.split(separator: "/").last ?? program
  }
}
