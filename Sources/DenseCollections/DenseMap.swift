// SPDX-License-Identifier: GPL-2.0-or-later

/// Values for a few of many dense numbers. For a number without a value, a lookup costs one bit test and no hashing.
@usableFromInline package struct DenseMap<Value: Sendable>: Sendable {
  @usableFromInline var words: [UInt64] = []
  @usableFromInline var values: [UInt32: Value] = [:]

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { values.isEmpty }

  @inlinable package subscript(number: UInt32) -> Value? {
    get { mayContain(number) ? values[number] : nil }
    set {
      if newValue != nil {
        mark(number)
      } else if !mayContain(number) {
        return
      }
      values[number] = newValue
    }
  }

  @inlinable package subscript(number: UInt32, default value: @autoclosure () -> Value) -> Value {
    get { self[number] ?? value() }
    _modify {
      mark(number)
      yield &values[number, default: value()]
    }
  }

  /// False for most numbers without a value. Bits are never cleared.
  @inlinable func mayContain(_ number: UInt32) -> Bool {
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  @inlinable mutating func mark(_ number: UInt32) {
    let word = Int(number >> 6)
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(number & 63)
  }
}
