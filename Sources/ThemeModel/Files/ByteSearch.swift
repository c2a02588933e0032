// SPDX-License-Identifier: MIT

extension [UInt8] {
  /// Whether a pattern occurs; an empty one does everywhere. Searches by Horspool's algorithm, which looks at one byte in a pattern's length.
  package func holds(_ pattern: [UInt8]) -> Bool {
    guard let final = pattern.last else { return true }
    var shifts = [Int](repeating: pattern.count, count: 256)
    for (index, byte) in pattern.dropLast().enumerated() { shifts[Int(byte)] = pattern.count - 1 - index }
    var end = pattern.count - 1
    while end < count {
      let last = self[end]
      if last == final, self[(end - pattern.count + 1)...end].elementsEqual(pattern) {
        return true
      }
      end += shifts[Int(last)]
    }
    return false
  }
}
