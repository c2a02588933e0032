// SPDX-License-Identifier: GPL-2.0-or-later

/// The keys of `livery watch` that are letters.
package enum WatchKey: Character, CaseIterable, Sendable {
  case quit = "q"
  case clear = "c"
  case recheck = "r"
  case delta = "d"
  case context = "v"
  case next = "n"
  case previous = "p"
  case fix = "f"
  case edit = "e"
  case help = "?"

  package var name: String {
    switch self {
    case .quit: "quit"
    case .clear: "clear"
    case .recheck: "check again"
    case .delta: "last delta"
    case .context: "next context"
    case .next: "next finding"
    case .previous: "previous finding"
    case .fix: "fix"
    case .edit: "edit"
    case .help: "help"
    }
  }

  package var summary: String {
    switch self {
    case .quit: "Quit. So does Ctrl-C."
    case .clear: "Clear the changed values."
    case .recheck: "Read all files again and check them."
    case .delta: "Show all values that the last generation changed, or the findings again."
    case .context: "Show the next context that livery.json names, in turn."
    case .next: "Show the next finding first."
    case .previous: "Show the previous finding first."
    case .fix: "Show the safe fixes, and ask whether to write them. `livery fix` does the same."
    case .edit: "Open the first finding in $VISUAL or $EDITOR; without findings the last change."
    case .help: "Show these keys, or the findings again."
    }
  }

  /// The keys that scroll, for the help.
  package static let scrolling = "Scroll: the arrows, PgUp and PgDn, Home and End."
}

/// The distance that a key scrolls.
package enum Scrolling: Sendable, Equatable { case lineUp, lineDown, pageUp, pageDown, start, end }

/// A key that was pressed.
package enum PressedKey: Sendable, Equatable {
  case character(Character)
  case scrolling(Scrolling)
}

/// Decodes the keys in the bytes of a terminal. A control sequence may arrive in pieces.
package struct KeyReader {
  /// The beginning of a control sequence.
  private var pending: [UInt8] = []
  private static let escape: UInt8 = 0x1B
  /// The rest of a longer sequence, which is not a key, is dropped.
  private static let longestSequence = 16

  package init() {}

  /// The keys that these bytes complete. Unknown sequences are dropped.
  package mutating func read(_ bytes: [UInt8]) -> [PressedKey] {
    var keys: [PressedKey] = []
    for byte in bytes {
      guard !pending.isEmpty else {
        if byte == Self.escape {
          pending = [byte]
        } else {
          keys.append(.character(Character(Unicode.Scalar(byte))))
        }
        continue
      }
      if pending.count < Self.longestSequence { pending.append(byte) }
      switch pending.count {
      case 2 where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"): continue
      case 2:
        // The Escape key, then the next key.
        pending = []
        keys.append(.character(Character(Unicode.Scalar(byte))))
      default:
        guard (0x40...0x7E).contains(byte) else { continue }
        if let scrolling = Self.scrolling(pending[2...]) { keys.append(.scrolling(scrolling)) }
        pending = []
      }
    }
    return keys
  }

  /// The key of a sequence of xterm or the Linux console, without `ESC [` or `ESC O`.
  private static func scrolling(_ sequence: ArraySlice<UInt8>) -> Scrolling? {
    switch String(decoding: sequence, as: UTF8.self) {
    case "A": .lineUp
    case "B": .lineDown
    case "5~": .pageUp
    case "6~": .pageDown
    case "H", "1~", "7~": .start
    case "F", "4~", "8~": .end
    default: nil
    }
  }
}
