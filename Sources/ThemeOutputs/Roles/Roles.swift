// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
import ThemeModel

/// Paths of colours by their roles in programs.
package struct Roles: Sendable, Equatable {
  /// A colour that a program asks for by name.
  package enum Name: String, Sendable, CaseIterable {
    case background
    case foreground
    case cursor
    case cursorText = "cursor-text"
    case selection
    case selectionText = "selection-text"
    case accent
    case window
    case view
    case border
    case error
    case warning
    case success
  }

  /// Whether the theme is for dark or for light surroundings.
  package enum Appearance: String, Sendable, CaseIterable {
    case dark
    case light

    /// The at-rule of style sheets for screens of people who want this appearance.
    package var condition: String { "@media (prefers-color-scheme: \(rawValue))" }

    /// The appearance that a condition stands for; nil for other conditions.
    init?(condition: String) {
      guard let appearance = Self.allCases.first(where: { condition == $0.condition }) else { return nil }
      self = appearance
    }
  }

  private(set) var paths: [Name: String] = [:]
  /// The 16 colours of a terminal: black, red, green, yellow, blue, magenta, cyan and white, then their bright forms. Empty
  /// where none are named.
  private(set) var ansi: [String] = []
  /// Nil where the luminance of the background decides.
  private(set) var appearance: Appearance?

  package init() {}

  init(_ paths: [Name: String], ansi: [String], appearance: Appearance? = nil) {
    self.paths = paths
    self.ansi = ansi
    self.appearance = appearance
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
      if key == "appearance" {
        appearance = try Self.appearance(value)
        continue
      }
      guard let name = Name(rawValue: key) else {
        let names = Name.allCases.map(\.rawValue) + ["ansi", "appearance"]
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

  private static func appearance(_ value: JSONValue) throws(OutputProblem) -> Appearance {
    guard let appearance = value.string.flatMap(Appearance.init(rawValue:)) else {
      throw OutputProblem("the role `appearance` is dark or light", help: "write \"appearance\": \"dark\"")
    }
    return appearance
  }

  /// These roles, and those of other ones where these name none.
  package func merged(over weaker: Roles) -> Roles {
    Roles(
      weaker.paths.merging(paths) { $1 }, ansi: ansi.isEmpty ? weaker.ansi : ansi,
      appearance: appearance ?? weaker.appearance)
  }

  /// Whether the roles that each terminal needs have paths, so that those of the theme do not count.
  package var isComplete: Bool { paths[.background] != nil && paths[.foreground] != nil && !ansi.isEmpty }

  /// All paths that the roles lead to.
  package var allPaths: [String] { paths.values.sorted() + ansi }
}

extension Roles {
  /// The colour of a role.
  ///
  /// - Parameter usual: that of a role without a path; nil where the role is needed.
  func color(
    _ role: Name, in theme: OutputTheme, else usual: Color? = nil
  ) throws(OutputProblem) -> Color {
    if let path = paths[role] { return try Self.color(at: path, role: role.rawValue, theme) }
    guard let usual else { throw .missingRole(role.rawValue) }
    return usual
  }

  /// The 16 colours of a terminal.
  func ansiColors(in theme: OutputTheme) throws(OutputProblem) -> [Color] {
    guard !ansi.isEmpty else { throw .missingRole("ansi") }
    var colors: [Color] = []
    for (index, path) in ansi.prefix(16).enumerated() {
      colors.append(try Self.color(at: path, role: "ansi[\(index)]", theme))
    }
    return colors
  }

  private static func color(at path: String, role: String, _ theme: OutputTheme) throws(OutputProblem) -> Color {
    guard let value = theme.value(at: path) else {
      var problem = OutputProblem(
        "the role `\(role)` leads to `\(path)`, and the theme has no value there",
        help: Suggestion.didYouMean(path, among: theme.colorPaths) ?? "`livery list` lists the values of a theme")
      problem.role = .init(name: role, missingPath: path)
      throw problem
    }
    guard let color = value.srgbColor else {
      var problem = OutputProblem(
        "the role `\(role)` leads to `\(path)`, which is not a colour",
        help: "name a colour; `livery list` lists the values of a theme")
      problem.role = .init(name: role, missingPath: nil)
      throw problem
    }
    return color
  }
}

extension OutputProblem {
  fileprivate static func missingRole(_ role: String) -> OutputProblem {
    OutputProblem(
      "the role `\(role)` has no colour",
      help:
        "write \"\(role)\": … in the file of --roles, or under `roles` in outputs.json; `livery formats FORMAT` lists the roles"
    )
  }
}
