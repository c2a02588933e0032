// SPDX-License-Identifier: GPL-2.0-or-later

/// Values for a few of the bundle's ids. For an id without a value, a lookup costs one bit test and no hashing.
struct SymbolMap<Value: Sendable>: Sendable {
  private var words: [UInt64] = []
  private var values: [SymbolID: Value] = [:]

  var isEmpty: Bool { values.isEmpty }

  subscript(symbol: SymbolID) -> Value? {
    get { mayContain(symbol) ? values[symbol] : nil }
    set {
      if newValue != nil {
        note(symbol)
      } else if !mayContain(symbol) {
        return
      }
      values[symbol] = newValue
    }
  }

  subscript(symbol: SymbolID, default value: @autoclosure () -> Value) -> Value {
    get { self[symbol] ?? value() }
    _modify {
      note(symbol)
      yield &values[symbol, default: value()]
    }
  }

  /// False for most ids without a value. Bits are never cleared.
  private func mayContain(_ symbol: SymbolID) -> Bool {
    let word = Int(symbol.index >> 6)
    return word < words.count && words[word] >> UInt64(symbol.index & 63) & 1 == 1
  }

  private mutating func note(_ symbol: SymbolID) {
    let word = Int(symbol.index >> 6)
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(symbol.index & 63)
  }
}
