// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
package import ThemeModel
package import ThemeSyntax

/// Design tokens after the format 2025.10 of the Design Tokens Community Group, with resolver documents. It has more than 400 lines
/// over its extensions, one for each group of requirements of `Dialect`: plans, editing, extraction, and starter files.
package struct Tokens: Dialect {
  package static let name = DialectName.tokens

  package static let designVocabulary: DesignVocabulary? = nil

  package static let readsYAML = true

  let settings: DialectSettings

  package init(_ settings: DialectSettings) { self.settings = settings }

  package var rules: Rules {
    var rules = Rules()
    rules.requiresAllParts = settings.requiresAllParts
    rules.earlierEnding = ".value"
    return rules
  }

  package var suffixes: [String] { [] }

  package var modifiedStylesInherit: Bool { true }

  package static func isNamedAsOwn(path: String) -> Bool { isNamedAsTokens(path) || isNamedAsResolver(path) }

  package static func sign(ofFileNamed name: String) -> BundleSign? { isNamedAsOwn(path: name) ? .name : nil }

  /// An object in which some object has `$value`, or a resolver document by its name and content. Tokens of earlier tools belong here
  /// too: what they lack is an error with a fix, and no other dialect would tell their authors.
  package static func claims(_ tree: SourceTree, path: String) -> Bool {
    if isOfPackage(path) { return false }
    return tree.isDesignTokens || tree.hasTokensOfEarlierTools || isNamedAsResolver(path) && isResolver(tree)
  }

  package static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence? {
    let named = files.paths.filter { isNamedAsOwn(path: $0) && !isOfPackage($0) }
    if !named.isEmpty {
      return Evidence(
        .certain,
        seen:
          "\(listing(of: named)) \(named.count == 1 ? "is named as a file" : "are named as files") of design tokens",
        named: named)
    }
    let paths = claimed()
    guard !paths.isEmpty else { return nil }
    return Evidence(.likely, seen: "\(listing(of: paths)) \(paths.count == 1 ? "has" : "have") design tokens")
  }

  /// Whether a file belongs to the JavaScript package that a system of tokens often lies in: its description, or another package.
  static func isOfPackage(_ path: String) -> Bool {
    if path.hasPrefix("node_modules/") || path.holds("/node_modules/") { return true }
    let name = lastSegment(path)
    return Bytewise(name) == Bytewise("package.json") || Bytewise(name) == Bytewise("package-lock.json")
  }

  static func isNamedAsTokens(_ path: String) -> Bool {
    [".tokens", ".tokens.json", ".tokens.yaml", ".tokens.yml"].contains { path.hasByteSuffix($0) }
  }

  static func isNamedAsResolver(_ path: String) -> Bool { path.hasByteSuffix(".resolver.json") }

  package func declarations(of tree: SourceTree, path: String) -> Declarations {
    if path.isEmpty { return SetTokens.declarations(of: tree) }
    if Self.isNamedAsResolver(path) || isRootResolver(tree, path) {
      return ResolverDocumentReader.declarations(of: tree, path: path)
    }
    if let root = tree.root, ResolverSourceReader.isSet(root, in: tree) {
      return ResolverSourceReader.declarations(of: tree, set: root, at: [], path: path)
    }
    // The survey reports it.
    if isMisnamedResolver(tree, path) { return Declarations() }
    return TokenFile.declarations(of: tree, at: tree.root)
  }

  /// Whether a file is a resolver document that only its name keeps from being one.
  func isMisnamedResolver(_ tree: SourceTree, _ path: String) -> Bool {
    !Self.isNamedAsOwn(path: path) && Self.isResolver(tree) && !tree.isDesignTokens
  }

  /// A YAML value depends on the text around it.
  package func readsValuesAlone(path: String) -> Bool {
    FileFormat(named: path) == .json && !Self.isNamedAsResolver(path)
  }

  package func declarations(ofValueAlone tree: SourceTree, path: String) -> Declarations? {
    TokenFile.declarations(ofTokenAlone: tree)
  }

  package func declarations(of tree: SourceTree, path: String, part: FilePart) -> Declarations {
    switch part {
    case .value(let pointer, let leftOut):
      let root = tree.root.flatMap { tree.node(at: pointer.wrappedValue, below: $0) }
      if let root, ResolverSourceReader.isSet(root, in: tree) {
        return ResolverSourceReader.declarations(of: tree, set: root, at: pointer.wrappedValue, path: path)
      }
      return TokenFile.declarations(of: tree, at: root, leavingOut: leftOut.wrappedValue)
    case .addition: return Declarations()
    }
  }

  /// Whether the file is the root of the manifest and a resolver document. Its name does not count.
  func isRootResolver(_ tree: SourceTree, _ path: String) -> Bool {
    guard let root = settings.root, Bytewise(root) == Bytewise(path) else { return false }
    return Self.isResolver(tree)
  }

  /// Whether the content of a file is that of a resolver document.
  static func isResolver(_ tree: SourceTree) -> Bool {
    tree.root.map { tree.members(of: $0).contains { tree.key(of: $0, is: "resolutionOrder") } } ?? false
  }

  package func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue { .object(constants) }
}

extension String {
  /// Whether the text ends with the bytes of the ending.
  func hasByteSuffix(_ ending: String) -> Bool {
    utf8.count >= ending.utf8.count && utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
