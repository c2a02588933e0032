// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A declaration of an id in one file. It keeps its number while its content stays the same, wherever it moves in the file.
struct DeclarationID: Hashable, Sendable {
  var index: UInt32
}

/// A node of a declaration, counted from the declaration's root.
struct NodeReference: Hashable, Sendable {
  var declaration: DeclarationID
  var node: UInt32
}

/// All that the files of a bundle declare, linked: names, literals and ids as the numbers of this database.
///
/// It knows no context: which declarations count, and in which order, is a view's affair.
struct Database: Sendable {
  struct Declaration: Sendable {
    var symbol: SymbolID
    var file: FileID
    /// The root in the file's nodes.
    var start: UInt32
    /// Of the content alone: places do not count.
    var hash: UInt64
    /// Whether a node of it inherits, or has a key with a suffix: such a declaration cannot be taken over as it stands.
    var isPlain: Bool
    /// The next declaration of the same id in another file.
    var next: DeclarationID?
  }

  private struct File: Sendable {
    /// `key`, and `operand` as the operation says, are numbers of this database: a `NameID`, a `ValueID`, a `SymbolID`.
    var nodes: [Declarations.Node]
    var declarations: [SymbolID: DeclarationID]
  }

  private(set) var names: NameTable
  private(set) var values = ValueTable()
  /// By space, then by name.
  private var symbolOfName = [[SymbolID?]](repeating: [], count: Declarations.Space.allCases.count)
  private var ids: [(name: NameID, space: Declarations.Space)] = []
  private var firstDeclaration: [DeclarationID?] = []
  private var declarations: [Declaration] = []
  private var freeDeclarations: [DeclarationID] = []
  private var files: [FileID: File] = [:]
  private var suffixVariants: [SymbolID: [(suffix: Int, symbol: SymbolID)]] = [:]
  /// The base styles that something refers to, by the style.
  private var baseStyles: [SymbolID: SymbolID] = [:]
  /// Base styles that nobody referred to before.
  private var newBaseStyles: [SymbolID] = []

  struct FontKeys: Sendable {
    var name: NameID
    var textStyle: NameID
    var size: NameID
  }

  let rules: Rules
  let fontKeys: FontKeys
  /// Tells this database's numbers from those of any other in the process.
  let identity: Int

  init(rules: Rules, suffixes: [String], identity: Int) {
    self.identity = identity
    self.rules = rules
    var names = NameTable(suffixes: suffixes, rules: rules)
    fontKeys = FontKeys(name: names.intern("name"), textStyle: names.intern("style"), size: names.intern("size"))
    self.names = names
  }

  var symbolCount: Int { ids.count }

  func name(_ symbol: SymbolID) -> NameID { ids[Int(symbol.index)].name }

  func space(_ symbol: SymbolID) -> Declarations.Space { ids[Int(symbol.index)].space }

  func text(_ symbol: SymbolID) -> String { names.text(name(symbol)) }

  func symbol(named text: String, in space: Declarations.Space) -> SymbolID? {
    names.find(text).flatMap { known($0, in: space) }
  }

  private func known(_ name: NameID, in space: Declarations.Space) -> SymbolID? {
    let symbols = symbolOfName[Int(space.rawValue)]
    return Int(name.index) < symbols.count ? symbols[Int(name.index)] : nil
  }

  subscript(_ declaration: DeclarationID) -> Declaration { declarations[Int(declaration.index)] }

  func node(_ reference: NodeReference) -> Declarations.Node {
    let declaration = self[reference.declaration]
    return file(declaration.file).nodes[Int(declaration.start + reference.node)]
  }

  /// The nodes of a declaration, its root first; `end` of each counts in the slice's own indices.
  func nodes(_ declaration: DeclarationID) -> ArraySlice<Declarations.Node> {
    let start = Int(self[declaration].start)
    let nodes = file(self[declaration].file).nodes
    return nodes[start..<Int(nodes[start].end)]
  }

  /// The children of an object or array, in file order.
  func children(_ reference: NodeReference) -> [NodeReference] {
    let start = self[reference.declaration].start
    let nodes = file(self[reference.declaration].file).nodes
    var children: [NodeReference] = []
    var child = start + reference.node + 1
    let end = nodes[Int(start + reference.node)].end
    while child < end {
      children.append(NodeReference(declaration: reference.declaration, node: child - start))
      child = nodes[Int(child)].end
    }
    return children
  }

  /// The declarations of an id in all files, in no particular order.
  func declarations(of symbol: SymbolID) -> [DeclarationID] {
    var result: [DeclarationID] = []
    var next = firstDeclaration[Int(symbol.index)]
    while let declaration = next {
      result.append(declaration)
      next = self[declaration].next
    }
    return result
  }

  /// The ids that a file declares, in no particular order.
  func symbols(in file: FileID) -> some Sequence<SymbolID> {
    files[file].map { Array($0.declarations.keys) } ?? []
  }

  /// The ids that are this id with a suffix.
  func variants(of symbol: SymbolID) -> [(suffix: Int, symbol: SymbolID)] {
    suffixVariants.isEmpty ? [] : suffixVariants[symbol] ?? []
  }

  /// What an id is without its suffix, for an id that has one.
  func base(of symbol: SymbolID) -> SymbolID? {
    names.suffix(name(symbol)).flatMap { known($0.base, in: space(symbol)) }
  }

  /// The base style that goes with a style, when something refers to it.
  func baseStyle(of style: SymbolID) -> SymbolID? { baseStyles.isEmpty ? nil : baseStyles[style] }

  /// The id whose declarations an id is read from: its own, but for base styles.
  func declared(_ symbol: SymbolID) -> SymbolID {
    guard space(symbol) == .baseStyles else { return symbol }
    guard let style = known(name(symbol), in: .styles) else { preconditionFailure("a base style has its style") }
    return style
  }

  /// The base styles that are referred to for the first time since this was asked.
  mutating func takeNewBaseStyles() -> [SymbolID] {
    defer { newBaseStyles = [] }
    return newBaseStyles
  }

  mutating func intern(_ value: Value) -> ValueID { values.intern(value) }

  private func file(_ file: FileID) -> File {
    guard let file = files[file] else { preconditionFailure("a declaration outlived its file") }
    return file
  }
}

extension Database {
  /// An id whose declaration in a file is new, gone or of other content, and where the file says so: the first node that
  /// differs; nil where the declaration is gone.
  struct Change {
    var symbol: SymbolID
    var place: ByteRange?
  }

  /// Takes over what a file declares now; nil when it declares nothing any more. Changes come in no particular order.
  /// Costs O(file).
  mutating func update(_ file: FileID, _ new: Declarations?) -> [Change] {
    let old = files.removeValue(forKey: file)
    guard let new else {
      let gone = old?.declarations ?? [:]
      for declaration in gone.values { remove(declaration) }
      return gone.keys.map { Change(symbol: $0, place: nil) }
    }
    let (nodes, ids) = link(new)
    var kept: [SymbolID: DeclarationID] = [:]
    kept.reserveCapacity(new.entries.count)
    var changed: [Change] = []
    var remaining = old?.declarations ?? [:]
    for entry in new.entries {
      let symbol = ids[Int(entry.id)]
      let summary = summarize(nodes[Int(entry.node)..<Int(nodes[Int(entry.node)].end)])
      let previous = remaining.removeValue(forKey: symbol)
      if let previous, self[previous].hash == summary.hash {
        declarations[Int(previous.index)].start = entry.node
        kept[symbol] = previous
        continue
      }
      let place = difference(previous.flatMap { old?.nodes[Int(self[$0].start)...] } ?? [], nodes[Int(entry.node)...])
      if let previous { remove(previous) }
      kept[symbol] = add(
        Declaration(
          symbol: symbol, file: file, start: entry.node, hash: summary.hash, isPlain: summary.isPlain, next: nil))
      changed.append(Change(symbol: symbol, place: place))
    }
    for (symbol, declaration) in remaining {
      remove(declaration)
      changed.append(Change(symbol: symbol, place: nil))
    }
    files[file] = File(nodes: nodes, declarations: kept)
    return changed
  }

  /// Where two declarations, each at the beginning of its nodes, begin to differ: a value, or the object that lacks one.
  private func difference(
    _ old: ArraySlice<Declarations.Node>, _ new: ArraySlice<Declarations.Node>
  ) -> ByteRange? {
    guard let root = new.first else { return nil }
    for (old, new) in zip(old, new[..<Int(root.end)])
    where old.operation != new.operation || old.key != new.key || old.operand != new.operand || old.flags != new.flags {
      return new.range
    }
    return root.range
  }

  /// Puts the database's numbers in place of the file's own. Returns its ids as well.
  private mutating func link(_ declarations: Declarations) -> (nodes: [Declarations.Node], ids: [SymbolID]) {
    let names = declarations.names.map { self.names.intern($0) }
    let ids = declarations.ids.map { symbol(names[Int($0.name)], in: $0.space) }
    let literals = declarations.literals.map { values.intern($0) }
    var nodes = declarations.nodes
    for index in nodes.indices {
      let node = nodes[index]
      if node.key != Declarations.noName { nodes[index].key = names[Int(node.key)].index }
      switch node.operation {
      case .literal, .glyph: nodes[index].operand = literals[Int(node.operand)].index
      case .reference, .lookup, .inherit: nodes[index].operand = ids[Int(node.operand)].index
      case .object, .array, .font, .colorReference, .calls, .invalid: break
      }
    }
    return (nodes, ids)
  }

  private mutating func symbol(_ name: NameID, in space: Declarations.Space) -> SymbolID {
    if let known = known(name, in: space) { return known }
    let table = Int(space.rawValue)
    while symbolOfName[table].count <= Int(name.index) { symbolOfName[table].append(nil) }
    let symbol = SymbolID(index: UInt32(ids.count))
    symbolOfName[table][Int(name.index)] = symbol
    ids.append((name, space))
    firstDeclaration.append(nil)
    if let suffix = names.suffix(name) {
      suffixVariants[self.symbol(suffix.base, in: space), default: []].append((suffix.suffix, symbol))
    }
    if space == .baseStyles {
      baseStyles[self.symbol(name, in: .styles)] = symbol
      newBaseStyles.append(symbol)
    }
    return symbol
  }

  private func summarize(_ nodes: ArraySlice<Declarations.Node>) -> (hash: UInt64, isPlain: Bool) {
    var hash: UInt64 = 0
    var isPlain = true
    for node in nodes {
      let key = NameID(index: node.key)
      let operand: UInt64
      switch node.operation {
      case .literal, .glyph: operand = values.hash(ValueID(index: node.operand))
      case .reference, .lookup: operand = idHash(SymbolID(index: node.operand))
      case .inherit:
        operand = idHash(SymbolID(index: node.operand))
        isPlain = false
      case .object, .array, .font, .colorReference, .calls, .invalid: operand = 0
      }
      if key != .none, names.suffix(key) != nil { isPlain = false }
      let shape = UInt64(node.operation.rawValue) << 40 | UInt64(node.flags.rawValue) << 32
      hash = ContentHash.combine(hash, shape | UInt64(node.end - UInt32(nodes.startIndex)))
      hash = ContentHash.combine(hash, key == .none ? 0 : names.hash(key))
      hash = ContentHash.combine(hash, operand)
    }
    return (hash, isPlain)
  }

  private func idHash(_ symbol: SymbolID) -> UInt64 {
    names.hash(name(symbol)) &+ UInt64(space(symbol).rawValue)
  }

  private mutating func add(_ declaration: Declaration) -> DeclarationID {
    let id = freeDeclarations.popLast() ?? DeclarationID(index: UInt32(declarations.count))
    var declaration = declaration
    declaration.next = firstDeclaration[Int(declaration.symbol.index)]
    firstDeclaration[Int(declaration.symbol.index)] = id
    if Int(id.index) == declarations.count {
      declarations.append(declaration)
    } else {
      declarations[Int(id.index)] = declaration
    }
    return id
  }

  private mutating func remove(_ id: DeclarationID) {
    let symbol = Int(self[id].symbol.index)
    if firstDeclaration[symbol] == id {
      firstDeclaration[symbol] = self[id].next
    } else {
      var previous = firstDeclaration[symbol]
      while let declaration = previous, self[declaration].next != id { previous = self[declaration].next }
      if let previous { declarations[Int(previous.index)].next = self[id].next }
    }
    freeDeclarations.append(id)
  }
}
