// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
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
  private var index = HashIndex()
  private(set) var texts = ChunkedArray<String>()
  private var hashes = ChunkedArray<UInt64>()
  private var suffixed: [NameID: (base: NameID, suffix: Int)] = [:]
  private var modifierOf: [NameID: NameID] = [:]
  private var modifiedBy: [NameID: NameID] = [:]
  /// By name: whether a rule looks for it, see `Rules`. Names at the end have none.
  private var concerned: [Bool] = []
  /// Those that rules name themselves, and that are never forgotten.
  private var fixed: [NameID] = []
  private var free: [NameID] = []

  /// Key suffixes of the bundle, such as `_iPad`.
  let suffixes: [String]
  let alphaSuffix: String?

  init(suffixes: [String], rules: Rules) {
    self.suffixes = suffixes
    alphaSuffix = rules.alphaSuffix
    if let pair = rules.fontPair {
      fixed = [intern(pair.font), intern(pair.size)]
      setModifier(fixed[1], of: fixed[0])
      setConcerned(fixed[0])
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
    for (suffix, ending) in suffixes.enumerated() {
      guard let base = text.without(ending: ending) else { continue }
      suffixed[name] = (intern(base), suffix)
      break
    }
    if let base = alphaSuffix.flatMap(text.without) { setModifier(name, of: intern(base)) }
    return name
  }

  private mutating func setModifier(_ modifier: NameID, of name: NameID) {
    modifierOf[name] = modifier
    modifiedBy[modifier] = name
    setConcerned(modifier)
  }

  /// Notes that a rule looks for a name.
  mutating func setConcerned(_ name: NameID) {
    while concerned.count <= Int(name.index) { concerned.append(false) }
    concerned[Int(name.index)] = true
  }

  /// Whether a rule may look at the members of an object that has a member of this name.
  func isConcerned(_ name: NameID) -> Bool { Int(name.index) < concerned.count && concerned[Int(name.index)] }

  /// How many names there are.
  var count: Int { texts.count - free.count }

  /// Forgets the names that are not used, and do not belong to one that is.
  mutating func reclaim(allBut isUsed: inout [Bool]) {
    for name in fixed { isUsed[Int(name.index)] = true }
    for (name, suffix) in suffixed where isUsed[Int(name.index)] { isUsed[Int(suffix.base.index)] = true }
    for (modifier, name) in modifiedBy where isUsed[Int(modifier.index)] { isUsed[Int(name.index)] = true }
    suffixed = suffixed.filter { isUsed[Int($0.key.index)] }
    modifiedBy = modifiedBy.filter { isUsed[Int($0.key.index)] }
    modifierOf = modifierOf.filter { isUsed[Int($0.value.index)] }
    for number in concerned.indices where !isUsed[number] { concerned[number] = false }
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
  private var index = HashIndex()
  private(set) var values = ChunkedArray<Value>()
  private(set) var hashes = ChunkedArray<UInt64>()
  private var free: [ValueID] = []
  /// What is known of those that have parts.
  private var compounds: [ValueID: Compound] = [:]
  /// What the texts among them are long beyond a usual value, in usual values.
  private(set) var excess = 0
  /// Parts that were looked at, to give values with parts their numbers; only ever grows.
  private(set) var partsCounted = 0

  /// Costs the size of the value.
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
    if let known = index.find(hash, where: { values[$0] == value }) { return ValueID(index: UInt32(known)) }
    return add(value, tableHash: hash, contentHash: ContentHash.of(value))
  }

  /// The number of a value with parts of which the rest is known. Costs no look into parts that are shared with the value which
  /// has that number already.
  ///
  /// - Parameter parts: how many it took to know that.
  mutating func intern(_ value: Value, _ compound: Compound, counting parts: Int) -> ValueID {
    partsCounted += parts
    let known = index.find(compound.tableHash) { hashes[$0] == compound.contentHash && values[$0] == value }
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

  /// How many values there are.
  var count: Int { values.count - free.count }

  /// Forgets the values that are not used.
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
  /// How many values of the usual size, 32 bytes, a long text takes the place of.
  fileprivate var excess: Int {
    switch self {
    case .string(let text), .image(let text): text.utf8.count / 32
    case .null, .bool, .number, .array, .object, .color, .colorReference, .font, .glyph, .point, .size, .rect,
      .edgeInsets,
      .calls:
      0
    }
  }
}
