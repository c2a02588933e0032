// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

private enum ContextKey: String, CaseIterable { case device, version, language, themes }

extension SettingsReader {
  /// The contexts of an object, by their names. An invalid context is left out: a part of it would be another context than the
  /// author meant.
  package mutating func contexts(_ node: SourceTree.Node) -> [NamedContext] {
    guard isObject(node, "contexts are given by name", help: #"write { "tablet": { "device": "pad" } }"#) else {
      return []
    }
    return members(of: node).compactMap { member in
      context(member.value).map { NamedContext(name: tree.key(of: member), context: $0) }
    }
  }

  private mutating func context(_ node: SourceTree.Node) -> Context? {
    guard isObject(node, "a context is an object", help: "its keys are device, version, language, themes") else {
      return nil
    }
    var device: Context.Device?
    var version: String?
    var language: String?
    var themes: [String]?
    var isWhole = true
    readMembers(of: node, as: ContextKey.self) { (reader, key, value) in
      switch key {
      case .device:
        device = reader.choice(value, of: Context.Device.self, "a device")
        isWhole = isWhole && device != nil
      case .version:
        version = reader.version(value)
        isWhole = isWhole && version != nil
      case .language:
        language = reader.text(value, "a language such as en_gb")
        isWhole = isWhole && language != nil
      case .themes:
        themes = reader.texts(value, "the name of a theme")
        isWhole = isWhole && themes != nil
      }
    }
    guard isWhole else { return nil }
    return Context(device: device, version: version, language: language, themes: themes ?? [])
  }

  private mutating func version(_ node: SourceTree.Node) -> String? {
    if let version = tree.string(of: node), Context.isVersion(version) { return version }
    refuse(node, #"a version is a string of numbers joined by dots, such as "9.3.1""#)
    return nil
  }
}
