// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// From references to declarations and back.
extension LanguageServer {
  /// The id at a place: that of the reference or of the key there.
  struct NameAtPlace {
    let name: FileIndex.Name
    /// The value that refers, or the key.
    let range: ByteRange
    let isDeclaration: Bool
  }

  func name(at place: Place) -> NameAtPlace? {
    guard let index = place.bundle.index(of: place.file) else { return nil }
    let here = UInt32(place.offset)
    func contains(_ range: ByteRange) -> Bool { range.start <= here && here <= range.end && range.start < range.end }
    let reference = index.references.filter { contains($0.range) }.min { $0.range.count < $1.range.count }
    // A reference within an object is nearer than the key of the object.
    if let reference { return NameAtPlace(name: reference.name, range: reference.range, isDeclaration: false) }
    guard let entry = index.entries.first(where: { contains($0.keyRange) }) else { return nil }
    return NameAtPlace(name: entry.name, range: entry.keyRange, isDeclaration: true)
  }

  func definition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let place = try place(parameters), let found = name(at: place) else { return .null }
    let declarations = place.bundle.uses(of: found.name).filter(\.isDeclaration)
    return .array(declarations.map { location($0.range, of: $0.file, in: place.bundle) })
  }

  func references(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let place = try place(parameters), let found = name(at: place) else { return .null }
    let includesDeclaration = parameters["context"]?["includeDeclaration"] == true
    let uses = place.bundle.uses(of: found.name).filter { includesDeclaration || !$0.isDeclaration }
    return .array(uses.map { location($0.range, of: $0.file, in: place.bundle) })
  }

  func highlights(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let place = try place(parameters), let found = name(at: place) else { return .null }
    let uses = place.bundle.uses(of: found.name).filter { Bytewise($0.file) == Bytewise(place.file) }
    return .array(
      uses.map { use in
        // A declaration is written, a reference is read.
        ["range": range(use.range, of: use.file, in: place.bundle), "kind": use.isDeclaration ? 3 : 2]
      })
  }

  // MARK: Symbols

  private enum SymbolKind: Double {
    case `class` = 5
    case property = 7
    case constant = 14
  }

  func documentSymbols(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters), let index = bundle.index(of: file) else { return [] }
    return .array(
      index.entries.filter { $0.keyRange.count > 0 }.map { entry in
        let kind: SymbolKind = entry.isObject ? .class : .constant
        // A key stands before its value, in every format.
        let whole = ByteRange(
          Int(min(entry.keyRange.start, entry.range.start)), Int(max(entry.keyRange.end, entry.range.end)))
        guard client.hasHierarchicalSymbols else {
          return [
            "name": .string(entry.name.text), "kind": .number(kind.rawValue),
            "location": location(whole, of: file, in: bundle),
          ]
        }
        let children = entry.members.filter { $0.keys.count == 1 }.map { member -> JSONValue in
          [
            "name": .string(member.keys[0]), "kind": .number(SymbolKind.property.rawValue),
            "range": range(
              ByteRange(Int(member.keyRange.start), Int(max(member.keyRange.end, member.range.end))), of: file,
              in: bundle),
            "selectionRange": range(member.keyRange, of: file, in: bundle),
          ]
        }
        return [
          "name": .string(entry.name.text), "kind": .number(kind.rawValue), "range": range(whole, of: file, in: bundle),
          "selectionRange": range(entry.keyRange, of: file, in: bundle), "children": .array(children),
        ]
      })
  }

  private static let maximumSymbols = 500

  func workspaceSymbols(_ parameters: JSONValue) -> JSONValue {
    let query = (parameters["query"]?.string ?? "").lowercased()
    var symbols: [JSONValue] = []
    for bundle in bundles.values {
      for (file, index) in bundle.allIndexes {
        for entry in index.entries where query.isEmpty || Self.isFuzzyMatch(query, entry.name.text.lowercased()) {
          guard symbols.count < Self.maximumSymbols else { return .array(symbols) }
          let kind: SymbolKind = entry.isObject ? .class : .constant
          symbols.append(
            [
              "name": .string(entry.name.text), "kind": .number(kind.rawValue), "containerName": .string(file),
              "location": location(entry.keyRange, of: file, in: bundle),
            ])
        }
      }
    }
    return .array(symbols)
  }

  /// Whether the letters of a query come in this order in a name.
  private static func isFuzzyMatch(_ query: String, _ name: String) -> Bool {
    var rest = query.unicodeScalars[...]
    for scalar in name.unicodeScalars where scalar == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  // MARK: Links, folding, counts

  func documentLinks(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters), let index = bundle.index(of: file) else { return [] }
    let folder = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[...$0]) } ?? ""
    return .array(
      index.links.compactMap { link in
        let name = link.target
        let paths = bundle.engine.paths
        let target =
          [folder + name, name].first { paths.containsBytewise($0) }
          ?? paths.first { path in path.hasSuffix("/" + name) || Bytewise(path) == Bytewise(name) }
        guard let target else { return nil }
        return [
          "range": range(link.range, of: file, in: bundle), "target": .string(bundle.uri(of: target)),
        ]
      })
  }

  func foldingRanges(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters), let index = bundle.index(of: file) else { return [] }
    let text = bundle.text(of: file)
    var lines: Set<Int> = []
    let ranges = index.entries.flatMap { [$0.range] + $0.members.map(\.range) }
    return .array(
      ranges.compactMap { range in
        let start = text.position(of: Int(range.start), client.encoding).line
        let end = text.position(of: Int(range.end), client.encoding).line
        // The line of the closing bracket stays visible.
        guard end - 1 > start, lines.insert(start).inserted else { return nil }
        return ["startLine": .number(Double(start)), "endLine": .number(Double(end - 1))]
      })
  }

  func codeLenses(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters), let index = bundle.index(of: file) else { return [] }
    var counts: [FileIndex.Name: Int] = [:]
    for (_, other) in bundle.allIndexes {
      for reference in other.references {
        counts[FileIndex.Name(space: .shared, text: reference.name.text), default: 0] += 1
      }
    }
    return .array(
      index.entries.compactMap { entry in
        guard entry.keyRange.count > 0,
          let count = counts[FileIndex.Name(space: .shared, text: entry.name.text)]
        else { return nil }
        let title = "used by \(count)"
        return [
          "range": range(entry.keyRange, of: file, in: bundle), "command": ["title": .string(title), "command": ""],
        ]
      })
  }

  func inlayHints(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters), let index = bundle.index(of: file) else { return [] }
    let text = bundle.text(of: file)
    let start = text.offset(of: try TextPosition(parameters["range"]?["start"]), client.encoding)
    let end = text.offset(of: try TextPosition(parameters["range"]?["end"]), client.encoding)
    return .array(
      index.references.compactMap { reference in
        guard Int(reference.range.start) >= start, Int(reference.range.end) <= end, !reference.isInheritance,
          let value = bundle.value(of: reference.name), let label = value.hint
        else { return nil }
        return [
          "position": text.position(of: Int(reference.range.end), client.encoding).json, "label": .string(" \(label)"),
          "paddingLeft": true,
        ]
      })
  }
}

extension ByteRange {
  var count: UInt32 { end - start }
}
