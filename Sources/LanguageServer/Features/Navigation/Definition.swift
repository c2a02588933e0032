// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel

enum DefinitionFeatures {
  /// The declaration that wins in the default context; all declarations where none does.
  static func definition(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let found = place.name else { return .null }
    let declarations = NamedDeclarations(of: found.name, in: place.bundle)
    return declarations.locations(declarations.winner.map { [$0] } ?? declarations.all)
  }

  /// All declarations of an id.
  static func declaration(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let found = place.name else { return .null }
    let declarations = NamedDeclarations(of: found.name, in: place.bundle)
    return declarations.locations(declarations.all)
  }

  /// The declarations that give an id its kind: the parents of a style, the `$type` of a token; else its definition.
  static func typeDefinition(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let found = place.name else { return .null }
    let bundle = place.bundle
    if bundle.notation?.separator != nil {
      let winner = NamedDeclarations(of: found.name, in: bundle).winner
      let key = winner.flatMap { use in bundle.tree(of: use.file)?.typeKey(at: use.range) }
      guard let winner, let key else { return .null }
      return [bundle.location(key, of: winner.file)]
    }
    let parents = StyleHierarchy(bundle).parents(of: found.name)
    guard !parents.isEmpty else { return try definition(request) }
    return .array(
      parents.flatMap { NamedDeclarations(of: $0, in: bundle).all }.map { bundle.location($0.range, of: $0.file) })
  }

  static func references(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let found = place.name else { return .null }
    let includesDeclaration = request.parameters["context"]?["includeDeclaration"] == true
    let uses = NameSearch(place.bundle).uses(of: found.name).filter { use in
      switch use.kind {
      case .declaration: includesDeclaration
      case .reference, .inheritance, .suppression: true
      }
    }
    return .array(uses.map { place.bundle.location($0.range, of: $0.file) })
  }

  static func highlights(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let found = place.name else { return .null }
    let uses = NameSearch(place.bundle).uses(of: found.name).filter { Bytewise($0.file) == Bytewise(place.file.path) }
    return .array(
      uses.map { use in
        // A declaration is written, a reference is read.
        ["range": place.file.range(use.range), "kind": use.kind == .declaration ? 3 : 2]
      })
  }
}

/// The declarations of an id.
struct NamedDeclarations {
  private let bundle: OpenBundle
  private let name: FileIndex.Name
  /// Whether the id has its value by another name.
  private let isInherited: Bool
  let all: [NameSearch.Use]
  /// The one that wins in the default context.
  let winner: NameSearch.Use?

  init(of name: FileIndex.Name, in bundle: OpenBundle) {
    self.bundle = bundle
    self.name = name
    let search = NameSearch(bundle)
    var all = search.uses(of: name).filter { $0.kind == .declaration }
    // A token that is inherited is declared by another name.
    isInherited = all.isEmpty && bundle.path(of: name) != nil
    if isInherited { all = search.familyUses(of: name).filter { $0.kind == .declaration } }
    let place = bundle.path(of: name).flatMap { bundle.engine.winningRange(at: $0, in: Context()) }
    winner = place.flatMap { place in
      let inFile = all.filter { Bytewise($0.file) == Bytewise(place.file) }
      guard inFile.count > 1 else { return inFile.first }
      let entry = bundle.index(of: place.file)?.entries.first { entry in
        entry.range.holds(place.range) && inFile.contains { $0.name == entry.name }
      }
      return inFile.first { $0.range == entry?.keyRange }
    }
    self.all = isInherited ? winner.map { [$0] } ?? [] : all
  }

  func locations(_ uses: [NameSearch.Use]) -> JSONValue {
    .array(uses.map { bundle.location($0.range, of: $0.file) })
  }

  /// The only declaration; nil where another one may count for a different theme, device or language, or in a group that inherits.
  var onlyEntry: (file: String, entry: FileIndex.Entry)? {
    // The searches go through all files.
    guard all.count == 1, !isInherited, !hasDeviceDeclarations,
      NameSearch(bundle).familyUses(of: name).count(where: { $0.kind == .declaration }) == 1
    else { return nil }
    return entry
  }

  private var hasDeviceDeclarations: Bool {
    let search = NameSearch(bundle)
    return bundle.engine.suffixes.contains { suffix in
      search.uses(of: name.with(name.text + suffix)).contains { $0.kind == .declaration }
    }
  }

  /// The value of the winner as it is written.
  var entry: (file: String, entry: FileIndex.Entry)? {
    guard let use = winner ?? all.first,
      let entry = bundle.index(of: use.file)?.entries.first(where: { $0.keyRange == use.range })
    else { return nil }
    return (use.file, entry)
  }
}
