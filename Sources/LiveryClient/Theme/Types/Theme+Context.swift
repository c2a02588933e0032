// SPDX-License-Identifier: MIT

import LiveryProtocol
import TextComparison

extension Theme {
  /// A program's description of itself, for which the theme is resolved. Every member is optional.
  public struct Context: Sendable {
    /// `phone` or `pad`.
    public var device: String?
    /// Numbers joined by dots: `9.3.1`.
    public var version: String?
    /// Language and region: `en_gb`.
    public var language: String?
    /// Names of alternative themes, in order of precedence.
    public var themes: [String]
    /// The chosen context of each modifier of a bundle of design tokens, by the modifier's name: `["size": "compact"]`.
    public var modifiers: [String: String]

    /// A context.
    public init(
      device: String? = nil, version: String? = nil, language: String? = nil, themes: [String] = [],
      modifiers: [String: String] = [:]
    ) {
      self.device = device
      self.version = version
      self.language = language
      self.themes = themes
      self.modifiers = modifiers
    }
  }
}

extension Theme.Context {
  init(_ context: ThemeInterface.Context) {
    self.init(
      device: context.device, version: context.version, language: context.language, themes: context.themes ?? [],
      // The keys of the dictionary compare as Swift's strings do: of several in different normal forms the last counts.
      modifiers: Dictionary((context.modifiers ?? [:]).sortedMembers.map { ($0.key, $0.value) }) { $1 })
  }
}

extension ThemeInterface.Context {
  /// The members that are set.
  init(_ context: Theme.Context) {
    self.init()
    device = context.device
    version = context.version
    language = context.language
    themes = context.themes.isEmpty ? nil : context.themes
    let modifiers = BytewiseDictionary(context.modifiers.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    self.modifiers = modifiers.isEmpty ? nil : modifiers
  }
}
