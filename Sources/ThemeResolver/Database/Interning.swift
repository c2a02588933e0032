// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// The number of a name. A name is an id or a key.
struct NameID: Hashable, Sendable {
  var index: UInt32
  static let none = NameID(index: .max)
}

/// The number of an id, which a file declares or only refers to.
package struct SymbolID: Hashable, Sendable, Comparable {
  package var index: UInt32

  package init(index: UInt32) { self.index = index }

  /// Stands where no id is.
  static let none = SymbolID(index: .max)

  package static func < (left: SymbolID, right: SymbolID) -> Bool { left.index < right.index }
}

extension [SymbolID] {
  /// Sorts the ids and removes repetitions.
  mutating func sortUniquely() {
    sort()
    var last: SymbolID?
    removeAll { symbol in
      defer { last = symbol }
      return symbol == last
    }
  }
}

extension DenseMap {
  subscript(symbol: SymbolID) -> Value? {
    get { self[symbol.index] }
    set { self[symbol.index] = newValue }
  }

  subscript(symbol: SymbolID, default value: @autoclosure () -> Value) -> Value {
    get { self[symbol.index, default: value()] }
    _modify { yield &self[symbol.index, default: value()] }
  }
}

/// The number of a leaf value. Equal values have the same number.
struct ValueID: Hashable, Sendable {
  var index: UInt32
}

/// All names of a bundle, each stored once, with their suffixes.
struct NameTable: Sendable {
  private var index = HashIndex()
  private(set) var texts = ChunkedArray<String>()
  private var hashes = ChunkedArray<UInt64>()
  private var suffixed: [NameID: (base: NameID, suffix: Int)] = [:]
  private var modifierOf: [NameID: NameID] = [:]
  private var modifiedBy: [NameID: NameID] = [:]
  /// By name: whether a rule looks for it, see `Rules`. Shorter than the list of names.
  private var ruleNames: [Bool] = []
  /// Names in rules. They are never freed.
  private var fixed: [NameID] = []
  private var free: [NameID] = []

  /// The key suffixes of the bundle, such as `_iPad`.
  var suffixes: [String] { endings.endings }
  private let endings: TextEndings
  private let alphaSuffix: String?

  init(suffixes: [String], rules: Rules) {
    endings = TextEndings(suffixes)
    alphaSuffix = rules.alphaSuffix
    if let pair = rules.fontPair {
      fixed = [intern(pair.font), intern(pair.size)]
      setModifier(fixed[1], of: fixed[0])
      markRuleName(fixed[0])
    }
  }

  mutating func intern(_ text: String) -> NameID { intern(text, hash: text.tableHash) }

  /// - Parameter hash: `tableHash` of the text.
  mutating func intern(_ text: String, hash: UInt64) -> NameID {
    if let known = find(text, hash: hash) { return known }
    let name = free.popLast() ?? NameID(index: UInt32(texts.count))
    index.insert(Int(name.index), hash: hash)
    texts.set(Int(name.index), to: text)
    hashes.set(Int(name.index), to: ContentHash.of(text))
    noteSuffix(of: name, text)
    return name
  }

  /// Records the suffixes that a name has.
  private mutating func noteSuffix(of name: NameID, _ text: String) {
    if let suffix = endings.first(of: text), let base = text.without(ending: suffixes[suffix]) {
      suffixed[name] = (intern(base), suffix)
    }
    if let base = alphaSuffix.flatMap(text.without) { setModifier(name, of: intern(base)) }
  }

  private mutating func setModifier(_ modifier: NameID, of name: NameID) {
    modifierOf[name] = modifier
    modifiedBy[modifier] = name
    markRuleName(modifier)
  }

  /// Marks a name that a rule looks for.
  mutating func markRuleName(_ name: NameID) {
    while ruleNames.count <= Int(name.index) { ruleNames.append(false) }
    ruleNames[Int(name.index)] = true
  }

  /// Whether a rule may look at the members of an object with a member of this name.
  func isRuleName(_ name: NameID) -> Bool { Int(name.index) < ruleNames.count && ruleNames[Int(name.index)] }

  /// The number of used names.
  var count: Int { texts.count - free.count }

  /// Frees the names that are not used and do not belong to a used name.
  mutating func reclaim(allBut isUsed: inout [Bool]) {
    for name in fixed { isUsed[Int(name.index)] = true }
    for (name, suffix) in suffixed where isUsed[Int(name.index)] { isUsed[Int(suffix.base.index)] = true }
    for (modifier, name) in modifiedBy where isUsed[Int(modifier.index)] { isUsed[Int(name.index)] = true }
    suffixed = suffixed.filter { isUsed[Int($0.key.index)] }
    modifiedBy = modifiedBy.filter { isUsed[Int($0.key.index)] }
    modifierOf = modifierOf.filter { isUsed[Int($0.value.index)] }
    for number in ruleNames.indices where !isUsed[number] { ruleNames[number] = false }
    free = []
    index = HashIndex()
    for number in isUsed.indices {
      if isUsed[number] {
        index.insert(number, hash: texts[number].tableHash)
      } else {
        texts.set(number, to: "")
        free.append(NameID(index: UInt32(number)))
      }
    }
  }

  func find(_ text: String) -> NameID? { find(text, hash: text.tableHash) }

  private func find(_ text: String, hash: UInt64) -> NameID? {
    index.find(hash) { Bytewise(texts[$0]) == Bytewise(text) }.map { NameID(index: UInt32($0)) }
  }

  func text(_ name: NameID) -> String { texts[Int(name.index)] }

  @inline(__always) func hash(_ name: NameID) -> UInt64 { hashes[Int(name.index)] }

  /// The hashes of many names.
  func hashes(of names: [UInt32]) -> [UInt64] { hashes.elements(at: names) }

  /// The name without its suffix, and the suffix. Nil for a name without suffix.
  func suffix(_ name: NameID) -> (base: NameID, suffix: Int)? { suffixed.isEmpty ? nil : suffixed[name] }

  /// The name of the number that modifies a value of this name: the factor of a colour's alpha, or the size of a font. Nil if
  /// no such name occurs.
  func modifier(of name: NameID) -> NameID? { modifierOf.isEmpty ? nil : modifierOf[name] }

  /// The name of the value that a number of this name modifies.
  func modified(by modifier: NameID) -> NameID? { modifiedBy.isEmpty ? nil : modifiedBy[modifier] }
}

/// All leaf values of a bundle, each stored once: two values are equal if their numbers are.
struct ValueTable: Sendable {
  private var index = HashIndex()
  private(set) var values = ChunkedArray<Value>()
  private(set) var hashes = ChunkedArray<UInt64>()
  private var free: [ValueID] = []
  /// Hashes and sizes of the values with parts.
  private var compounds: [ValueID: Compound] = [:]
  /// Extra memory of long texts, in units of 32 bytes.
  private(set) var excess = 0
  /// The number of parts that were read to intern values with parts. Never decreases.
  private(set) var partsCounted = 0

  /// Costs O(size of the value).
  mutating func intern(_ value: Value) -> ValueID {
    value.hasParts ? intern(compound: value) : intern(value, hash: value.tableHash)
  }

  private mutating func intern(compound value: Value) -> ValueID {
    let compound = Compound(of: value)
    return intern(value, compound, counting: compound.size.values)
  }

  /// - Parameter hash: `tableHash` of the value.
  mutating func intern(_ value: Value, hash: UInt64) -> ValueID {
    if value.hasParts { return intern(compound: value) }
    if let known = index.find(hash, where: { values[$0] == value && values[$0].isWritten(as: value) }) {
      return ValueID(index: UInt32(known))
    }
    return add(value, tableHash: hash, contentHash: ContentHash.of(value))
  }

  /// Interns a value with parts whose hashes are known. Parts that are shared with an equal interned value are not compared.
  ///
  /// - Parameter parts: the number of parts that were read to compute the hashes.
  mutating func intern(_ value: Value, _ compound: Compound, counting parts: Int) -> ValueID {
    partsCounted += parts
    let known = index.find(compound.tableHash) {
      hashes[$0] == compound.contentHash && values[$0] == value && values[$0].isWritten(as: value)
    }
    if let known { return ValueID(index: UInt32(known)) }
    let number = add(value, tableHash: compound.tableHash, contentHash: compound.contentHash)
    compounds[number] = compound
    return number
  }

  private mutating func add(_ value: Value, tableHash: UInt64, contentHash: UInt64) -> ValueID {
    let number = free.popLast() ?? ValueID(index: UInt32(values.count))
    index.insert(Int(number.index), hash: tableHash)
    values.set(Int(number.index), to: value)
    hashes.set(Int(number.index), to: contentHash)
    excess += value.excess
    return number
  }

  func compound(_ value: ValueID) -> Compound {
    compounds[value] ?? Compound(leaf: self[value], contentHash: hash(value))
  }

  /// The expanded size of a value: one for a value without parts.
  func size(_ value: ValueID) -> ExpandedSize { compounds.isEmpty ? .one : compounds[value]?.size ?? .one }

  /// The number of used values.
  var count: Int { values.count - free.count }

  /// Frees the values that are not used.
  mutating func reclaim(allBut isUsed: [Bool]) {
    free = []
    index = HashIndex()
    for number in isUsed.indices {
      if isUsed[number] {
        let hash = compounds[ValueID(index: UInt32(number))]?.tableHash ?? values[number].tableHash
        index.insert(number, hash: hash)
      } else {
        excess -= values[number].excess
        values.set(number, to: .null)
        compounds[ValueID(index: UInt32(number))] = nil
        free.append(ValueID(index: UInt32(number)))
      }
    }
  }

  subscript(_ value: ValueID) -> Value { values[Int(value.index)] }

  @inline(__always) func hash(_ value: ValueID) -> UInt64 { hashes[Int(value.index)] }
}

extension Value {
  /// The extra memory of a long text, in units of 32 bytes.
  fileprivate var excess: Int {
    switch self {
    case .string(let text), .image(let text): text.utf8.count / 32
    case .null, .bool, .number, .array, .object, .color, .colorInSpace, .colorReference, .font, .glyph, .point, .size,
      .rect, .edgeInsets, .calls, .typed:
      0
    }
  }
}
