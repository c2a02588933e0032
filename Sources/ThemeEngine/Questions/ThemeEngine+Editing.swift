// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeComposition
package import ThemeDialects
import ThemeLint
package import ThemeModel
import ThemeResolver
package import ThemeSyntax

/// Questions of editors.
extension ThemeEngine {
  /// The paths of all files of the bundle, sorted.
  package var paths: [String] { sources.linked.files.paths }

  /// The endings of ids that belong to devices: `_iPad`.
  package var suffixes: [String] { sources.linked.dialect?.suffixes ?? [] }

  /// The endings of ids of a space that belong to devices, those of variants of styles included: `_IPAD`.
  package func deviceEndings(in space: Declarations.Space) -> [String] {
    let variants = space == .styles ? dialectName?.composition.variantEndings.values.sorted() ?? [] : []
    return suffixes + variants
  }

  /// The dialect's words and notations; nil while it is unknown.
  package var dialectType: (any Dialect.Type)? { dialectName?.dialect }

  /// The values of a file as its present content has them, also where recovery read them, and whether it cannot be read without
  /// recovery. Nil for a file that is not there. Parses the file.
  package func tree(of path: String) -> (tree: SourceTree, isBroken: Bool)? {
    let linked = sources.linked
    guard let bytes = source(of: path) else { return nil }
    let parsed = linked.parse(bytes, path: path, linked.limits.ofSyntax)
    return (parsed.tree, parsed.findings.contains(where: \.code.holdsBack))
  }

  /// The files that cannot be read, the manifest included. Files that no context needs were not looked at.
  package var brokenFiles: [String] {
    let files = sources.linked.files
    let broken = files.all.filter { file in
      files[file].exists && files[file].reading?.findings.contains(where: \.code.holdsBack) == true
    }
    return BytewiseSet(broken.map { files.path(of: $0) }).sorted()
  }

  /// Whether a file declares an id of this name.
  package func isDeclared(_ name: FileIndex.Name) -> Bool {
    let resolver = sources.linked.resolver
    switch name.space {
    case .constants: return resolver.isDeclared(name.text, in: .constants)
    case .styles, .baseStyles: return resolver.isDeclared(name.text, in: .styles)
    case .shared, .order, .ownTypes, .types:
      return resolver.isDeclared(name.text, in: .constants) || resolver.isDeclared(name.text, in: .styles)
    }
  }

  /// The number of references to each of these ids in files, inheritance and names of styles in texts included. Costs a walk over
  /// all values.
  package func referenceCounts(of names: [FileIndex.Name]) -> [Int] {
    sources.linked.resolver.referenceCounts(
      of: names.map { ($0.text, $0.space) }, styleKey: dialectType?.designVocabulary?.additive?.themeKey)
  }

  /// An id that has a value in a snapshot.
  package struct ResolvedID: Sendable {
    /// Whether it is one of the snapshot's styles, and not of its constants.
    package let isStyle: Bool
    @Bytewise package private(set) var name: String
    let symbol: SymbolID

    /// `constants/ID`.
    package var path: String { "\(isStyle ? "styles" : "constants")/\(Path.escape(name))" }
  }

  /// The ids that have values in a snapshot, in the order of their definition. Costs O(ids).
  package func ids(in snapshot: Snapshot) -> [ResolvedID] {
    snapshot.state.resolvedSymbols().map { id in
      ResolvedID(isStyle: id.section == .styles, name: id.name, symbol: id.symbol)
    }
  }

  /// Visits the same ids in no order, until `visit` returns false.
  package func forEachID(in snapshot: Snapshot, _ visit: (ResolvedID) -> Bool) {
    snapshot.state.forEachSymbol { symbol, name, section in
      visit(ResolvedID(isStyle: section == .styles, name: name, symbol: symbol))
    }
  }

  /// The value of one of the ids of a snapshot. Costs the size of the value.
  package func value(of id: ResolvedID, in snapshot: Snapshot) -> Value? { snapshot.state.value(of: id.symbol) }

  /// The contexts beside the empty one that cover what the bundle can mean, with their names in the manifest, the named ones first.
  package func coveringContexts(maximum: Int) -> [(name: String?, context: Context)] {
    let names = namedContexts
    let contexts = bundleCheck.contextsToCheck(first: maximum + 1).first.filter { $0 != Context() }
    return contexts.prefix(maximum).map { context in (names.first { $0.context == context }?.name, context) }
  }

  /// The pairs of text and background in a style with their contrasts; none in dialects without styles.
  package func contrasts(ofStyle id: String, in snapshot: Snapshot) -> [ContrastPair] {
    guard let vocabulary = dialectType?.designVocabulary,
      let value = value(at: "styles/\(Path.escape(id))", in: snapshot)
    else { return [] }
    return contrastPairs(in: Value.Member(key: id, value: value), vocabulary).map {
      ContrastPair(text: $0.text.path, background: $0.background.path, ratio: $0.ratio, needed: $0.needed)
    }
  }

  /// A text on a background.
  package struct ContrastPair: Sendable {
    /// The keys from `styles` down.
    @Bytewise package private(set) var text: [String]
    @Bytewise package private(set) var background: [String]
    /// From 1 to 21.
    package let ratio: Double
    /// What WCAG 2 asks for.
    package let needed: Double

    init(text: [String], background: [String], ratio: Double, needed: Double) {
      _text = Bytewise(text)
      _background = Bytewise(background)
      self.ratio = ratio
      self.needed = needed
    }
  }
}
