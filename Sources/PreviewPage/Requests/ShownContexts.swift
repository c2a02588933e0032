// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import LiveryProtocol
import TextComparison
package import ThemeModel

/// The contexts that a page asks for, side by side.
package enum ShownContexts {
  /// The contexts that one page shows, and that all pages show together.
  package static let maximum = 16

  /// Reads a list of contexts; one empty context without a list.
  ///
  /// - Returns: nil for other JSON, for an empty list and for a list above the maximum.
  package static func parse(_ text: String?) -> [Context]? {
    guard let text, !text.isEmpty else { return [Context()] }
    guard let json = try? JSONValue(parsing: Array(text.utf8), maximumDepth: 4), let list = json.array,
      (1...maximum).contains(list.count)
    else { return nil }
    var contexts: [Context] = []
    for item in list {
      guard let context = context(item) else { return nil }
      if !contexts.contains(context) { contexts.append(context) }
    }
    return contexts
  }

  /// Nil for JSON that is not a context.
  package static func context(_ json: JSONValue) -> Context? {
    guard case .object = json else { return nil }
    let members = ThemeInterface.Context(decoding: json) ?? ThemeInterface.Context()
    return Context(
      device: members.device.flatMap(Context.Device.init(rawValue:)), version: members.version,
      language: members.language, themes: members.themes ?? [], modifiers: members.modifiers ?? [:])
  }
}
