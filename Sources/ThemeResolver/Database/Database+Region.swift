// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Replaces one declaration of a file without reading the rest.
extension Database {
  /// The declaration in a file whose value has these bytes between its brackets or quotation marks.
  ///
  /// Costs O(declarations of the file).
  func declaration(in file: FileID, around bytes: ByteRange) -> (symbol: SymbolID, declaration: DeclarationID)? {
    guard Int(file.index) < files.count, let file = files[Int(file.index)] else { return nil }
    return file.declarations.first { _, declaration in
      let root = Int(self[declaration].start)
      switch file.nodes[root].operation {
      case .object, .array, .typed, .reference, .literal: break
      case .lookup, .inherit, .glyph, .font, .colorReference, .calls, .part, .first, .absent, .invalid,
        .invalidInherit:
        return false
      }
      let range = file.range(of: root)
      return range.start < bytes.start && bytes.end < range.end
    }
  }

  /// Replaces the declaration of one id in a file, and moves the declarations behind it. Returns the change, if any. Returns
  /// nil and changes nothing if the new declarations name another id.
  ///
  /// - Parameters:
  ///   - new: a declaration of the same id, and no other.
  ///   - moved: the offset of the new places in the file.
  ///   - growth: the number of bytes by which the value is longer than before.
  mutating func replace(
    _ symbol: SymbolID, in file: FileID, with new: Declarations, moved: Int, growth: Int
  ) -> [Change]? {
    guard new.entries.count == 1, let entry = new.entries.first, entry.node == 0,
      known(new.ids[Int(entry.id)], in: new) == symbol,
      var linked = files[Int(file.index)], let place = linked.place(of: symbol)
    else { return nil }
    files[Int(file.index)] = nil
    let previous = linked.declarations[place].declaration
    let start = Int(self[previous].start)
    let old = Array(linked.nodes.subtree(of: start))
    // Without growth no node moves. If an id is given twice, the last value stands at the place of the first: nodes are not in
    // the order of the file.
    if growth != 0 { linked.movePlaces(from: linked.range(of: start).end, by: growth) }
    let (part, _) = link(new)
    let nodes = start..<start + part.nodes.count
    linked.replace(start..<start + old.count, with: part, movedBy: moved)
    let added = nodes.count - old.count
    if added != 0 {
      for (_, declaration) in linked.declarations where self[declaration].start > start {
        let moved = Int(self[declaration].start) + added
        declarations[Int(declaration.index)].start = UInt32(moved)
      }
    }

    let summary = summarize(linked.nodes[nodes])
    var changes: [Change] = []
    if self[previous].hash.value != summary.hash {
      let differing = firstDifference(linked.nodes[nodes], from: old[...])
      changes = [Change(symbol: symbol, place: linked.range(of: differing))]
      remove(previous)
      linked.declarations[place].declaration = add(
        Declaration(summary, symbol: symbol, file: file, start: UInt32(start)))
    }
    files[Int(file.index)] = linked
    return changes
  }

  /// Moves the places in a file behind a replaced text, which ended at an offset, and the ends of those around it.
  mutating func movePlaces(in file: FileID, from offset: UInt32, by growth: Int) {
    guard Int(file.index) < files.count, var linked = files[Int(file.index)] else { return }
    files[Int(file.index)] = nil
    linked.movePlaces(from: offset, by: growth)
    files[Int(file.index)] = linked
  }

  /// Whether a file's nodes, and its keys with a suffix, have the places of these declarations, which are equal otherwise.
  func hasPlaces(of declarations: Declarations, in file: FileID) -> Bool {
    guard Int(file.index) < files.count, let linked = files[Int(file.index)] else { return false }
    return linked.nodes.indices.lazy.map(linked.range).elementsEqual(declarations.nodes.lazy.map(\.range))
      && linked.keyRanges.allSatisfy { declarations.nodes[Int($0)].keyRange == $1 }
  }

  private func known(_ id: Declarations.ID, in declarations: Declarations) -> SymbolID? {
    names.find(declarations.names[Int(id.name)]).flatMap { known($0, in: id.space) }
  }
}
