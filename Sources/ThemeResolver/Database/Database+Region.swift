// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Replaces, adds or removes one declaration of a file without reading the rest.
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
    linked.replaceValue(start..<start + old.count, with: part, movedBy: moved)
    move(linked.declarations, behind: start, by: nodes.count - old.count)

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

  /// Sets or removes the declaration of one id in a file whose other declarations stay. Returns the change, if any.
  ///
  /// Costs O(declaration), and a pass over the ids of the file.
  ///
  /// - Parameter new: a declaration of the id, and no other; without any, that of the file is removed. It has a text of its own.
  mutating func update(_ file: FileID, _ name: String, in space: Declarations.Space, to new: Declarations) -> Change? {
    precondition(new.entries.count <= 1 && new.entries.first?.node ?? 0 == 0, "the other declarations stay")
    guard Int(file.index) < files.count, var linked = files[Int(file.index)] else { return nil }
    files[Int(file.index)] = nil
    defer { files[Int(file.index)] = linked }
    let (part, ids) = link(new)
    guard let symbol = new.entries.first.map({ ids[Int($0.id)] }) ?? symbol(named: name, in: space) else { return nil }
    let place = linked.place(of: symbol)
    let previous = place.map { linked.declarations[$0].declaration }
    let start = previous.map { Int(self[$0].start) } ?? linked.nodes.count
    let count = previous == nil ? 0 : Int(linked.nodes[start].count)
    let summary = part.nodes.isEmpty ? nil : summarize(part.nodes[...])
    if let previous, self[previous].hash.value == summary?.hash { return nil }
    linked.replace(start..<start + count, with: part, movedBy: Self.place(of: symbol))
    move(linked.declarations, behind: start, by: part.nodes.count - count)
    if let previous { remove(previous) }
    let declaration = summary.map { add(Declaration($0, symbol: symbol, file: file, start: UInt32(start))) }
    switch (place, declaration) {
    case (let place?, let declaration?): linked.declarations[place].declaration = declaration
    case (let place?, nil): linked.declarations.remove(at: place)
    case (nil, let declaration?):
      let behind = linked.declarations.firstIndex { $0.symbol > symbol } ?? linked.declarations.count
      linked.declarations.insert((symbol, declaration), at: behind)
    case (nil, nil): return nil
    }
    return Change(symbol: symbol, place: part.nodes.isEmpty ? nil : linked.range(of: start))
  }

  /// Where the places of a declaration with a text of its own begin: behind all other texts, and different for each id, since places
  /// tell findings apart.
  private static func place(of symbol: SymbolID) -> Int { 1 << 31 + (Int(symbol.index) & 0x3_FFFF) << 12 }

  /// Moves the nodes of the declarations behind a node.
  private mutating func move(
    _ moved: [(symbol: SymbolID, declaration: DeclarationID)], behind start: Int, by added: Int
  ) {
    if added == 0 { return }
    for (_, declaration) in moved where self[declaration].start > start {
      let place = Int(self[declaration].start) + added
      declarations[Int(declaration.index)].start = UInt32(place)
    }
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
