// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
package import JSONText
package import ThemeModel

/// Writes the ids of a state as JSON, from slots to bytes without values in between.
///
/// Colours are most of the text. Their common parts are written once and copied.
package struct MemberWriting {
  private let state: ResolvedState
  /// The form of a colour by depth. Nil if none was written at that depth.
  private var colorForms: [ColorForm?] = []
  /// The members that may still be looked at for parts of objects; see `ResolvedState.value(at:_:_:)`.
  private var membersLeft: Int

  /// - Parameter members: the number of members that may be looked at for parts of objects.
  package init(_ state: ResolvedState, looksAt members: Int = .max) {
    self.state = state
    membersLeft = members
  }

  /// Whether writing stopped before its end, since the writer is full or too many members were looked at.
  package func hasStopped(_ writer: JSONWriter) -> Bool { writer.isFull || membersLeft <= 0 }

  /// Writes the selected part of a resolved id as a member of its section. Writes nothing if nothing is selected.
  ///
  /// - Parameter section: the position of the section.
  package mutating func write(_ symbol: SymbolID, in section: Selection.Position, to writer: inout JSONWriter) {
    guard let id = state.symbol(symbol), id.isDeclared else { return }
    let name = state.names[Int(id.name.index)]
    let position = section.descending(to: name)
    switch position.answer {
    case .nothing: break
    case .whole:
      guard state.hasValue(at: Int(id.first)) else { return }
      writer.key(name)
      write(Int(id.first), to: &writer)
    case .within:
      guard let value = state.value(at: Int(id.first), position, &membersLeft) else { return }
      writer.key(name)
      value.write(to: &writer)
    }
  }

  /// Writes the value of a resolved slot.
  private mutating func write(_ slot: Int, to writer: inout JSONWriter) {
    switch state.outcomes[slot].kind {
    case .leaf(let value), .copy(let value): return write(value, to: &writer)
    case .alias, .object, .unresolved: break
    }
    guard let object = state.object(at: slot) else { preconditionFailure("the slot has a value") }
    writer.beginObject()
    var child = object + 1
    let end = object + Int(state.slots[object].size)
    while child < end, !writer.isFull {
      let member = state.slots[child]
      if state.hasValue(at: child) {
        writer.key(state.names[Int(member.key)])
        write(child, to: &writer)
      }
      child += Int(member.size)
    }
    writer.endObject()
  }

  private mutating func write(_ number: ValueID, to writer: inout JSONWriter) {
    let value = state.values[Int(number.index)]
    if case .color(let color) = value {
      colorForm(for: value, writer).write(color, to: &writer)
    } else {
      value.write(to: &writer)
    }
  }

  private mutating func colorForm(for color: Value, _ writer: JSONWriter) -> ColorForm {
    let depth = writer.indentation
    while colorForms.count <= depth { colorForms.append(nil) }
    if let form = colorForms[depth] { return form }
    let form = ColorForm(color.typeName, after: writer)
    colorForms[depth] = form
    return form
  }
}
