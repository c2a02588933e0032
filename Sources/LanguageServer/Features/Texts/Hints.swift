// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

enum HintFeatures {
  /// The resolved value beside each reference.
  static func inlayHints(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file(), let index = file.index else { return [] }
    let range = try request.bytes(in: file)
    // One text may refer for several properties.
    var known: [ByteRange: Set<FileIndex.Name>] = [:]
    return .array(
      index.references.compactMap { reference in
        guard Int(reference.range.start) >= range.lowerBound, Int(reference.range.end) <= range.upperBound,
          !reference.isInheritance, let label = file.bundle.value(of: reference.name)?.hint,
          known[reference.range, default: []].insert(reference.name).inserted
        else { return nil }
        return [
          "position": file.text.position(of: Int(reference.range.end), request.client.encoding).json,
          "label": .string(label), "paddingLeft": true,
        ]
      })
  }

  /// The number of references to an id, and of running programs that get it.
  static func codeLenses(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file(), let index = file.index else { return [] }
    let entries = index.entries.filter { $0.keyRange.count > 0 && !$0.isGroup }
    let counts = NameSearch(file.bundle).count(of: entries.map(\.name))
    let consumers = request.daemon.consumers(of: file.bundle.directory)
    return .array(
      zip(entries, counts).compactMap { entry, count in
        let section = entry.isObject ? "styles" : "constants"
        let path = "\(section)/\(Path.escape(entry.name.text))"
        let programs = consumers.count { $0.selects(path) }
        guard count > 0 || programs > 0 else { return nil }
        let title =
          (count > 0 ? ["used by \(count)"] : []) + (programs > 0 ? [counted(programs, "consumer")] : [])
        return [
          "range": file.range(entry.keyRange),
          "command": ["title": .string(title.joined(separator: " · ")), "command": ""],
        ]
      })
  }
}
