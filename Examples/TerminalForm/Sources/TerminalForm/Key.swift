// SPDX-License-Identifier: MIT

/// A key that the form knows.
enum Key: Equatable {
  case character(Character)
  case tab
  case backTab
  case up
  case down
  case enter
  case backspace
  case escape
  case interrupt
  case language
}

/// Makes keys of the bytes of a terminal. A character that is cut in two waits for its rest.
struct KeyDecoder {
  private var pending: [UInt8] = []

  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var rest = (pending + bytes)[...]
    pending = []
    var keys: [Key] = []
    while let byte = rest.first {
      switch byte {
      case 0x1B where rest.count > 1:
        let sequence = rest.prefix { !(0x40...0x7E).contains($0) || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "O") }
        let final = rest.dropFirst(sequence.count).first
        rest = rest.dropFirst(sequence.count + 1)
        switch final {
        case UInt8(ascii: "A"): keys.append(.up)
        case UInt8(ascii: "B"): keys.append(.down)
        case UInt8(ascii: "Z"): keys.append(.backTab)
        default: break
        }
        continue
      case 0x1B: keys.append(.escape)
      case 0x03: keys.append(.interrupt)
      case 0x09: keys.append(.tab)
      case 0x0C: keys.append(.language)
      case 0x0A, 0x0D: keys.append(.enter)
      case 0x08, 0x7F: keys.append(.backspace)
      case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
      case 0xC2...0xF4:
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        guard rest.count >= length else {
          pending = Array(rest)
          return keys
        }
        keys += String(decoding: rest.prefix(length), as: UTF8.self).map(Key.character)
        rest = rest.dropFirst(length)
        continue
      default: break
      }
      rest = rest.dropFirst()
    }
    return keys
  }
}
