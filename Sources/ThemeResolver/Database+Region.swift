// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A declaration of a large file that is replaced alone.
extension Database {
  /// The declaration in a file whose value holds some bytes between its brackets.
  ///
  /// Costs O(declarations of the file).
  func declaration(in file: FileID, around bytes: ByteRange) -> (symbol: SymbolID, declaration: DeclarationID)? {
    guard Int(file.index) < files.count, let file = files[Int(file.index)] else { return nil }
    return file.declarations.first { _, declaration in
      let root = file.nodes[Int(self[declaration].start)]
      guard root.operation == .object || root.operation == .array else { return false }
      return root.range.start < bytes.start && bytes.end < root.range.end
    }
  }

  /// Puts what a file declares now for one id in place of what it declared, and moves what stands behind it. Returns what
  /// changed, if anything; nil, and nothing is done, when something else is declared than this one id.
  ///
  /// - Parameters:
  ///   - new: a declaration of the same id, and no other.
  ///   - moved: what to add to its places to get places in the file.
  ///   - growth: by how many bytes the value is longer than it was.
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

    linked.nodes.replaceSubrange(start..<end, with: part.nodes)
    let newEnd = start + part.nodes.count
    for index in start..<newEnd {
      linked.nodes[index].end += UInt32(start)
      linked.nodes[index].range.move(by: moved)
    }
    let added = newEnd - end
    if added != 0 || growth != 0 {
      for index in newEnd..<linked.nodes.count {
        linked.nodes[index].end = UInt32(Int(linked.nodes[index].end) + added)
        linked.nodes[index].range.move(by: growth)
      }
    }
    linked.moveKeyRanges(behind: UInt32(start)..<UInt32(end), by: added, growth: growth)
    for (node, var range) in part.keyRanges where node > 0 {
      range.move(by: moved)
      linked.keyRanges[UInt32(start) + node] = range
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

  private func known(_ id: Declarations.ID, in declarations: Declarations) -> SymbolID? {
    names.find(declarations.names[Int(id.name)]).flatMap { known($0, in: id.space) }
  }
}

extension Database.File {
  /// Forgets the places of keys within nodes that are replaced, but for that of the first, and moves those behind them.
  fileprivate mutating func moveKeyRanges(behind nodes: Range<UInt32>, by added: Int, growth: Int) {
    guard !keyRanges.isEmpty else { return }
    var moved: [UInt32: ByteRange] = [:]
    for (node, var range) in keyRanges {
      if node <= nodes.lowerBound {
        moved[node] = range
      } else if node >= nodes.upperBound {
        range.move(by: growth)
        moved[UInt32(Int(node) + added)] = range
      }
    }
    keyRanges = moved
  }
}

extension ByteRange {
  fileprivate mutating func move(by offset: Int) {
    self = ByteRange(Int(start) + offset, Int(end) + offset)
  }
}
