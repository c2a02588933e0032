// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import ThemeModel

/// The number of a declaration: one id in one file. It stays the same while the content does, even if the declaration moves
/// in the file.
struct DeclarationID: Hashable, Sendable {
  var index: UInt32
  static let none = DeclarationID(index: .max)
}

/// A node of a declaration, counted from the root of the declaration.
struct NodeReference: Hashable, Sendable {
  var declaration: DeclarationID
  var node: UInt32
}

/// The declarations of all files of a bundle, with names, literals and ids as numbers.
///
/// It is independent of load plans: `EffectiveDeclarations` decides which declarations count for a view.
///
/// It has more than 400 lines over its extensions, because the tables of names, ids, declarations and files change together:
/// updating a file (`Database+Update`), replacing one declaration (`Database+Region`) and freeing numbers (`Reclamation`)
/// write all of them.
struct Database: Sendable {
  struct Declaration: Sendable {
    /// The hash of the content. Places do not count.
    var hash: ContentHash.Packed
    var symbol: SymbolID
    var file: FileID
    /// The root node in the nodes of the file.
    var start: UInt32
    /// The next declaration of the same id in another file; `none` after the last.
    var next = DeclarationID.none
    /// Whether no node inherits, is absent or a faulty object, or has a key with a suffix, so that layout copies the nodes.
    var isPlain: Bool
    /// Whether the declaration is plain and no rule looks at its members, so that its nodes are the slots of the id.
    var isVerbatim: Bool
    /// Whether a key within it has a suffix.
    var hasSuffixes: Bool
  }

  struct Symbol: Sendable {
    var name: NameID
    var space: Declarations.Space
    /// The first declaration in the linked list of the id.
    var first = DeclarationID.none
  }

  var names: NameTable
  var values = ValueTable()
  /// By space, then by name; `noSymbol` for unused names.
  var symbolOfName = [[UInt32]](repeating: [], count: Declarations.Space.allCases.count)
  var symbols: [Symbol] = []
  var declarations = ChunkedArray<Declaration>()
  var freeDeclarations: [DeclarationID] = []
  /// By number. Nil for files without declarations.
  var files: [File?] = []
  var suffixVariants: [SymbolID: [(suffix: Int, symbol: SymbolID)]] = [:]
  /// The base styles that are referred to, by the style.
  var baseStyles: [SymbolID: SymbolID] = [:]
  /// Base styles that are referred to for the first time.
  var newBaseStyles: [SymbolID] = []

  /// Numbers of freed ids, see `Resolver.reclaim`.
  var freeSymbols = FreeNumbers()
  /// Freed numbers that got another id since the last `resolve`.
  var renamedSymbols: [SymbolID] = []
  /// Whether a declaration was removed since numbers were freed last.
  var hasRemoved = false
  /// The number of times that ids were freed.
  private(set) var reclamations = 0

  static let noSymbol = UInt32.max

  struct FontKeys: Sendable {
    var name: NameID
    var textStyle: NameID
    var size: NameID
  }

  let rules: Rules
  let fontKeys: FontKeys
  /// The key of the invalid slot for a parent that fails within a computed value.
  let parentKey: NameID
  /// Distinguishes this database from the others in the process.
  let identity: Int

  init(rules: Rules, suffixes: [String], identity: Int) {
    self.identity = identity
    self.rules = rules
    var names = NameTable(suffixes: suffixes, rules: rules)
    typealias Key = Declarations.FontKey
    fontKeys = FontKeys(
      name: names.intern(Key.name), textStyle: names.intern(Key.textStyle), size: names.intern(Key.size))
    parentKey = names.intern("inherits")
    if rules.readsObjectsAsFonts {
      names.markRuleName(fontKeys.name)
      names.markRuleName(fontKeys.textStyle)
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
    Self.known(name, in: symbolOfName[Int(space.rawValue)])
  }

  /// The id of a name in one table of `symbolOfName`.
  static func known(_ name: NameID, in table: [UInt32]) -> SymbolID? {
    guard Int(name.index) < table.count, table[Int(name.index)] != noSymbol else { return nil }
    return SymbolID(index: table[Int(name.index)])
  }

  subscript(_ declaration: DeclarationID) -> Declaration { declarations[Int(declaration.index)] }

  func node(_ reference: NodeReference) -> Node {
    let declaration = self[reference.declaration]
    return file(declaration.file).nodes[Int(declaration.start + reference.node)]
  }

  /// The place of a node's value.
  func location(of reference: NodeReference) -> Location {
    let declaration = self[reference.declaration]
    let range = file(declaration.file).range(of: Int(declaration.start + reference.node))
    return Location(file: declaration.file, range: range)
  }

  /// The place of a key with a suffix. Nil for other keys, and in files without places.
  func keyRange(of reference: NodeReference) -> ByteRange? {
    let declaration = self[reference.declaration]
    return files[Int(declaration.file.index)]?.keyRanges[declaration.start + reference.node]
  }

  /// The nodes of a declaration, the root first.
  func nodes(_ declaration: DeclarationID) -> ArraySlice<Node> {
    file(self[declaration].file).nodes.subtree(of: Int(self[declaration].start))
  }

  /// The children of an object or array, in file order.
  func children(_ reference: NodeReference) -> [NodeReference] {
    let start = Int(self[reference.declaration].start)
    let nodes = file(self[reference.declaration].file).nodes.subtree(of: start + Int(reference.node))
    var children: [NodeReference] = []
    var child = nodes.startIndex + 1
    while child < nodes.endIndex {
      children.append(NodeReference(declaration: reference.declaration, node: UInt32(child - start)))
      child += Int(nodes[child].count)
    }
    return children
  }

  @inline(__always) private func file(_ file: FileID) -> File {
    guard let file = files[Int(file.index)] else { preconditionFailure("a declaration outlived its file") }
    return file
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

  /// The declarations of an id in the files of a plan, in no particular order. Costs O(declarations of the id), and not more than
  /// a search in each file of the plan: in a collection of themes each theme declares each id, and a plan has one.
  func declarations(of symbol: SymbolID, in layers: Layers) -> [DeclarationID] {
    var result: [DeclarationID] = []
    if hasDeclarations(of: symbol, moreThan: layers.files.count) {
      for file in layers.files where Int(file.index) < files.count {
        guard let file = files[Int(file.index)], let place = file.place(of: symbol) else { continue }
        result.append(file.declarations[place].declaration)
      }
      return result
    }
    var next = symbols[Int(symbol.index)].first
    while next != .none {
      if layers.rank(of: declarations[Int(next.index)].file) >= 0 { result.append(next) }
      next = declarations[Int(next.index)].next
    }
    return result
  }

  private func hasDeclarations(of symbol: SymbolID, moreThan count: Int) -> Bool {
    var next = symbols[Int(symbol.index)].first
    var left = count
    while next != .none, left > 0 {
      next = declarations[Int(next.index)].next
      left -= 1
    }
    return next != .none
  }

  func isDeclared(_ symbol: SymbolID) -> Bool { symbols[Int(symbol.index)].first != .none }

  func forEachNode(_ body: (Node) -> Void) {
    for file in files {
      for node in file?.nodes ?? [] { body(node) }
    }
  }

  /// Frees the ids that are not used. A base style is used if its style is, and vice versa.
  mutating func forgetSymbols(allBut isUsed: [Bool]) {
    for (base, variants) in suffixVariants {
      let used = variants.filter { isUsed[Int($0.symbol.index)] }
      suffixVariants[base] = used.isEmpty ? nil : used
    }
    baseStyles = baseStyles.filter { isUsed[Int($0.key.index)] }
    freeSymbols = FreeNumbers()
    for (index, symbol) in symbols.enumerated() where !isUsed[index] {
      // The name of an id that was freed before may belong to another id now.
      let number = UInt32(index)
      let table = Int(symbol.space.rawValue)
      if symbolOfName[table][Int(symbol.name.index)] == number {
        symbolOfName[table][Int(symbol.name.index)] = Self.noSymbol
      }
      freeSymbols.insert(number)
    }
    hasRemoved = false
    reclamations += 1
  }

  /// The ids that are this id with a suffix.
  func variants(of symbol: SymbolID) -> [(suffix: Int, symbol: SymbolID)] {
    suffixVariants.isEmpty ? [] : suffixVariants[symbol] ?? []
  }

  /// The id without its suffix. Nil for an id without suffix.
  func base(of symbol: SymbolID) -> SymbolID? {
    names.suffix(name(symbol)).flatMap { known($0.base, in: space(symbol)) }
  }

  /// The base style of a style, if any file refers to it.
  func baseStyle(of style: SymbolID) -> SymbolID? { baseStyles.isEmpty ? nil : baseStyles[style] }

  /// The id whose declarations are read: the style for a base style, else the id itself.
  func declared(_ symbol: SymbolID) -> SymbolID {
    guard space(symbol) == .baseStyles else { return symbol }
    guard let style = known(name(symbol), in: .styles) else { preconditionFailure("a base style has its style") }
    return style
  }

  /// Returns the base styles that are referred to for the first time since the last call.
  mutating func removeNewBaseStyles() -> [SymbolID] {
    defer { newBaseStyles = [] }
    return newBaseStyles
  }

  mutating func intern(_ value: Value) -> ValueID { values.intern(value) }

  mutating func intern(_ value: Value, _ compound: Compound, counting parts: Int) -> ValueID {
    values.intern(value, compound, counting: parts)
  }
}
