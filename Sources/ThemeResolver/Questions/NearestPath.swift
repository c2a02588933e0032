// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

extension ResolvedState {
  /// Whether there is a value at a path of a section, an id and keys.
  package func contains(_ path: [String]) -> Bool { value(at: path) != nil }

  /// The value at a path of a section, an id and keys. Costs O(ids).
  package func value(at path: [String]) -> Value? {
    guard path.count >= 2, let section = Section(rawValue: path[0]), let symbol = symbol(named: path[1], in: section)
    else { return nil }
    return value(of: symbol, at: path)
  }

  /// The path that a path without a value was probably meant as: with the missing section, the nearest id, the nearest keys.
  /// Nil if nothing is near. Costs O(ids).
  package func nearestPath(to segments: [String]) -> String? {
    guard let first = segments.first else { return nil }
    let ids = resolvedSymbols()
    let section =
      Section(rawValue: first)
      ?? nearest(to: first, among: Section.allCases.map(\.rawValue)).flatMap { Section(rawValue: $0.name) }
    let rest = segments.dropFirst()
    let others = Section.allCases.filter { $0 != section }
    var ways: [(section: Section, names: ArraySlice<String>, isExact: Bool)] = []
    for isExact in [true, false] {
      if let section, !rest.isEmpty { ways += ([section] + others).map { ($0, rest, isExact) } }
      // For a path without a section.
      ways += Section.allCases.map { ($0, segments[...], isExact) }
    }
    for way in ways {
      guard let name = way.names.first else { continue }
      let known = ids.filter { $0.section == way.section }
      let meant = way.isExact ? name : nearest(to: name, among: known.map(\.name))?.name
      guard let meant, let id = known.first(where: { Bytewise($0.name) == Bytewise(meant) }),
        let value = value(of: id.symbol),
        let keys = nearestKeys(to: way.names.dropFirst(), in: value)
      else { continue }
      return ([way.section.rawValue, id.name] + keys).map(Path.escape).joined(separator: "/")
    }
    return nil
  }

  /// Keys that lead to a value, each as given or the nearest one.
  private func nearestKeys(to keys: ArraySlice<String>, in value: Value) -> [String]? {
    var value = value
    var found: [String] = []
    for key in keys {
      guard case .object(let members) = value else { return nil }
      let names = members.map(\.key)
      let meant = names.containsBytewise(key) ? key : nearest(to: key, among: names)?.name
      guard let meant, let member = members.first(where: { Bytewise($0.key) == Bytewise(meant) }) else { return nil }
      found.append(member.key)
      value = member.value
    }
    return found
  }
}
