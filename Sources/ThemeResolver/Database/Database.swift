// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A declaration of an id in one file. It keeps its number while its content stays the same, wherever it moves in the file.
struct DeclarationID: Hashable, Sendable {
  var index: UInt32
  static let none = DeclarationID(index: .max)
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
    /// Of the content alone: places do not count.
    var hash: UInt64
    var symbol: SymbolID
    var file: FileID
    /// The root in the file's nodes.
    var start: UInt32
    /// The next declaration of the same id in another file; `none` after the last.
    var next = DeclarationID.none
    /// Whether a node of it inherits, or has a key with a suffix: such a declaration cannot be taken over as it stands.
    var isPlain: Bool
    /// Whether it is plain and no rule concerns its members either: its slots are its nodes.
    var isVerbatim: Bool
    /// Whether a key within it has a suffix.
    var hasSuffixes: Bool
  }

  /// A node of a file in the numbers of this database.
  struct Node: Sendable {
    var operation: Declarations.Operation
    var flags: Declarations.Flags
    /// A `NameID`.
    var key: UInt32
    /// A `ValueID` or a `SymbolID`, as the operation says.
    var operand: UInt32
    /// The node after this one's last descendant, in the file.
    var end: UInt32
    /// Where the value stands in the file.
    var range: ByteRange
  }

  struct File: Sendable {
    var nodes: [Node]
    /// Sorted by id.
    var declarations: [(symbol: SymbolID, declaration: DeclarationID)] = []
    /// Where keys with a suffix stand: the ones that somebody asks for.
    var keyRanges: [UInt32: ByteRange] = [:]

    /// The place of an id in `declarations`, by bisection.
    func place(of symbol: SymbolID) -> Int? {
      var low = 0
      var high = declarations.count
      while low < high {
        let middle = (low + high) / 2
        if declarations[middle].symbol < symbol { low = middle + 1 } else { high = middle }
      }
      return low < declarations.count && declarations[low].symbol == symbol ? low : nil
    }
  }

  struct Symbol: Sendable {
    var name: NameID
    var space: Declarations.Space
    /// One of its declarations, which leads to the others.
    var first = DeclarationID.none
  }

  var names: NameTable
  var values = ValueTable()
  /// By space, then by name; `noSymbol` where there is none.
  var symbolOfName = [[UInt32]](repeating: [], count: Declarations.Space.allCases.count)
  var symbols: [Symbol] = []
  var declarations = ChunkedArray<Declaration>()
  var freeDeclarations: [DeclarationID] = []
  /// By number; nil for those that declare nothing.
  var files: [File?] = []
  var suffixVariants: [SymbolID: [(suffix: Int, symbol: SymbolID)]] = [:]
  /// The base styles that something refers to, by the style.
  var baseStyles: [SymbolID: SymbolID] = [:]
  /// Base styles that nobody referred to before.
  var newBaseStyles: [SymbolID] = []

  /// Ids that are forgotten, see `Resolver.reclaim`.
  var freeSymbols: [SymbolID] = []
  /// Numbers of ids that were forgotten and mean another id since the last `resolve`.
  var renamedSymbols: [SymbolID] = []
  /// Whether a declaration went since numbers were given back.
  var hasRemoved = false
  /// How often ids were forgotten.
  private(set) var reclamations = 0

  static let noSymbol = UInt32.max

  struct FontKeys: Sendable {
    var name: NameID
    var textStyle: NameID
    var size: NameID
  }

  let rules: Rules
  let fontKeys: FontKeys
  /// The key of what stands for a parent that fails in what is put together from an object.
  let parentKey: NameID
  /// Tells this database's numbers from those of any other in the process.
  let identity: Int

  init(rules: Rules, suffixes: [String], identity: Int) {
    self.identity = identity
    self.rules = rules
    var names = NameTable(suffixes: suffixes, rules: rules)
    fontKeys = FontKeys(name: names.intern("name"), textStyle: names.intern("style"), size: names.intern("size"))
    parentKey = names.intern("inherits")
    if rules.readsObjectsAsFonts {
      names.setConcerned(fontKeys.name)
      names.setConcerned(fontKeys.textStyle)
    }
    self.names = names
  }

  var symbolCount: Int { symbols.count }

  func name(_ symbol: SymbolID) -> NameID { symbols[Int(symbol.index)].name }

  func space(_ symbol: SymbolID) -> Declarations.Space { symbols[Int(symbol.index)].space }

  func text(_ symbol: SymbolID) -> String { names.text(name(symbol)) }

  func symbol(named text: String, in space: Declarations.Space) -> SymbolID? {
    names.find(text).flatMap { known($0, in: space) }
  }

  func known(_ name: NameID, in space: Declarations.Space) -> SymbolID? {
    let table = Int(space.rawValue)
    guard Int(name.index) < symbolOfName[table].count else { return nil }
    let symbol = symbolOfName[table][Int(name.index)]
    return symbol == Self.noSymbol ? nil : SymbolID(index: symbol)
  }

  subscript(_ declaration: DeclarationID) -> Declaration { declarations[Int(declaration.index)] }

  func node(_ reference: NodeReference) -> Node {
    let declaration = self[reference.declaration]
    return nodes(of: declaration.file)[Int(declaration.start + reference.node)]
  }

  /// Where a node's key stands, when it is one with a suffix; nil as well in a file without places.
  func keyRange(of reference: NodeReference) -> ByteRange? {
    let declaration = self[reference.declaration]
    return files[Int(declaration.file.index)]?.keyRanges[declaration.start + reference.node]
  }

  /// The nodes of a declaration, its root first; `end` of each counts in the slice's own indices.
  func nodes(_ declaration: DeclarationID) -> ArraySlice<Node> {
    let start = Int(self[declaration].start)
    let nodes = nodes(of: self[declaration].file)
    return nodes[start..<Int(nodes[start].end)]
  }

  /// The children of an object or array, in file order.
  func children(_ reference: NodeReference) -> [NodeReference] {
    let start = self[reference.declaration].start
    let nodes = nodes(of: self[reference.declaration].file)
    var children: [NodeReference] = []
    var child = start + reference.node + 1
    let end = nodes[Int(start + reference.node)].end
    while child < end {
      children.append(NodeReference(declaration: reference.declaration, node: child - start))
      child = nodes[Int(child)].end
    }
    return children
  }

  private func nodes(of file: FileID) -> [Node] {
    guard let file = files[Int(file.index)] else { preconditionFailure("a declaration outlived its file") }
    return file.nodes
  }

  /// The declarations of an id in all files, in no particular order.
  func declarations(of symbol: SymbolID) -> [DeclarationID] {
    var result: [DeclarationID] = []
    forEachDeclaration(of: symbol) { result.append($0) }
    return result
  }

  /// Calls `body` with the declarations of an id in all files, in no particular order.
  func forEachDeclaration(of symbol: SymbolID, _ body: (DeclarationID) -> Void) {
    var next = symbols[Int(symbol.index)].first
    while next != .none {
      body(next)
      next = declarations[Int(next.index)].next
    }
  }

  func isDeclared(_ symbol: SymbolID) -> Bool { symbols[Int(symbol.index)].first != .none }

  func forEachNode(_ body: (Node) -> Void) {
    for file in files {
      for node in file?.nodes ?? [] { body(node) }
    }
  }

  /// Forgets the ids that are not used. A base style is used when its style is, and the reverse.
  mutating func forgetSymbols(allBut isUsed: [Bool]) {
    for (base, variants) in suffixVariants {
      let used = variants.filter { isUsed[Int($0.symbol.index)] }
      suffixVariants[base] = used.isEmpty ? nil : used
    }
    baseStyles = baseStyles.filter { isUsed[Int($0.key.index)] }
    freeSymbols = []
    for (index, symbol) in symbols.enumerated() where !isUsed[index] {
      // One that was forgotten before left its name, which may belong to another id by now.
      let number = UInt32(index)
      let table = Int(symbol.space.rawValue)
      if symbolOfName[table][Int(symbol.name.index)] == number {
        symbolOfName[table][Int(symbol.name.index)] = Self.noSymbol
      }
      freeSymbols.append(SymbolID(index: number))
    }
    hasRemoved = false
    reclamations += 1
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

  mutating func intern(_ value: Value, _ compound: Compound, counting parts: Int) -> ValueID {
    values.intern(value, compound, counting: parts)
  }
}
