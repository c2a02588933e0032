// SPDX-License-Identifier: GPL-2.0-or-later

import CommandLineInterface
import LinuxIO

/// The command that opens a place in the author's editor.
struct EditorCommand {
  /// The value of VISUAL or EDITOR, which may have options.
  let editor: String

  /// VISUAL, else EDITOR, else vi.
  static var ofEnvironment: EditorCommand {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment($0) }.first { !$0.isEmpty }
    return EditorCommand(editor: named ?? "vi")
  }

  /// The command line for the shell. Editors differ in how they are told the line; those that are not known take `+LINE`, as
  /// vi, Emacs and nano do.
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
    // What the program was started with may be no terminal.
    return "\(editor) \(arguments) < /dev/tty"
  }

  /// The last part of the program's path.
  private var name: Substring {
    let program = editor.split(separator: " ").first ?? ""
    return program.split(separator: "/").last ?? program
  }
}
