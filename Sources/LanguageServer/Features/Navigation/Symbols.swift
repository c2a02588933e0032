// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

enum SymbolKind: Double {
  case `class` = 5
  case property = 7
  case constant = 14

  init(_ entry: FileIndex.Entry) { self = entry.isObject ? .class : .constant }
}

enum SymbolFeatures {
  private static let maximumSymbols = 500

  static func documentSymbols(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file(), let index = file.index else { return [] }
    // A key has several names where one part of a file that contexts read lies in another one.
    var known: Set<ByteRange> = []
    let entries = index.entries.filter { $0.keyRange.count > 0 && known.insert($0.keyRange).inserted }
    guard request.client.hasHierarchicalSymbols else {
      return .array(
        entries.map { entry in
          [
            "name": .string(entry.name.text), "kind": .number(SymbolKind(entry).rawValue),
            "location": file.bundle.location(entry.whole, of: file.path),
          ]
        })
    }
    var rest = entries.sorted { $0.whole.start < $1.whole.start }[...]
    return .array(symbols(&rest, until: .max, in: file))
  }

  /// The symbols of entries that begin before an offset, with those that lie in them.
  private static func symbols(
    _ rest: inout ArraySlice<FileIndex.Entry>, until end: UInt32, in file: BundleFile
  ) -> [JSONValue] {
    var symbols: [JSONValue] = []
    while let entry = rest.first, entry.whole.start < end {
      rest.removeFirst()
      let inner = Self.symbols(&rest, until: entry.whole.end, in: file)
      let members = entry.members.filter { $0.keys.count == 1 }.map { member -> JSONValue in
        let whole = ByteRange(Int(member.keyRange.start), Int(max(member.keyRange.end, member.range.end)))
        return [
          "name": .string(member.keys[0]), "kind": .number(SymbolKind.property.rawValue), "range": file.range(whole),
          "selectionRange": file.range(member.keyRange),
        ]
      }
      symbols.append(
        [
          "name": .string(entry.name.text), "kind": .number(SymbolKind(entry).rawValue),
          "range": file.range(entry.whole), "selectionRange": file.range(entry.keyRange),
          "children": .array(members + inner),
        ])
    }
    return symbols
  }

  static func workspaceSymbols(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    let query = Array((request.parameters["query"]?.string ?? "").utf8).map(\.asciiLowercase)
    var symbols: [JSONValue] = []
    for bundle in request.workspace.bundles.sortedMembers.map(\.value) {
      let matching = bundle.engine.ids(in: bundle.snapshot).lazy.filter { isFuzzyMatch(query, $0.name) }
        .prefix(maximumSymbols - symbols.count)
      var byFile: BytewiseDictionary<[(id: ThemeEngine.ResolvedID, range: ByteRange)]> = [:]
      for id in matching {
        guard let place = bundle.engine.winningRange(at: id.path, in: Context()) else { continue }
        byFile[place.file, default: []].append((id, place.range))
      }
      for (file, ids) in byFile.sortedMembers {
        let entries = bundle.index(of: file)?.entries ?? []
        for (id, range) in ids {
          let named = entries.filter { $0.name.file == nil && Bytewise($0.name.text) == Bytewise(id.name) }
          guard let entry = named.first(where: { $0.range.holds(range) }) ?? named.last else { continue }
          symbols.append(
            [
              "name": .string(id.name), "kind": .number(SymbolKind(entry).rawValue), "containerName": .string(file),
              "location": bundle.location(entry.keyRange, of: file),
            ])
        }
      }
    }
    return .array(symbols)
  }

  /// Whether a name has the bytes of a query in this order. The case of ASCII letters does not count.
  static func isFuzzyMatch(_ query: [UInt8], _ name: String) -> Bool {
    matched(query, in: name) == query.count
  }

  /// The number of a query's bytes, from the first, that come in this order in a text.
  static func matched(_ query: [UInt8], in text: String) -> Int {
    var count = 0
    for byte in text.utf8 where count < query.count && byte.asciiLowercase == query[count] { count += 1 }
    return count
  }
}

extension FileIndex.Entry {
  /// From the key to the end of the value: a key stands before its value, in every format.
  var whole: ByteRange {
    keyRange.count == 0
      ? range : ByteRange(Int(min(keyRange.start, range.start)), Int(max(keyRange.end, range.end)))
  }
}

extension UInt8 {
  var asciiLowercase: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
}
