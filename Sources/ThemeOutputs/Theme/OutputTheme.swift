// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

/// The resolved values that an output is made of: those of a bundle in one context.
package struct OutputTheme: Sendable {
  /// The name of the bundle's dialect.
  package let dialect: String
  private let sections: Value

  /// - Parameters:
  ///   - constants: an object with the constants of a snapshot.
  ///   - styles: an object with its styles.
  package init(dialect: String, constants: Value, styles: Value) {
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
  package var colorPaths: [String] { Self.colorPaths(in: sections, below: "") }

  private static func colorPaths(in value: Value, below path: String) -> [String] {
    if value.srgbColor != nil { return [path] }
    return value.members.flatMap { member in
      colorPaths(in: member.value, below: path.isEmpty ? member.key : "\(path)/\(Path.escape(member.key))")
    }
  }
}
