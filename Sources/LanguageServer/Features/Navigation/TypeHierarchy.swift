// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

enum HierarchyFeatures {
  /// The style at a place, whose parents and heirs can be asked for.
  static func typeHierarchy(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let found = place.name,
      let item = StyleHierarchy(place.bundle).item(of: found.name)
    else { return .null }
    return [item]
  }

  static func parents(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    try relatives(request) { $0.parents(of: $1) }
  }

  static func heirs(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    try relatives(request) { $0.heirs(of: $1) }
  }

  private static func relatives(
    _ request: FeatureRequest, _ find: (StyleHierarchy, FileIndex.Name) -> [FileIndex.Name]
  ) throws(ResponseError) -> JSONValue {
    guard let item = request.parameters["item"], let uri = item["uri"]?.string, let name = item["name"]?.string else {
      throw .invalidParameters("`item` has `uri` and `name`")
    }
    guard let file = request.file(at: uri) else { return .null }
    let hierarchy = StyleHierarchy(file.bundle)
    return .array(find(hierarchy, FileIndex.Name(space: .shared, text: name)).compactMap(hierarchy.item))
  }
}

/// The inheritance between styles, or between groups of design tokens.
struct StyleHierarchy {
  private let bundle: OpenBundle

  init(_ bundle: OpenBundle) { self.bundle = bundle }

  /// Nil for an id that is neither a style nor a group.
  func item(of name: FileIndex.Name) -> JSONValue? {
    guard let (file, entry) = NamedDeclarations(of: name, in: bundle).entry, entry.isObject else { return nil }
    return [
      "name": .string(entry.name.text), "kind": .number(SymbolKind.class.rawValue), "detail": .string(file),
      "uri": .string(bundle.uri(of: file)), "range": bundle.range(entry.whole, of: file),
      "selectionRange": bundle.range(entry.keyRange, of: file),
    ]
  }

  func parents(of name: FileIndex.Name) -> [FileIndex.Name] {
    var parents: [FileIndex.Name] = []
    for use in NameSearch(bundle).uses(of: name) where use.kind == .declaration {
      for reference in bundle.index(of: use.file)?.references ?? []
      where reference.isInheritance && NameSearch.isSame(reference.source, name) {
        if !parents.contains(where: { NameSearch.isSame($0, reference.name) }) { parents.append(reference.name) }
      }
    }
    return parents
  }

  func heirs(of name: FileIndex.Name) -> [FileIndex.Name] {
    var heirs: [FileIndex.Name] = []
    for source in NameSearch(bundle).uses(of: name).filter({ $0.kind == .inheritance }).flatMap(\.sources) {
      if !heirs.contains(where: { NameSearch.isSame($0, source) }) { heirs.append(source) }
    }
    return heirs
  }
}
