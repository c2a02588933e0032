// SPDX-License-Identifier: GPL-2.0-or-later

/// Places in a file as bytes: libyaml counts characters.
struct YAMLPlaces {
  private let bytes: [UInt8]
  private let start: Int
  private let isASCII: Bool
  /// The last place. The next one is usually near it.
  private var character = 0
  private var byte: Int

  /// - Parameter start: bytes of the file before the first character that libyaml sees.
  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    self.start = start
    isASCII = bytes[start...].allSatisfy { $0 < 0x80 }
    byte = start
  }

  /// The first byte of a character; the end of the file past the last one. Costs the distance to the last place.
  mutating func offset(of index: Int) -> Int {
    if isASCII { return min(start + index, bytes.count) }
    while character < index, byte < bytes.count {
      byte += 1
      while byte < bytes.count, isContinuation(bytes[byte]) { byte += 1 }
      character += 1
    }
    while character > index, byte > start {
      byte -= 1
      while byte > start, isContinuation(bytes[byte]) { byte -= 1 }
      character -= 1
    }
    return byte
  }

  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
