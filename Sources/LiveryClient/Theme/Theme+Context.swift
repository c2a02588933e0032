// SPDX-License-Identifier: MIT

import LiveryProtocol

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

    /// A context.
    public init(device: String? = nil, version: String? = nil, language: String? = nil, themes: [String] = []) {
      self.device = device
      self.version = version
      self.language = language
      self.themes = themes
    }
  }
}

extension Theme.Context {
  init(_ context: ThemeInterface.Context) {
    self.init(
      device: context.device, version: context.version, language: context.language, themes: context.themes ?? [])
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
  }
}
