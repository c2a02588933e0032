// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import ThemeModel

/// Writes the ids of a state into one JSON text: from slots to bytes, without values in between.
///
/// A theme's few hundred colours occur in thousands of places. The text of such a value is kept while the writing lasts,
/// and copied where it occurs again at the same depth.
package struct MemberWriting {
  private let state: ResolvedState
  /// By value: the number of its text in `texts` plus one, 0 where there is none.
  private var textOfValue: [UInt32]
  private var texts: [(depth: Int, bytes: [UInt8])] = []

  package init(_ state: ResolvedState) {
    self.state = state
    textOfValue = Array(repeating: 0, count: state.values.count)
  }

  /// Writes an id that resolved to something as a member of its section: the part of it that is selected. Writes nothing when
  /// nothing is.
  package mutating func write(
    _ symbol: SymbolID, in section: ResolvedState.Section, selecting selection: Selection, to writer: inout JSONWriter
  ) {
    guard let id = state.symbol(symbol), id.isDeclared else { return }
    let name = state.names[Int(id.name.index)]
    if selection.isEverything {
      guard hasValue(at: Int(id.first)) else { return }
      writer.key(name)
      write(Int(id.first), to: &writer)
      return
    }
    guard let value = state.value(of: symbol, path: [section.rawValue, name], selecting: selection) else { return }
    writer.key(name)
    value.write(to: &writer)
  }

  /// Writes the value of a slot that has one.
  private mutating func write(_ slot: Int, to writer: inout JSONWriter) {
    if case .leaf(let value) = state.slots[slot].value.kind { return write(value, to: &writer) }
    guard let object = state.object(at: slot) else { preconditionFailure("the slot has a value") }
    writer.beginObject()
    var child = object + 1
    let end = object + Int(state.slots[object].size)
    while child < end {
      let member = state.slots[child]
      if hasValue(at: child) {
        writer.key(state.names[Int(member.key)])
        write(child, to: &writer)
      }
      child += Int(member.size)
    }
    writer.endObject()
  }

  private mutating func write(_ number: ValueID, to writer: inout JSONWriter) {
    let value = state.values[Int(number.index)]
    switch value {
    case .null, .bool, .number, .string: return value.write(to: &writer)
    case .array, .object, .color, .colorReference, .font, .image, .glyph, .point, .size, .rect, .edgeInsets, .calls:
      break
    }
    let known = Int(textOfValue[Int(number.index)])
    if known > 0, texts[known - 1].depth == writer.indentation { return writer.raw(texts[known - 1].bytes) }
    // Nothing comes between the key, which is written, and the value.
    let start = writer.bytes.count
    value.write(to: &writer)
    guard known == 0 else { return }
    texts.append((writer.indentation, Array(writer.bytes[start...])))
    textOfValue[Int(number.index)] = UInt32(texts.count)
  }

  /// Whether a slot resolved to something that a snapshot shows.
  private func hasValue(at slot: Int) -> Bool {
    switch state.slots[slot].value.kind {
    case .leaf, .object: true
    case .alias: state.object(at: slot) != nil
    case .unresolved: false
    }
  }
}
