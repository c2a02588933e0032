// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The value of a slot, in one word.
struct ResolvedValue: Hashable, Sendable {
  private let bits: UInt32

  private static let tag: UInt32 = 3 << 30

  /// No value: an input is missing, faulty or on a cycle. Snapshots leave it out.
  static let unresolved = ResolvedValue(bits: tag)
  /// The id is not declared. Reads like `unresolved`; a reference to it is an error.
  static let undeclared = ResolvedValue(bits: tag | 1)
  /// Laid out, and not queued for execution yet. Reads like `unresolved`.
  static let waiting = ResolvedValue(bits: tag | 2)
  /// An object whose members are the slots below.
  static let object = ResolvedValue(bits: objectTag)
  private static let objectTag: UInt32 = 2 << 30

  private init(bits: UInt32) { self.bits = bits }

  init(_ value: ValueID) { bits = value.index }

  /// The whole object of another id.
  init(alias symbol: SymbolID) { bits = 1 << 30 | symbol.index }

  /// A whole object by value, from an earlier state; see `ExecutionStage.hold`.
  init(copy value: ValueID) { bits = Self.objectTag | (value.index + 1) }

  enum Kind {
    case leaf(ValueID)
    case alias(SymbolID)
    case copy(ValueID)
    case object
    case unresolved
  }

  var kind: Kind {
    let number = bits & ~Self.tag
    switch bits >> 30 {
    case 0: return .leaf(ValueID(index: number))
    case 1: return .alias(SymbolID(index: number))
    case 2: return number == 0 ? .object : .copy(ValueID(index: number - 1))
    default: return .unresolved
    }
  }

  var isResolved: Bool { bits & Self.tag != Self.tag }

  var isAlias: Bool { bits >> 30 == 1 }

  /// Whether it is an object that is not stored in the slots below.
  var isObjectElsewhere: Bool { isAlias || bits >> 30 == 2 && bits != Self.objectTag }

  /// Whether its content may change while it stays the same: that of an object is in the slots below, or in those of another id.
  var excludesContent: Bool { isAlias || self == .object }

  var isObject: Bool {
    switch kind {
    case .alias, .copy, .object: true
    case .leaf, .unresolved: false
    }
  }
}

/// The value of a slot or an id with its content hash, which is 0 without a value. 12 bytes, since there is one for each id.
struct Resolution: Hashable, Sendable {
  let value: ResolvedValue
  private let packed: ContentHash.Packed

  static let undeclared = Resolution(value: .undeclared, hash: 0)

  init(value: ResolvedValue, hash: UInt64) {
    self.value = value
    packed = ContentHash.Packed(hash)
  }

  var hash: UInt64 { packed.value }
}

/// A value of an id in a view. The slots of an id lie side by side in preorder, the root first. The outcome of a slot, a
/// `ResolvedValue`, is apart, so that a changed value writes little.
///
/// 12 bytes, since there is one for each value of a bundle. The node that it is made of is apart: `ResolvedState.origin(of:)`.
struct Slot: Equatable, Sendable {
  enum Operation: UInt8, Sendable {
    case object, array, literal, reference, lookup, glyph, font, colorReference, calls, invalid
    /// An object that is read as a font.
    case fontObject
    /// A literal that its dialect marks as faulty. It is used if there is no earlier good value.
    case faultyLiteral
    /// A value of an earlier state. No modifier changes it.
    case held
    case typed, part, first

    /// Whether any number of slots may lie below.
    @inline(__always) var hasVariableSize: Bool { Self.ofVariableSize >> rawValue & 1 == 1 }

    fileprivate static var ofVariableSize: UInt16 {
      bit(.object) | bit(.fontObject) | bit(.array) | bit(.font) | bit(.colorReference) | bit(.calls) | bit(.typed)
        | bit(.first)
    }

    /// The operations with one slot below, which has none.
    fileprivate static var ofSizeTwo: UInt16 { bit(.glyph) | bit(.part) }

    @inline(__always) private static func bit(_ operation: Operation) -> UInt16 { 1 << operation.rawValue }
  }

  struct Flags: OptionSet, Sendable {
    var rawValue: UInt8
    /// Values other than colours are errors here.
    static let needsColor = Flags(rawValue: 1)
    /// A number beside it modifies its value, see `NameTable.modifier`.
    static let hasModifier = Flags(rawValue: 2)
    /// It modifies a value beside it.
    static let isModifier = Flags(rawValue: 4)
    /// One half of a font; see `Declarations.Flags.isHalf`.
    static let isHalf = Flags(rawValue: 8)
    /// Of an object; see `Declarations.Flags.isList`.
    static let isList = isHalf
  }

  /// The name of the member. For the root of an id, the number of the id.
  var key: UInt32
  /// The operand, or the size where the number of slots below varies. No operation needs both.
  private var word: UInt32
  private var parentLow: UInt16
  private var parentHigh: UInt8
  /// The operation in the low four bits, the flags above.
  private var form: UInt8

  /// - Parameters:
  ///   - size: only for operations of variable size.
  ///   - operand: only for the others.
  init(
    key: UInt32, size: UInt32, parent: UInt32, operand: UInt32, operation: Operation, flags: Flags
  ) {
    self.key = key
    word = operation.hasVariableSize ? size : operand
    parentLow = 0
    parentHigh = 0
    form = operation.rawValue | flags.rawValue << 4
    self.parent = parent
  }

  /// The number of slots in the subtree, this one included.
  var size: UInt32 {
    get { hasVariableSize ? word : isAmong(Operation.ofSizeTwo) ? 2 : 1 }
    set {
      guard hasVariableSize else { return precondition(newValue == size, "the operation says the size") }
      word = newValue
    }
  }

  /// The `ValueID` of a literal, glyph or held value, the `SymbolID` of a reference, lookup or part. 0 for other operations.
  var operand: UInt32 {
    get { hasVariableSize ? 0 : word }
    set {
      precondition(!hasVariableSize, "the operation has no operand")
      word = newValue
    }
  }

  /// Whether any number of slots may lie below.
  var hasVariableSize: Bool { isAmong(Operation.ofVariableSize) }

  /// - Parameter operations: a bit for each operation.
  @inline(__always) private func isAmong(_ operations: UInt16) -> Bool { operations >> (form & 15) & 1 == 1 }

  /// The distance to the parent, 0 for a root. Below 2^24, the maximum number of values of a bundle.
  var parent: UInt32 {
    get { UInt32(parentHigh) << 16 | UInt32(parentLow) }
    set {
      precondition(newValue < 1 << 24, "an id has fewer values")
      parentLow = UInt16(truncatingIfNeeded: newValue)
      parentHigh = UInt8(newValue >> 16)
    }
  }

  var operation: Operation {
    get {
      guard let operation = Operation(rawValue: form & 15) else { preconditionFailure("only operations are stored") }
      return operation
    }
    set { form = form & ~15 | newValue.rawValue }
  }

  var flags: Flags {
    get { Flags(rawValue: form >> 4) }
    set { form = form & 15 | newValue.rawValue << 4 }
  }

  /// Makes an object a font, or a font an object.
  mutating func setIsFont(_ isFont: Bool) {
    precondition(isObject, "a font is made of members")
    operation = isFont ? .fontObject : .object
  }

  /// Whether its value is computed from the slots below.
  var isComputed: Bool {
    switch operation {
    case .array, .glyph, .font, .fontObject, .colorReference, .calls, .typed, .part, .first: true
    case .object, .literal, .reference, .lookup, .invalid, .faultyLiteral, .held: false
    }
  }

  /// Whether it has members that merge with those of other objects.
  var isObject: Bool { operation == .object || operation == .fontObject }

  /// The id that it refers to.
  var target: SymbolID? {
    operation == .reference || operation == .lookup || operation == .part ? SymbolID(index: word) : nil
  }

  /// Whether it is a reference and the only slot of its id.
  var isSoleReference: Bool { form & 15 == Operation.reference.rawValue && parent == 0 }

  /// The name of the member. Not for roots.
  var name: NameID { NameID(index: key) }

  /// Whether it has the same expression, at any place.
  func isSameExpression(as other: Slot) -> Bool {
    key == other.key && operand == other.operand && form == other.form
  }
}

extension Slot {
  /// The slot of a node, before its place in the id is known.
  @inline(__always) init(_ node: Database.Node, key: UInt32) {
    let operation: Operation
    switch node.operation {
    case .object: operation = .object
    case .array: operation = .array
    case .literal: operation = node.flags.contains(.isFaulty) ? .faultyLiteral : .literal
    case .reference: operation = .reference
    case .lookup: operation = .lookup
    case .glyph: operation = .glyph
    case .font: operation = .font
    case .colorReference: operation = .colorReference
    case .calls: operation = .calls
    case .typed: operation = .typed
    case .part: operation = .part
    case .first: operation = .first
    case .invalid, .inherit, .invalidInherit, .absent: operation = .invalid
    }
    var flags: Flags = []
    if node.flags.contains(.needsColor) { flags.insert(.needsColor) }
    // For an object, this is `isList`: both share a bit, since there are four bits for flags.
    if node.flags.contains(.isHalf) { flags.insert(.isHalf) }
    self.init(key: key, size: 1, parent: 0, operand: node.operand, operation: operation, flags: flags)
  }
}

extension Slot {
  /// A slot without an id.
  static let unused = Slot(key: 0, size: 1, parent: 0, operand: 0, operation: .invalid, flags: [])
}

/// An id in a view.
struct SymbolState: Sendable, Equatable {
  static let noSlots = UInt32.max

  var name: NameID
  var space: Declarations.Space
  /// The root slot. `noSlots` if the id is not declared in the view.
  var first = noSlots
  /// The declaration whose nodes the slots are made of, one after the other. `none` for an id whose slots are made of the nodes of
  /// several declarations, or of some of one.
  var declaration = DeclarationID.none
  /// The place in the order of definition.
  var order: UInt32 = .max

  var isDeclared: Bool { first != Self.noSlots }
}
