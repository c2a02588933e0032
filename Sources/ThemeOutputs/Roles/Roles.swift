// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
import ThemeModel

/// Paths of colours by what programs use them for.
package struct Roles: Sendable, Equatable {
  /// A colour that a program asks for by name.
  package enum Name: String, Sendable, CaseIterable {
    case background
    case foreground
    case cursor
    case cursorText = "cursor-text"
    case selection
    case selectionText = "selection-text"
  }

  private(set) var paths: [Name: String] = [:]
  /// The 16 colours of a terminal: black, red, green, yellow, blue, magenta, cyan and white, then their bright forms. Empty
  /// where none are named.
  private(set) var ansi: [String] = []

  package init() {}

  init(_ paths: [Name: String], ansi: [String]) {
    self.paths = paths
    self.ansi = ansi
  }

  /// Reads roles as their authors write them: an object with paths by the names of roles, and `ansi` with 16 paths, or 24 as
  /// in base24, of which terminals use the first 16.
  package init(json: JSONValue) throws(OutputProblem) {
    guard let object = json.object else {
      throw OutputProblem("roles are an object", help: "write { \"background\": \"constants/ID\", … }")
    }
    for (key, value) in object.members {
      if key == "ansi" {
        ansi = try Self.ansi(value)
        continue
      }
      guard let name = Name(rawValue: key) else {
        let names = Name.allCases.map(\.rawValue) + ["ansi"]
        throw OutputProblem(
          "`\(key)` is not a role",
          help: Suggestion.didYouMean(key, among: names) ?? "the roles are: \(names.joined(separator: ", "))")
      }
      guard case .string(let path) = value else {
        throw OutputProblem(
          "the role `\(key)` is a path, as a text", help: "write \"\(key)\": \"constants/ID\"")
      }
      paths[name] = path
    }
  }

  private static func ansi(_ value: JSONValue) throws(OutputProblem) -> [String] {
    let paths = value.array?.compactMap(\.string) ?? []
    guard paths.count == value.array?.count, paths.count == 16 || paths.count == 24 else {
      throw OutputProblem(
        "the role `ansi` is an array of 16 or 24 paths",
        help: "write the paths of black, red, green, yellow, blue, magenta, cyan, white, and of their bright forms")
    }
    return paths
  }

  /// These roles, and those of other ones where these name none.
  package func merged(over weaker: Roles) -> Roles {
    Roles(weaker.paths.merging(paths) { $1 }, ansi: ansi.isEmpty ? weaker.ansi : ansi)
  }
}
