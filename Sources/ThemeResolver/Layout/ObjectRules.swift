// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// The rules of a dialect that look at all members of an object; see `Rules`.
struct ObjectRules {
  let database: Database

  /// Marks the objects of a layout that are fonts, and the values that a number beside them modifies. Returns the issues.
  func apply(to slots: inout [DeclaredSlot]) -> [Issue] {
    var issues: [Issue] = []
    for index in slots.indices where slots[index].slot.isObject {
      var children: [Int] = []
      var hasRuleName = false
      var child = index + 1
      while child < index + Int(slots[index].slot.size) {
        if !slots[child].slot.flags.isDisjoint(with: Self.marks) { slots[child].slot.flags.subtract(Self.marks) }
        hasRuleName = hasRuleName || database.names.isRuleName(slots[child].slot.name)
        children.append(child)
        child += Int(slots[child].slot.size)
      }
      if !hasRuleName {
        slots[index].slot.setIsFont(false)
        continue
      }
      var names: [NameID] = []
      for child in children where !isFailedParent(slots[child]) { names.append(slots[child].slot.name) }
      slots[index].slot.setIsFont(database.rules.readsObjectsAsFonts && isFont(names))
      // Made when the first modifier is found.
      var siblings: [NameID: Int]?
      for child in children {
        guard index == 0 || !isFontSize(slots[child].slot.name),
          let modified = database.names.modified(by: slots[child].slot.name)
        else { continue }
        let known = siblings ?? Dictionary(children.map { (slots[$0].slot.name, $0) }) { first, _ in first }
        siblings = known
        guard let sibling = known[modified] else { continue }
        slots[child].slot.flags.insert(.isModifier)
        slots[sibling].slot.flags.insert(.hasModifier)
      }
      if index == 0, let pair = database.rules.fontPair { issues += fontIssues(pair, children.map { slots[$0] }) }
    }
    return issues
  }

  private static let marks: Slot.Flags = [.hasModifier, .isModifier]

  /// Whether a number of this name is the size of the font beside it. This holds for the id's own members only.
  private func isFontSize(_ name: NameID) -> Bool {
    database.rules.fontPair.map { Bytewise(database.names.text(name)) == Bytewise($0.size) } ?? false
  }

  /// Whether a slot represents a parent that cannot be inherited.
  private func isFailedParent(_ slot: DeclaredSlot) -> Bool {
    guard slot.slot.operation == .invalid else { return false }
    let operation = database.node(slot.origin).operation
    return operation == .inherit || operation == .invalidInherit
  }

  private func isFont(_ keys: [NameID]) -> Bool {
    let font = database.fontKeys
    return keys.contains { $0 == font.name || $0 == font.textStyle }
      && keys.allSatisfy { $0 == font.name || $0 == font.textStyle || $0 == font.size }
  }

  /// The issues of unusable halves of a font; else that of a font without a size, or of a size without a font.
  private func fontIssues(_ pair: Rules.FontPair, _ members: [DeclaredSlot]) -> [Issue] {
    guard let font = database.names.find(pair.font), let size = database.names.find(pair.size) else { return [] }
    let halves = members.filter { $0.slot.name == font || $0.slot.name == size }
    let unusable = halves.compactMap { half in
      (half.slot.name == font ? problem(ofFontName: half.slot) : problem(ofFontSize: half.slot))
        .map { Issue(kind: $0, origin: half.origin) }
    }
    if !unusable.isEmpty { return unusable }
    guard halves.count == 1 else { return [] }
    let missing = halves[0].slot.name == font ? pair.size : pair.font
    return [Issue(kind: .halfFont(missing: missing), origin: halves[0].origin)]
  }

  /// Nil for null, which sets no font.
  private func problem(ofFontName slot: Slot) -> Issue.Kind? {
    switch slot.operation {
    case .object, .fontObject: return .badFontName(found: "object")
    case .array: return .badFontName(found: "array")
    case .literal:
      let value = database.values[ValueID(index: slot.operand)]
      switch value {
      case .string(let name): return name.isEmpty ? .badFontName(found: nil) : nil
      case .null: return nil
      default: return .badFontName(found: value.typeName)
      }
    default: return nil
    }
  }

  private func problem(ofFontSize slot: Slot) -> Issue.Kind? {
    guard slot.operation == .literal, case .number(let size) = database.values[ValueID(index: slot.operand)],
      size <= 0
    else { return nil }
    return .badFontSize
  }
}
