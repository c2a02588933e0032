// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// What is set in a bundle at run time, over what its files say.
struct RuntimeSettings: Equatable {
  /// The themes of contexts that name none; none for the bundle's own default.
  @Bytewise var themes: [String] = []
  var modifications = Modifications()

  init() {}

  /// What is set now.
  init(_ engine: ThemeEngine) {
    themes = engine.themesInUse
    modifications = engine.modifications
  }

  var isEmpty: Bool { themes.isEmpty && modifications.isEmpty }

  /// `{"themes": [NAME], "modifications": {...}}`.
  var json: JSONValue { ["themes": .array(themes.map(JSONValue.string)), "modifications": modifications.json] }

  /// Nil when the value does not have the form that `json` has; further members are passed over.
  init?(json: JSONValue) {
    guard let names = json["themes"]?.array, let value = json["modifications"],
      let modifications = Modifications(json: value)
    else { return nil }
    themes = names.compactMap(\.string)
    guard themes.count == names.count else { return nil }
    self.modifications = modifications
  }
}
