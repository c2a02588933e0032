// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// Applies the declarations of files: links their names, compares them with the previous ones, and stores them.
extension Database {
  /// An id whose declaration in a file is new, removed or of other content. `place` is the first node that differs, nil for a
  /// removed declaration.
  struct Change {
    var symbol: SymbolID
    var place: ByteRange?
  }

  /// Applies the present declarations of a file, nil for none. Returns the changes in no particular order. Costs O(file).
  mutating func update(_ file: FileID, _ new: Declarations?) -> [Change] {
    while files.count <= Int(file.index) { files.append(nil) }
    let old = files[Int(file.index)]
    files[Int(file.index)] = nil
    guard let new else {
      for (_, declaration) in old?.declarations ?? [] { remove(declaration) }
      return (old?.declarations ?? []).map { Change(symbol: $0.symbol, place: nil) }
    }
    freeSymbols.prefer(near: (old?.declarations ?? []).lazy.map(\.symbol.index))
    var (linked, ids) = link(new)
    linked.declarations.reserveCapacity(new.entries.count)
    var changed = old.map { removeGone($0, allBut: new.entries.lazy.map { ids[Int($0.id)] }) } ?? []
    if old == nil { changed.reserveCapacity(new.entries.count) }
    for entry in new.entries {
      let symbol = ids[Int(entry.id)]
      let summary = summarize(linked.nodes.subtree(of: Int(entry.node)))
      let previous = old.flatMap { old in old.place(of: symbol).map { old.declarations[$0].declaration } }
      if let previous, self[previous].hash.value == summary.hash {
        declarations[Int(previous.index)].start = entry.node
        linked.declarations.append((symbol, previous))
        continue
      }
      var place = Int(entry.node)
      if let previous, let old {
        place = firstDifference(
          linked.nodes.subtree(of: place), from: old.nodes.subtree(of: Int(self[previous].start)))
        remove(previous)
      }
      let declaration = add(Declaration(summary, symbol: symbol, file: file, start: entry.node))
      linked.declarations.append((symbol, declaration))
      changed.append(Change(symbol: symbol, place: linked.range(of: place)))
    }
    linked.declarations.sort { $0.symbol < $1.symbol }
    files[Int(file.index)] = linked
    return changed
  }

  /// Removes the declarations of a file whose ids are not in its new state, before the new ones get their places in memory.
  private mutating func removeGone(_ file: File, allBut symbols: some Sequence<SymbolID>) -> [Change] {
    var isGone = [Bool](repeating: true, count: file.declarations.count)
    for symbol in symbols { if let place = file.place(of: symbol) { isGone[place] = false } }
    return zip(isGone, file.declarations).compactMap { isGone, entry in
      if !isGone { return nil }
      remove(entry.declaration)
      return Change(symbol: entry.symbol, place: nil)
    }
  }

  /// The first node of a declaration that differs from the declaration before: a value, or the object that lacks one.
  func firstDifference(_ new: ArraySlice<Node>, from old: ArraySlice<Node>) -> Int {
    for (index, old) in zip(new.indices, old) {
      let new = new[index]
      if old.operation != new.operation || old.key != new.key || old.operand != new.operand || old.flags != new.flags {
        return index
      }
    }
    return new.startIndex
  }

  /// Replaces the numbers of a file by those of the database. Returns the ids of the file as well.
  mutating func link(_ declarations: Declarations) -> (file: File, ids: [SymbolID]) {
    let names = zip(declarations.names, declarations.nameHashes).map { self.names.intern($0, hash: $1) }
    let ids = declarations.ids.map { symbol(names[Int($0.name)], in: $0.space) }
    let literals = zip(declarations.literals, declarations.literalHashes).map { values.intern($0, hash: $1) }
    var nodes: [Node] = []
    nodes.reserveCapacity(declarations.nodes.count)
    var keyRanges: [UInt32: ByteRange] = [:]
    func noteKeyRange(of node: Int) {
      let range = declarations.nodes[node].keyRange
      if range.end > range.start { keyRanges[UInt32(node)] = range }
    }
    for node in declarations.nodes {
      let key = node.key == Declarations.noName ? NameID.none : names[Int(node.key)]
      let operand: UInt32
      switch node.operation {
      case .literal, .glyph: operand = literals[Int(node.operand)].index
      case .reference, .lookup, .inherit, .part: operand = ids[Int(node.operand)].index
      case .absent:
        operand = node.operand == Declarations.noName ? SymbolID.none.index : ids[Int(node.operand)].index
      case .object, .array, .font, .colorReference, .calls, .typed, .first, .invalid, .invalidInherit: operand = 0
      }
      if key != .none, self.names.suffix(key) != nil { noteKeyRange(of: nodes.count) }
      nodes.append(Node(node, key: key, operand: operand, count: node.end - UInt32(nodes.count)))
    }
    for entry in declarations.entries where self.names.suffix(name(ids[Int(entry.id)])) != nil {
      noteKeyRange(of: Int(entry.node))
    }
    return (File(nodes, of: declarations, keyRanges: keyRanges), ids)
  }

  private mutating func symbol(_ name: NameID, in space: Declarations.Space) -> SymbolID {
    let table = Int(space.rawValue)
    // With the table alone: a method of the database would copy the database, since this one may change it.
    if let known = Self.known(name, in: symbolOfName[table]) { return known }
    while symbolOfName[table].count <= Int(name.index) { symbolOfName[table].append(Self.noSymbol) }
    let symbol = SymbolID(index: freeSymbols.take() ?? UInt32(symbols.count))
    symbolOfName[table][Int(name.index)] = symbol.index
    if Int(symbol.index) < symbols.count {
      symbols[Int(symbol.index)] = Symbol(name: name, space: space)
      renamedSymbols.append(symbol)
    } else {
      symbols.append(Symbol(name: name, space: space))
    }
    if let suffix = names.suffix(name) {
      suffixVariants[self.symbol(suffix.base, in: space), default: []].append((suffix.suffix, symbol))
    }
    if case .baseStyles = space {
      baseStyles[self.symbol(name, in: .styles)] = symbol
      newBaseStyles.append(symbol)
    }
    return symbol
  }

  /// Properties of a declaration that are computed from its nodes once.
  struct Summary {
    var hash: UInt64 = 0
    var isPlain = true
    var isVerbatim: Bool
    var hasSuffixes = false
  }

  func summarize(_ nodes: ArraySlice<Node>) -> Summary {
    let isVerbatim = nodes.count == 1 || nodes.first.map { $0.operation.isObject || $0.operation == .typed } ?? false
    var summary = Summary(isVerbatim: isVerbatim)
    for node in nodes {
      let key = NameID(index: node.key)
      let operand: UInt64
      switch node.operation {
      case .literal, .glyph: operand = values.hash(ValueID(index: node.operand))
      case .reference, .lookup, .part: operand = idHash(SymbolID(index: node.operand))
      case .inherit:
        operand = idHash(SymbolID(index: node.operand))
        summary.isPlain = false
      case .invalidInherit:
        operand = 0
        summary.isPlain = false
      case .object:
        operand = 0
        if node.flags.contains(.isFaulty) { summary.isPlain = false }
      case .absent:
        operand = node.operand == SymbolID.none.index ? 0 : idHash(SymbolID(index: node.operand))
        summary.isPlain = false
      case .array, .font, .colorReference, .calls, .typed, .first, .invalid: operand = 0
      }
      if key != .none {
        if names.suffix(key) != nil {
          summary.isPlain = false
          summary.hasSuffixes = true
        }
        if names.isRuleName(key) { summary.isVerbatim = false }
      }
      let shape = UInt64(node.operation.rawValue) << 40 | UInt64(node.flags.rawValue) << 32
      summary.hash = ContentHash.combine(summary.hash, shape | UInt64(node.count))
      summary.hash = ContentHash.combine(summary.hash, key == .none ? 0 : names.hash(key))
      summary.hash = ContentHash.combine(summary.hash, operand)
    }
    summary.isVerbatim = summary.isVerbatim && summary.isPlain
    return summary
  }

  private func idHash(_ symbol: SymbolID) -> UInt64 {
    names.hash(name(symbol)) &+ UInt64(space(symbol).rawValue)
  }

  mutating func add(_ declaration: Declaration) -> DeclarationID {
    let id = freeDeclarations.popLast() ?? DeclarationID(index: UInt32(declarations.count))
    var declaration = declaration
    let symbol = Int(declaration.symbol.index)
    declaration.next = symbols[symbol].first
    symbols[symbol].first = id
    declarations.set(Int(id.index), to: declaration)
    return id
  }

  mutating func remove(_ id: DeclarationID) {
    hasRemoved = true
    let symbol = Int(self[id].symbol.index)
    if symbols[symbol].first == id {
      symbols[symbol].first = self[id].next
    } else {
      var previous = symbols[symbol].first
      while previous != .none, self[previous].next != id { previous = self[previous].next }
      if previous != .none { declarations[Int(previous.index)].next = self[id].next }
    }
    freeDeclarations.append(id)
  }
}

extension Database.Declaration {
  init(_ summary: Database.Summary, symbol: SymbolID, file: FileID, start: UInt32) {
    self.init(
      hash: ContentHash.Packed(summary.hash), symbol: symbol, file: file, start: start, isPlain: summary.isPlain,
      isVerbatim: summary.isVerbatim, hasSuffixes: summary.hasSuffixes)
  }
}
