// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A name (an id or a key) as a small number.
struct NameID: Hashable, Sendable {
  var index: UInt32
  static let none = NameID(index: .max)
}

/// An id of the bundle as a small number: declared, or only referred to.
package struct SymbolID: Hashable, Sendable, Comparable {
  var index: UInt32

  package static func < (left: SymbolID, right: SymbolID) -> Bool { left.index < right.index }
}

/// A leaf value as a small number; equal values have one number.
struct ValueID: Hashable, Sendable {
  var index: UInt32
}

/// All names of a bundle, each kept once, with what its ending says.
struct NameTable: Sendable {
  private var numbers: [String: NameID] = [:]
  private(set) var texts = ChunkedArray<String>()
  private var hashes = ChunkedArray<UInt64>()
  private var suffixed: [NameID: (base: NameID, suffix: Int)] = [:]
  private var modifierOf: [NameID: NameID] = [:]
  private var modifiedBy: [NameID: NameID] = [:]

  /// Key suffixes of the bundle, such as `_iPad`.
  let suffixes: [String]
  let alphaSuffix: String?

  init(suffixes: [String], rules: Rules) {
    self.suffixes = suffixes
    alphaSuffix = rules.alphaSuffix
    if let pair = rules.fontPair { setModifier(intern(pair.size), of: intern(pair.font)) }
  }

  mutating func intern(_ text: String) -> NameID {
    if let known = numbers[text] { return known }
    let name = NameID(index: UInt32(texts.count))
    numbers[text] = name
    texts.append(text)
    hashes.append(ContentHash.of(text))
    if let suffix = suffixes.firstIndex(where: { text.hasSuffix($0) && text.utf8.count > $0.utf8.count }) {
      let base = intern(String(text.dropLast(suffixes[suffix].count)))
      suffixed[name] = (base, suffix)
    }
    if let alphaSuffix, text.hasSuffix(alphaSuffix), text.utf8.count > alphaSuffix.utf8.count {
      setModifier(name, of: intern(String(text.dropLast(alphaSuffix.count))))
    }
    return name
  }

  private mutating func setModifier(_ modifier: NameID, of name: NameID) {
    modifierOf[name] = modifier
    modifiedBy[modifier] = name
  }

  func find(_ text: String) -> NameID? { numbers[text] }

  func text(_ name: NameID) -> String { texts[Int(name.index)] }

  func hash(_ name: NameID) -> UInt64 { hashes[Int(name.index)] }

  /// What the name is without its suffix, and which suffix it has, for a name that has one.
  func suffix(_ name: NameID) -> (base: NameID, suffix: Int)? { suffixed.isEmpty ? nil : suffixed[name] }

  /// The name of the number that changes what stands beside it under this name, when it occurs anywhere: the factor of a
  /// colour's alpha, the size of a font.
  func modifier(of name: NameID) -> NameID? { modifierOf.isEmpty ? nil : modifierOf[name] }

  /// The name of what a number of this name would change.
  func modified(by modifier: NameID) -> NameID? { modifiedBy.isEmpty ? nil : modifiedBy[modifier] }
}

/// All leaf values of a bundle, each kept once: comparing two is comparing two numbers.
struct ValueTable: Sendable {
  private var numbers: [Value: ValueID] = [:]
  private(set) var values = ChunkedArray<Value>()
  private var hashes = ChunkedArray<UInt64>()

  mutating func intern(_ value: Value) -> ValueID {
    if let known = numbers[value] { return known }
    let number = ValueID(index: UInt32(values.count))
    numbers[value] = number
    values.append(value)
    hashes.append(ContentHash.of(value))
    return number
  }

  subscript(_ value: ValueID) -> Value { values[Int(value.index)] }

  func hash(_ value: ValueID) -> UInt64 { hashes[Int(value.index)] }
}
