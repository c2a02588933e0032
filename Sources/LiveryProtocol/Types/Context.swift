// SPDX-License-Identifier: MIT

package import TextComparison
package import ThemeModel

extension ThemeInterface {
  package struct Context: InterfaceStructure {
    package var device: String?
    package var version: String?
    package var language: String?
    package var themes: [String]?
    package var modifiers: BytewiseDictionary<String>?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("device", &device, "version", &version, "language", &language, "themes", &themes)
      visitor.member("modifiers", &modifiers)
    }
  }

  package struct Since: InterfaceStructure {
    package var generation = 0
    package var digest = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("generation", &generation, "digest", &digest)
    }
  }
}

extension ThemeInterface.Context {
  package init(_ context: Context) {
    device = context.device?.rawValue
    version = context.version
    language = context.language
    themes = context.themes
    modifiers = context.modifiers.isEmpty ? nil : context.modifiers
  }
}
