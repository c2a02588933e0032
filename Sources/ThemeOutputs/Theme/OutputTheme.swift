// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

/// The resolved values that an output is made of: those of a bundle in one context.
package struct OutputTheme: Sendable {
  /// A value that is not an object, by the keys that lead to it.
  package struct Entry: Sendable {
    /// The keys below `constants` or `styles`, at least one.
    package let keys: [String]
    package let value: Value
    /// The path in the snapshot.
    package let path: String
  }

  /// The bundle's dialect; nil while it is unknown.
  package let dialect: DialectName?
  /// For each value that consists of a reference, by its path: the path of the value that it refers to.
  package var references: BytewiseDictionary<String> = [:]
  private let sections: Value

  /// - Parameters:
  ///   - constants: an object with the constants of a snapshot.
  ///   - styles: an object with its styles.
  package init(dialect: DialectName?, constants: Value, styles: Value) {
    self.dialect = dialect
    sections = .object([.init(key: "constants", value: constants), .init(key: "styles", value: styles)])
  }

  /// The value at a path such as `constants/base00`; nil where there is none. Costs the members of each object on the way.
  package func value(at path: String) -> Value? {
    var value = sections
    for segment in Path.segments(of: path) {
      guard let member = value.members.first(where: { Bytewise($0.key) == Bytewise(segment) }) else { return nil }
      value = member.value
    }
    return value
  }

  /// The paths of all colours.
  package var colorPaths: [String] { entries(in: .everything).filter { $0.value.srgbColor != nil }.map(\.path) }

  /// The selected values that are not objects, sorted by their keys.
  package func entries(in selection: Selection) -> [Entry] {
    var entries: [Entry] = []
    func collect(_ value: Value, _ keys: [String], _ path: String, _ position: Selection.Position) {
      guard position.answer != .nothing else { return }
      guard case .object(let members) = value, value.token == nil else {
        if position.answer == .whole {
          entries.append(Entry(keys: keys, value: (value.token.map(Value.typed) ?? value).plain, path: path))
        }
        return
      }
      // Daemons promise no order.
      let isSorted = zip(members, members.dropFirst()).allSatisfy { $0.key.precedesBytewise($1.key) }
      for member in isSorted ? members : members.sorted(by: { $0.key.precedesBytewise($1.key) }) {
        collect(
          member.value, keys + [member.key], "\(path)/\(Path.escape(member.key))",
          position.descending(to: member.key))
      }
    }
    for section in sections.members {
      collect(section.value, [], section.key, selection.root.descending(to: section.key))
    }
    return entries
  }
}

extension Value {
  /// The text, number or truth of a token whose type the format does not know; else the value itself.
  fileprivate var plain: Value {
    guard case .typed(let token) = self, TokenType(rawValue: token.type) == nil else { return self }
    return switch token.value {
    case .string, .number, .bool: token.value
    case .null, .array, .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls, .typed:
      self
    }
  }
}
