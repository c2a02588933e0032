// SPDX-License-Identifier: MIT

package import JSONText
package import TextComparison

/// The description of a consumer, for which a bundle is resolved. Everything is optional.
package struct Context: Sendable, Hashable {
  package enum Device: String, Sendable, CaseIterable { case phone, pad }

  /// Themes that a context names.
  package static let maximumThemes = 64
  /// Modifiers that a context names.
  package static let maximumModifiers = 64

  package var device: Device?
  /// A version of the platform, numbers joined by dots: `9.3.1`.
  @Bytewise package var version: String?
  /// A language and region in lower case, joined by `_`: `en_gb`.
  @Bytewise package private(set) var language: String?
  /// Names of alternative or chosen themes, in order of precedence.
  @Bytewise package var themes: [String]
  /// The chosen context of each modifier, by the modifier's name: `["size": "compact"]`. Modifiers that are not named have their
  /// defaults.
  @Bytewise package var modifiers: BytewiseDictionary<String>

  /// The language is folded to its canonical form: lower case, `_` for `-`.
  package init(
    device: Device? = nil, version: String? = nil, language: String? = nil, themes: [String] = [],
    modifiers: BytewiseDictionary<String> = [:]
  ) {
    self.device = device
    self.version = version
    self.language = language.map { String($0.lowercased().map { $0 == "-" ? "_" : $0 }) }
    self.themes = themes
    self.modifiers = modifiers
  }

  /// Contexts are looked up often, and usually have few members: missing members cost nothing here.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(themes.count << 16 | modifiers.count << 2 | (device.map { $0 == .phone ? 1 : 2 } ?? 0))
    version?.hashBytes(into: &hasher)
    language?.hashBytes(into: &hasher)
    for theme in themes { theme.hashBytes(into: &hasher) }
    if !modifiers.isEmpty { modifiers.hashBytes(into: &hasher) }
  }

  /// Whether a text is a version: numbers joined by dots.
  package static func isVersion(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
  }

  /// Members that are not set are left out; `themes` is always there. Modifiers are sorted by the bytes of their names.
  package var json: JSONValue {
    var object = JSONObject()
    object["device"] = device.map { .string($0.rawValue) }
    object["version"] = version.map(JSONValue.string)
    object["language"] = language.map(JSONValue.string)
    object["themes"] = .array(themes.map(JSONValue.string))
    if !modifiers.isEmpty {
      object["modifiers"] = .object(JSONObject(modifiers.sortedMembers.map { ($0.key, .string($0.value)) }))
    }
    return .object(object)
  }
}

/// A context with a name in the manifest, for checks and the watch screen.
package struct NamedContext: Sendable, Hashable {
  @Bytewise package var name: String
  package var context: Context

  package init(name: String, context: Context) {
    self.name = name
    self.context = context
  }
}
