// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// Themes and values that are set in a bundle at run time, over those of its files.
struct RuntimeSettings: Equatable {
  /// The themes of contexts that name no theme; empty for the bundle's default.
  @Bytewise var themes: [String] = []
  var modifications = Modifications()

  init() {}

  /// The present settings of an engine.
  init(_ engine: ThemeEngine) {
    themes = engine.themesInUse
    modifications = engine.modifications
  }

  var isEmpty: Bool { themes.isEmpty && modifications.isEmpty }

  /// `{"themes": [NAME], "modifications": {...}}`.
  var json: JSONValue { ["themes": .array(themes.map(JSONValue.string)), "modifications": modifications.json] }

  /// Nil for a value without the form of `json`. Unknown members are ignored.
  init?(json: JSONValue) {
    guard let names = json["themes"]?.array, let value = json["modifications"],
      let modifications = Modifications(json: value)
    else { return nil }
    themes = names.compactMap(\.string)
    guard themes.count == names.count else { return nil }
    self.modifications = modifications
  }
}
