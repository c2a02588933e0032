// SPDX-License-Identifier: MIT

import JSONText

extension Theme {
  /// What a program says of itself; a theme means something different in each context. Everything is optional.
  public struct Context: Sendable {
    /// `phone` or `pad`.
    public var device: String?
    /// Numbers joined by dots: `9.3.1`.
    public var version: String?
    /// Language and region: `en_gb`.
    public var language: String?
    /// Names of alternative themes, in order of precedence.
    public var themes: [String]

    /// A context of which only what is known has to be said.
    public init(device: String? = nil, version: String? = nil, language: String? = nil, themes: [String] = []) {
      self.device = device
      self.version = version
      self.language = language
      self.themes = themes
    }
  }
}

extension Theme.Context {
  init(_ message: MessageValue) {
    self.init(
      device: message["device"]?.string, version: message["version"]?.string, language: message["language"]?.string,
      themes: message["themes"]?.elements?.compactMap(\.string) ?? [])
  }

  /// The members that are set.
  var json: JSONValue {
    var object = JSONObject()
    object["device"] = device.map(JSONValue.string)
    object["version"] = version.map(JSONValue.string)
    object["language"] = language.map(JSONValue.string)
    if !themes.isEmpty { object["themes"] = .array(themes.map(JSONValue.string)) }
    return .object(object)
  }
}
