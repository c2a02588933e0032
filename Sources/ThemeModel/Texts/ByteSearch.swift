// SPDX-License-Identifier: MIT

import Glibc

extension [UInt8] {
  /// Whether a byte occurs. Looks at many bytes at a time.
  package func holds(_ byte: UInt8) -> Bool {
    // memchr(3) reads within the array.
    withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false }
  }

  /// Whether a pattern occurs; an empty one does everywhere.
  package func holds(_ pattern: [UInt8]) -> Bool { pattern.isEmpty || !places(of: pattern, maximum: 1).isEmpty }

  /// The first places at which a pattern occurs, which may overlap; none for an empty one. Searches by Horspool's algorithm, which looks
  /// at one byte in a pattern's length.
  package func places(of pattern: [UInt8], maximum: Int) -> [Int] {
    guard let final = pattern.last else { return [] }
    var shifts = [Int](repeating: pattern.count, count: 256)
    for (index, byte) in pattern.dropLast().enumerated() { shifts[Int(byte)] = pattern.count - 1 - index }
    var places: [Int] = []
    var end = pattern.count - 1
    while end < count, places.count < maximum {
      let last = self[end]
      let start = end - pattern.count + 1
      if last == final, self[start...end].elementsEqual(pattern) { places.append(start) }
      end += shifts[Int(last)]
    }
    return places
  }
}
