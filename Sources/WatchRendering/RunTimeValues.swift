// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import Reporting
import TextComparison
package import ThemeEngine
package import ThemeModel

/// The values and themes that `livery set` and `livery use` have set in a bundle.
package struct RunTimeValues: Equatable {
  /// A value that overrides the files.
  package struct Entry: Equatable {
    /// `constants/color-accent`, as `livery why` takes it.
    @Bytewise private(set) var path: String
    /// The path without the section: `color-accent`.
    @Bytewise private(set) var name: String
    /// As JSON.
    @Bytewise private(set) var value: String
  }

  package var themes: [String] = []
  package var entries: [Entry] = []

  package init() {}

  package init(_ engine: ThemeEngine) {
    themes = engine.themesInUse
    guard !engine.modifications.isEmpty else { return }
    // Strings are shown without quotation marks.
    let shown = { (text: String) in
      (try? JSONValue(parsing: Array(text.utf8), maximumDepth: 1)).flatMap { $0.string } ?? text
    }
    let set = ThemeInterface.ListModifications.Reply(engine.modifications.json.object ?? JSONObject())
    entries = modificationRows(set).compactMap { row in
      let (name, keys) = (Path.escape(row[1]), row[2])
      return switch row[0] {
      case "constant": Entry(path: "constants/\(name)", name: name, value: shown(row[3]))
      case "style":
        Entry(path: "styles/\(name)/\(keys)", name: "\(name)/\(keys)", value: shown(row[3]))
      case "inherit": Entry(path: "styles/\(name)", name: name, value: "inherit \(row[3])")
      default: nil
      }
    }
  }

  package static func == (left: RunTimeValues, right: RunTimeValues) -> Bool {
    Bytewise(left.themes) == Bytewise(right.themes) && left.entries == right.entries
  }

  package var isEmpty: Bool { themes.isEmpty && entries.isEmpty }

  /// The reason why an edit at one of these places has no effect: the value is set at run time.
  ///
  /// - Parameter steps: explains the value at a path.
  package func note(hiding causes: [Cause], steps: (String) -> [ExplanationStep]) -> String? {
    for entry in entries {
      let steps = steps(entry.path)
      guard let cause = causes.first(where: { $0.isNamed(in: steps) }) else { continue }
      return "\(cause.file):\(cause.line) does not show: \(entry.name) is set to \(entry.value) at run time "
        + "(livery reset)"
    }
    return nil
  }
}

extension Cause {
  /// Whether an explanation names this place.
  func isNamed(in steps: [ExplanationStep]) -> Bool { steps.contains { $0.origin == .file(self) } }
}
