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
      let root = file.nodes[Int(self[declaration].start)]
      switch root.operation {
      case .object, .array, .typed, .reference, .literal: break
      case .lookup, .inherit, .glyph, .font, .colorReference, .calls, .part, .first, .absent, .invalid,
        .invalidInherit:
        return false
      }
      return root.range.start < bytes.start && bytes.end < root.range.end
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
    let end = Int(linked.nodes[start].end)
    let old = Array(linked.nodes[start..<end])
    let (part, _) = link(new)

    // If an id is given twice, the last value stands at the place of the first: nodes are not in the order of the file.
    let behind = old[0].range.end
    let newEnd = start + part.nodes.count
    let added = newEnd - end
    linked.nodes.replaceSubrange(start..<end, with: part.nodes)
    for index in start..<newEnd {
      linked.nodes[index].end += UInt32(start)
      linked.nodes[index].range = linked.nodes[index].range.moved(by: moved)
    }
    // Without growth no node moves.
    for index in growth == 0 ? 0..<0 : linked.nodes.indices where !(start..<newEnd).contains(index) {
      linked.nodes[index].range.move(by: growth, from: behind)
    }
    for index in added == 0 ? 0..<0 : newEnd..<linked.nodes.count {
      linked.nodes[index].end = UInt32(Int(linked.nodes[index].end) + added)
    }
    linked.moveKeyRanges(besides: UInt32(start)..<UInt32(end), by: added, behind: behind, growth: growth)
    for (node, range) in part.keyRanges where node > 0 {
      linked.keyRanges[UInt32(start) + node] = range.moved(by: moved)
    }
    if added != 0 {
      for (_, declaration) in linked.declarations where self[declaration].start > start {
        let moved = Int(self[declaration].start) + added
        declarations[Int(declaration.index)].start = UInt32(moved)
      }
    }

    let summary = summarize(linked.nodes[start..<newEnd])
    var changes: [Change] = []
    if self[previous].hash != summary.hash {
      changes = [Change(symbol: symbol, place: difference(old[...], linked.nodes[start...]))]
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
    for index in linked.nodes.indices { linked.nodes[index].range.move(by: growth, from: offset) }
    for key in linked.keyRanges.keys { linked.keyRanges[key]?.move(by: growth, from: offset) }
    files[Int(file.index)] = linked
  }

  /// Whether a file's nodes, and its keys with a suffix, have the places of these declarations, which are equal otherwise.
  func hasPlaces(of declarations: Declarations, in file: FileID) -> Bool {
    guard Int(file.index) < files.count, let linked = files[Int(file.index)] else { return false }
    return linked.nodes.lazy.map(\.range).elementsEqual(declarations.nodes.lazy.map(\.range))
      && linked.keyRanges.allSatisfy { declarations.nodes[Int($0)].keyRange == $1 }
  }

  private func known(_ id: Declarations.ID, in declarations: Declarations) -> SymbolID? {
    names.find(declarations.names[Int(id.name)]).flatMap { known($0, in: id.space) }
  }
}

extension Database.File {
  /// Removes the places of keys within replaced nodes, except that of the first node, and moves the others.
  fileprivate mutating func moveKeyRanges(
    besides nodes: Range<UInt32>, by added: Int, behind: UInt32, growth: Int
  ) {
    guard !keyRanges.isEmpty else { return }
    var moved: [UInt32: ByteRange] = [:]
    for (node, var range) in keyRanges where node <= nodes.lowerBound || node >= nodes.upperBound {
      range.move(by: growth, from: behind)
      moved[node >= nodes.upperBound ? UInt32(Int(node) + added) : node] = range
    }
    keyRanges = moved
  }
}

extension ByteRange {
  /// Moves the range if it begins at the end of a replaced text or behind it, or its end alone if it encloses the text.
  fileprivate mutating func move(by growth: Int, from offset: UInt32) {
    if start >= offset {
      self = moved(by: growth)
    } else if end >= offset {
      end = UInt32(clamping: Int(end) + growth)
    }
  }
}
