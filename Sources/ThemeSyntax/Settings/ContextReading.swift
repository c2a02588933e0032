// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel

private enum ContextKey: String, CaseIterable { case device, version, language, themes, modifiers }

extension SettingsReader {
  /// The contexts of an object, by their names. An invalid context is left out, since a part of it would be a different context.
  package mutating func contexts(_ node: SourceTree.Node) -> [NamedContext] {
    guard isObject(node, "contexts are given by name", help: #"write { "tablet": { "device": "pad" } }"#) else {
      return []
    }
    return members(of: node).compactMap { member in
      context(member.value).map { NamedContext(name: tree.key(of: member), context: $0) }
    }
  }

  /// One context. Nil for an invalid one.
  package mutating func context(_ node: SourceTree.Node) -> Context? {
    guard isObject(node, "a context is an object", help: "its keys are device, version, language, themes, modifiers")
    else {
      return nil
    }
    var device: Context.Device?
    var version: String?
    var language: String?
    var themes: [String]?
    var modifiers: BytewiseDictionary<String>?
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
        isWhole = isWhole && themes != nil && reader.isWithin(Context.maximumThemes, themes?.count, value, "themes")
      case .modifiers:
        modifiers = reader.modifiers(value)
        isWhole =
          isWhole && modifiers != nil && reader.isWithin(Context.maximumModifiers, modifiers?.count, value, "modifiers")
      }
    }
    guard isWhole else { return nil }
    return Context(
      device: device, version: version, language: language, themes: themes ?? [], modifiers: modifiers ?? [:])
  }

  /// The chosen contexts, by the names of their modifiers. An invalid member leaves out all of them.
  private mutating func modifiers(_ node: SourceTree.Node) -> BytewiseDictionary<String>? {
    guard
      isObject(node, "an object of strings is needed here", help: #"write { "MODIFIER": "CONTEXT" }"#)
    else { return nil }
    let members = members(of: node)
    let chosen = members.compactMap { member -> (String, String)? in
      let name = text(member.key, "the name of a modifier")
      let context = text(member.value, "the name of a context")
      return name.flatMap { name in context.map { (name, $0) } }
    }
    return chosen.count == members.count ? BytewiseDictionary(chosen, uniquingKeysWith: { $1 }) : nil
  }

  /// Reports a list that has more names than a context may have.
  private mutating func isWithin(_ maximum: Int, _ count: Int?, _ node: SourceTree.Node, _ names: String) -> Bool {
    if let count, count <= maximum { return true }
    refuse(node, "a context has at most \(maximum) \(names)")
    return false
  }

  private mutating func version(_ node: SourceTree.Node) -> String? {
    if let version = tree.string(of: node), Context.isVersion(version) { return version }
    refuse(node, #"a version is a string of numbers joined by dots, such as "9.3.1""#)
    return nil
  }
}
