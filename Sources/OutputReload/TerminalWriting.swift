// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TerminalIO

/// Sends escape sequences to the terminals of this user, which change their colours at once.
///
/// A pseudoterminal may also belong to a program that records or forwards it, where the bytes would do harm: only those whose other
/// side a terminal emulator holds get any.
package struct TerminalWriting: Sendable {
  /// Programs whose windows are terminals, by the names of their files.
  package static let emulators = [
    "alacritty", "black-box", "contour", "foot", "ghostty", "gnome-terminal-server", "kgx", "kitty", "konsole",
    "lxterminal", "mate-terminal", "ptyxis-agent", "qterminal", "rio", "rxvt", "rxvt-unicode", "sakura", "st",
    "terminology", "tilix", "urxvt", "wezterm-gui", "xfce4-terminal", "xterm", "yakuake",
  ]

  let programs: [String]

  /// - Parameter programs: those that count as terminal emulators.
  package init(programs: [String] = TerminalWriting.emulators) { self.programs = programs }

  /// Gives a terminal its own colours again.
  package static let reset = [104, 110, 111, 112, 117, 119].map { Array("\u{1b}]\($0)\u{1b}\\".utf8) }

  /// The outcome for the terminals.
  package struct Outcome: Sendable, Equatable {
    /// Terminals that took all sequences.
    package var reached = 0
    /// Terminals that took only a part, or nothing: they are stopped, or their buffer is full.
    package var skipped = 0
  }

  /// Writes sequences to all terminals. Never waits.
  ///
  /// - Parameter sequences: each a whole one.
  package func write(_ sequences: [[UInt8]]) -> Outcome {
    var outcome = Outcome()
    for number in terminals() {
      switch write(sequences, to: number) {
      case true: outcome.reached += 1
      case false: outcome.skipped += 1
      case nil: break
      }
    }
    return outcome
  }

  /// The sequences of a file of the format `terminals`: each ends with ESC \.
  package static func sequences(of bytes: [UInt8]) -> [[UInt8]] {
    var sequences: [[UInt8]] = []
    var start = 0
    var index = 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), bytes[index - 1] == 0x1b {
        sequences.append(Array(bytes[start...index]))
        start = index + 1
      }
      index += 1
    }
    return sequences
  }

  /// The numbers of the pseudoterminals whose other side an emulator holds.
  func terminals(_ table: ProcessTable = ProcessTable()) -> [UInt32] {
    var numbers: Set<UInt32> = []
    for (process, program) in table.all where programs.contains(program) {
      let directory = "\(table.root)/\(process)/fdinfo"
      for entry in (try? listDirectory(directory)) ?? [] {
        guard let bytes = try? readKernelFile("\(directory)/\(entry.name)", limit: 4096) else { continue }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("tty-index:") {
          if let number = UInt32(line.dropFirst(10).filter(\.isNumber)) { numbers.insert(number) }
        }
      }
    }
    return numbers.sorted()
  }

  /// Whether all was written: no sequence begins after one that was not. Nil for a terminal that is not this user's, or is gone.
  private func write(_ sequences: [[UInt8]], to number: UInt32) -> Bool? {
    guard let terminal = Pseudoterminal(number: number) else { return nil }
    for sequence in sequences where !terminal.write(sequence) { return false }
    return true
  }
}
