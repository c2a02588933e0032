// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What a slot resolved to, in one word.
struct ResolvedValue: Hashable, Sendable {
  private var bits: UInt32

  private static let tag: UInt32 = 3 << 30

  /// Nothing: what it needs is missing, wrong or on a cycle. Left out of snapshots.
  static let unresolved = ResolvedValue(bits: tag)
  /// The id is not declared. Read like `unresolved`, but what refers to it is told so.
  static let undeclared = ResolvedValue(bits: tag | 1)
  /// An object whose members are the slots below.
  static let object = ResolvedValue(bits: 2 << 30)

  private init(bits: UInt32) { self.bits = bits }

  /// In the form of a slot's storage.
  fileprivate init(stored bits: UInt32) { self.bits = bits }
  fileprivate var stored: UInt32 { bits }

  init(_ value: ValueID) { bits = value.index }

  /// The whole object that an id stands for.
  init(alias symbol: SymbolID) { bits = 1 << 30 | symbol.index }

  enum Kind {
    case leaf(ValueID)
    case alias(SymbolID)
    case object
    case unresolved
  }

  var kind: Kind {
    let number = bits & ~Self.tag
    switch bits >> 30 {
    case 0: return .leaf(ValueID(index: number))
    case 1: return .alias(SymbolID(index: number))
    case 2: return .object
    default: return .unresolved
    }
  }

  var isResolved: Bool { bits & Self.tag != Self.tag }

  var isAlias: Bool { bits >> 30 == 1 }

  var isObject: Bool {
    switch kind {
    case .alias, .object: true
    case .leaf, .unresolved: false
    }
  }
}

/// What a slot or an id came to, with the hash of its content; 0 for nothing.
struct Resolution: Sendable {
  var value: ResolvedValue
  var hash: UInt64
}

/// One value of an id in a view: an id's slots lie side by side in preorder, its root first.
///
/// 32 bytes, since there is one for each value of a bundle. An object refers to nothing and always comes to itself, so
/// that the sum of its members' hashes lies in the two words which other slots have for that. The hash of a value is that
/// of the value table.
struct Slot: Sendable {
  enum Operation: UInt8, Sendable {
    case object, array, literal, reference, lookup, glyph, font, colorReference, calls, invalid
    /// An object that is read as a font.
    case fontObject
  }

  struct Flags: OptionSet, Sendable {
    var rawValue: UInt8
    /// Anything but a colour is an error here.
    static let needsColor = Flags(rawValue: 1)
    /// A number beside it changes what it comes to, see `NameTable.modifier`.
    static let hasModifier = Flags(rawValue: 2)
    /// It changes what a value beside it comes to.
    static let isModifier = Flags(rawValue: 4)
    /// It was laid out and is still to be executed; of no slot between two updates.
    static let isQueued = Flags(rawValue: 8)
    /// One half of a font; see `Declarations.Flags.isHalf`.
    static let isHalf = Flags(rawValue: 16)
  }

  /// The member's name; for the root of an id, the number of its symbol.
  var key: UInt32
  /// Slots in the subtree, this one included.
  var size: UInt32
  /// How far back the parent lies; 0 for a root.
  var parent: UInt32
  var origin: NodeReference
  private var words: (UInt32, UInt32)
  private(set) var operation: Operation
  var flags: Flags

  init(
    key: UInt32, size: UInt32, parent: UInt32, origin: NodeReference, operand: UInt32, operation: Operation,
    flags: Flags
  ) {
    self.key = key
    self.size = size
    self.parent = parent
    self.origin = origin
    self.operation = operation
    self.flags = flags
    words = operation == .object ? (0, 0) : (operand, ResolvedValue.unresolved.stored)
  }

  /// The `ValueID` of a literal or glyph, the `SymbolID` of a reference or lookup.
  var operand: UInt32 { operation == .object ? 0 : words.0 }

  /// What it came to; always the object itself for one.
  var value: ResolvedValue {
    get { operation == .object ? .object : ResolvedValue(stored: words.1) }
    set {
      precondition(operation != .object || newValue == .object, "an object comes to itself")
      if operation != .object { words.1 = newValue.stored }
    }
  }

  /// The sum of the hashes of an object's members; see `ContentHash`.
  var sum: UInt64 {
    get {
      precondition(operation == .object, "only objects have members")
      return UInt64(words.1) << 32 | UInt64(words.0)
    }
    set {
      precondition(operation == .object, "only objects have members")
      words = (UInt32(truncatingIfNeeded: newValue), UInt32(truncatingIfNeeded: newValue >> 32))
    }
  }

  /// Makes a font of an object, or the reverse.
  mutating func setIsFont(_ isFont: Bool) {
    precondition(isObject, "a font is made of members")
    if isFont == (operation == .fontObject) { return }
    operation = isFont ? .fontObject : .object
    words = isFont ? (0, ResolvedValue.unresolved.stored) : (0, 0)
  }

  /// Forgets what it came to.
  mutating func forgetValue() {
    if operation == .object { sum = 0 } else { value = .unresolved }
  }

  /// Whether it is computed from the slots below it.
  var isComputed: Bool {
    switch operation {
    case .array, .glyph, .font, .fontObject, .colorReference, .calls: true
    case .object, .literal, .reference, .lookup, .invalid: false
    }
  }

  /// Whether it has members, which merge with those of others.
  var isObject: Bool { operation == .object || operation == .fontObject }

  /// The id that it reads.
  var target: SymbolID? {
    operation == .reference || operation == .lookup ? SymbolID(index: operand) : nil
  }

  /// The member's name. Not for roots.
  var name: NameID { NameID(index: key) }

  /// Whether it says the same, wherever it stands.
  func isSameExpression(as other: Slot) -> Bool {
    key == other.key && operation == other.operation && operand == other.operand
      && flags.subtracting(.isQueued) == other.flags.subtracting(.isQueued)
  }

  /// Whether it says the same in the same place of the same layout.
  func isSame(as other: Slot) -> Bool {
    isSameExpression(as: other) && size == other.size && parent == other.parent && origin == other.origin
  }
}

extension Slot {
  /// What a node says, before anything is known of its place in the id.
  init(_ node: Database.Node, _ origin: NodeReference, key: UInt32) {
    let operation: Operation
    switch node.operation {
    case .object: operation = .object
    case .array: operation = .array
    case .literal: operation = .literal
    case .reference: operation = .reference
    case .lookup: operation = .lookup
    case .glyph: operation = .glyph
    case .font: operation = .font
    case .colorReference: operation = .colorReference
    case .calls: operation = .calls
    case .invalid, .inherit: operation = .invalid
    }
    var flags: Flags = []
    if node.flags.contains(.needsColor) { flags.insert(.needsColor) }
    if node.flags.contains(.isHalf) { flags.insert(.isHalf) }
    self.init(key: key, size: 1, parent: 0, origin: origin, operand: node.operand, operation: operation, flags: flags)
  }
}

/// An id in a view.
struct SymbolState: Sendable {
  static let noSlots = UInt32.max

  var name: NameID
  var space: Declarations.Space
  /// The root's slot; `noSlots` while the id is not declared in the view.
  var first = noSlots
  var count: UInt32 = 0
  /// Where it stands in the order of definition.
  var order: UInt32 = .max
  /// What the root resolved to when the id was last executed, and the hash of its content.
  var value = ResolvedValue.undeclared
  var hash: UInt64 = 0

  var isDeclared: Bool { first != Self.noSlots }
}
