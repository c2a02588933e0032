// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Objects that keep the members that they inherited, while the parent fails.
extension SymbolLayout {
  /// The replacement for a parent that fails.
  enum Substitute {
    /// The earlier object of the heir, laid under it like a parent.
    case object([DeclaredSlot])
    /// The earlier value of the heir, which was not an object.
    case whole(DeclaredSlot)
  }

  /// Whether a parent is a base style whose own parent fails. No snapshot shows the base style, so that its heirs keep their
  /// value.
  func isBrokenBase(_ parent: NodeReference) -> Bool {
    let node = database.node(parent)
    guard !lastGood.failedBases.isEmpty, node.operation == .inherit else { return false }
    return lastGood.failedBases[SymbolID(index: node.operand)] != nil
  }

  /// The earlier content of the object that is being laid out, in place of a parent that fails. Nil if nothing is kept.
  mutating func substitute(for parent: NodeReference, key: UInt32) -> Substitute? {
    let node = database.node(parent)
    let target = node.operation == .invalidInherit ? nil : SymbolID(index: node.operand)
    var failed = LayoutFailure(origin: parent, target: target, path: path.map(NameID.init(index:)), isHeld: false)
    defer { failures.append(failed) }
    guard let past = lastGood.past, !isWithinPlace,
      !past.isUnheld(symbol, failed.path, parent: target.map(database.text) ?? "", database),
      let value = past.value(of: symbol, at: failed.path, database)
    else { return nil }
    failed.isHeld = true
    if case .object = value { return .object(slots(of: value, key: key, parent)) }
    return .whole(held(value, key: key, parent))
  }

  /// The earlier object of the id at the end of a chain of aliases, if that id itself fails. Its heirs keep seeing the
  /// object, like the references to the id.
  mutating func heldObject(at chain: [SymbolID], _ parent: NodeReference) -> [DeclaredSlot]? {
    guard let past = lastGood.past, let end = chain.last else { return nil }
    // The last declared id of the chain.
    let isDeclared = parents?.state.symbol(end)?.isDeclared ?? false
    guard let failing = isDeclared ? end : chain.dropLast().last,
      let root = parents?.state.root(of: failing),
      root.operation == .invalid || root.operation == .reference || root.operation == .faultyLiteral,
      case .object? = past.value(of: failing, at: [], database)
    else { return nil }
    return past.value(of: failing, at: [], database).map { slots(of: $0, key: failing.index, parent) }
  }

  /// The earlier object of an id whose whole declaration is faulty.
  mutating func keptObject(_ node: NodeReference, key: UInt32) -> [DeclaredSlot]? {
    guard path.isEmpty, parents != nil else { return nil }
    var failure = LayoutFailure(origin: node, isParent: false, target: nil, path: [], isHeld: false)
    defer { failures.append(failure) }
    guard let past = lastGood.past, !past.isUnheld(symbol, [], parent: nil, database),
      let value = past.value(of: symbol, at: [], database)
    else { return nil }
    failure.isHeld = true
    return slots(of: value, key: key, node)
  }

  /// An earlier value as slots: objects become slots that merge, other values one held slot.
  private mutating func slots(of value: Value, key: UInt32, _ origin: NodeReference) -> [DeclaredSlot] {
    guard case .object(let members) = value else { return [held(value, key: key, origin)] }
    let object = Slot(key: key, size: 1, parent: 0, operand: 0, operation: .object, flags: [])
    var slots = [DeclaredSlot(object, origin)]
    for member in members {
      guard let name = database.names.find(member.key) else { continue }
      Self.append(self.slots(of: member.value, key: name.index, origin), to: &slots)
    }
    return slots
  }

  /// A slot whose operand is an index in `values`, until `LayoutStage.intern` replaces it.
  private mutating func held(_ value: Value, key: UInt32, _ origin: NodeReference) -> DeclaredSlot {
    values.append(value)
    let operand = Self.pending | UInt32(values.count - 1)
    return DeclaredSlot(Slot(key: key, size: 1, parent: 0, operand: operand, operation: .held, flags: []), origin)
  }

  /// Marks operands that are indices in `values`.
  static let pending: UInt32 = 1 << 31
}
