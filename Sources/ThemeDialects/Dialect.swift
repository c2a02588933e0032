// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import TextComparison
package import ThemeModel
package import ThemeSyntax

/// A sign that a directory is a bundle of a dialect.
package enum BundleSign: Sendable {
  /// The name of a file is enough.
  case name
  /// The file alone has to be recognised as the dialect.
  case content
}

/// One system of theme files: the declarations of its files, and the files of a bundle in a context.
///
/// A dialect has no state: each requirement is a pure function of its parameters and of the settings.
package protocol Dialect: Sendable {
  static var name: DialectName { get }

  /// The meaning of its properties for design rules; nil in a dialect without styles.
  static var designVocabulary: DesignVocabulary? { get }

  /// Whether design rules apply. They advise the author to refer to a constant, which some dialects cannot.
  static var hasDesignRules: Bool { get }

  /// A small bundle to start from. A check of it reports no findings.
  static var starterFiles: [StarterFile] { get }

  /// The prefix of strings that are comments in a file of this name; nil where strings are not comments.
  static func commentPrefix(inFileNamed name: String) -> String?

  /// Whether theme files may be in YAML. Other dialects ignore YAML files: they usually configure other tools.
  static var readsYAML: Bool { get }

  /// The maximum number of contexts that a check resolves.
  static var maximumCheckedContexts: Int { get }

  /// Whether the name of a file identifies this dialect.
  static func isNamedAsOwn(path: String) -> Bool

  /// Whether a file of this name shows that its directory is a bundle of this dialect, among the files of any project; nil if it
  /// does not.
  static func sign(ofFileNamed name: String) -> BundleSign?

  /// Whether a file's content looks like this dialect. Called only where file names do not decide.
  static func claims(_ tree: SourceTree, path: String) -> Bool

  /// The evidence that these files are a bundle of this dialect; nil without evidence.
  ///
  /// - Parameter claimed: the paths of the files that the dialect claims, sorted. To call it costs parsing all files.
  static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence?

  init(_ settings: DialectSettings)

  /// The rules by which the resolver reads merged declarations.
  var rules: Rules { get }

  /// The key suffixes of all devices.
  var suffixes: [String] { get }

  /// Whether a style that is modified at run time keeps its values from files, unless `SetStyleInheritance` said otherwise.
  var modifiedStylesInherit: Bool { get }

  /// The properties that a key path of a modification names, each as a list of keys; an empty key is invalid.
  func propertyPaths(_ keyPath: String) -> [[String]]

  /// The declarations of a file.
  func declarations(of tree: SourceTree, path: String) -> Declarations

  /// The declarations of a part of a file.
  func declarations(of tree: SourceTree, path: String, part: FilePart) -> Declarations

  /// Whether the declarations of an id's value are independent of the rest of the file, so that an edit within the value is
  /// parsed alone.
  func readsValuesAlone(path: String) -> Bool

  /// The declarations of the value of one id, read without the rest of its file. Nil where the file has to be read as a whole.
  ///
  /// - Parameter tree: an object with one member: the id with its value.
  func declarations(ofValueAlone tree: SourceTree, path: String) -> Declarations?

  /// Whether files have metadata of ids.
  var hasMetadata: Bool { get }

  /// A function that returns the members of an id in a file beside its value, such as a description, by the place of the value; nil
  /// without any. It keeps what it read: all calls together cost O(values of the file), and each O(depth).
  func metadata(in tree: SourceTree) -> (ByteRange) -> JSONObject?

  /// The notation of names and references.
  static var notation: NameNotation { get }

  /// The names of a file at their places, where its declarations do not have them; nil where they do.
  func writtenNames(in tree: SourceTree, path: String) -> WrittenNames?

  /// The keys with a meaning of their own in the object around a place, whether it has them or not.
  static func keys(at place: EditingPlace) -> [EditingWord]

  /// The values with a meaning of their own at a place, ids apart.
  static func values(at place: EditingPlace) -> [EditingWord]

  /// The literal at a place that can become an id of its own in the same group. Nil where there is none, and in dialects without groups.
  static func extractableLiteral(at place: EditingPlace) -> ExtractableLiteral?

  /// The members that a declaration needs when a literal of a type takes the place of a reference.
  ///
  /// - Parameter place: of the value that refers.
  static func membersForLiteral(ofType type: String, at place: EditingPlace) -> [(key: String, text: String)]

  /// The files of a bundle that the text at a place may name; nil where it names none.
  static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]?

  /// The content of a theme file that declares these constants and styles, with the values as a theme file writes them.
  func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue

  /// The files that make up the bundle for a context. `links` gives the files that a file names; it is called for those
  /// files alone whose links count.
  func plan(for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> Plan

  /// The names of the themes that a context can choose, sorted; empty where themes have no names.
  func themes(in files: some BundleFiles) -> [String]

  /// Contexts that together cover all meanings of the files: for `check`. The empty context may be left out.
  ///
  /// - Parameter maximum: the number of contexts that are listed.
  func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts

  /// Whether a check resolves the empty context. False where the empty context correctly has no meaning.
  func checksEmptyContext(in files: some BundleFiles) -> Bool

  /// The number of contexts with different meanings, as a decimal number of any length; nil where it is unknown.
  func permutationCount(in files: some BundleFiles) -> String?

  /// The findings about the bundle as a whole, apart from any context: for `check`.
  func survey(_ files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> [Finding]
}

extension Dialect {
  package static func commentPrefix(inFileNamed name: String) -> String? { nil }

  package func declarations(of tree: SourceTree, path: String, part: FilePart) -> Declarations {
    declarations(of: tree, path: path)
  }

  package static func isNamedAsOwn(path: String) -> Bool { false }

  package static func sign(ofFileNamed name: String) -> BundleSign? { nil }

  package func writtenNames(in tree: SourceTree, path: String) -> WrittenNames? { nil }

  package static func keys(at place: EditingPlace) -> [EditingWord] { [] }

  package static func values(at place: EditingPlace) -> [EditingWord] { [] }

  package static func extractableLiteral(at place: EditingPlace) -> ExtractableLiteral? { nil }

  package static func membersForLiteral(
    ofType type: String, at place: EditingPlace
  ) -> [(key: String, text: String)] { [] }

  package static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]? { nil }

  package static var hasDesignRules: Bool { true }

  package static var readsYAML: Bool { false }

  package static var maximumCheckedContexts: Int { usualMaximumContexts }

  package func permutationCount(in files: some BundleFiles) -> String? { nil }

  package func checksEmptyContext(in files: some BundleFiles) -> Bool { true }

  package func readsValuesAlone(path: String) -> Bool { false }

  package func declarations(ofValueAlone tree: SourceTree, path: String) -> Declarations? {
    declarations(of: tree, path: path)
  }

  package var hasMetadata: Bool { false }

  package func metadata(in tree: SourceTree) -> (ByteRange) -> JSONObject? { { _ in nil } }

  package func propertyPaths(_ keyPath: String) -> [[String]] { [Path.segments(of: keyPath)] }
}

/// Contexts that together cover all meanings of a bundle. There may be as many as pairs of files, so that not all are listed.
package struct CoveringContexts: Sendable, Hashable {
  /// The first ones: the most important ones.
  package let first: [Context]
  /// The number of all.
  package let count: Int

  /// The first ones of a sequence of contexts.
  package init(_ contexts: some Sequence<Context>, first maximum: Int, of count: Int) {
    first = Array(contexts.prefix(maximum))
    self.count = count
  }
}

/// The number of contexts that a check resolves in most dialects.
package let usualMaximumContexts = 256

/// The settings that a bundle's manifest, or the file that a user named, gives its dialect.
package struct DialectSettings: Sendable, Hashable {
  /// The root file, or the file of the default theme; relative to the bundle's root.
  @Bytewise package var root: String?
  /// The name of the theme for contexts that name none.
  @Bytewise package var defaultTheme: String?
  /// Whether the default theme supplies the values that a chosen theme lacks, where the dialect leaves this open.
  package var fallsBack = false
  /// Whether the manifest names the dialect, so that file names need not identify it.
  package var isNamed = false
  /// Whether a composite value is left out when one of its parts is missing or wrong.
  package var requiresAllParts = false
  /// Key suffixes by device, most preferred first; nil for the dialect's own.
  @Bytewise package var suffixes: [Context.Device: [String]]?

  package init() {}
}

/// The evidence that a bundle is of a dialect.
package struct Evidence: Sendable, Hashable {
  package enum Strength: Sendable {
    /// Decides the dialect, unless an earlier dialect also has evidence.
    case certain
    /// Decides the dialect if no other dialect has evidence.
    case likely
    /// Shows that the dialect is possible: the manifest has to decide.
    case unclear
  }

  package var strength: Strength
  /// The files and their form, in words: "`a.json` has an array at its root".
  package var seen: String
  /// The path of the root file, if only contents identify it.
  @Bytewise package var root: String?

  package init(_ strength: Strength, seen: String, root: String? = nil) {
    self.strength = strength
    self.seen = seen
    self.root = root
  }
}

/// The files of a bundle by name. Paths are relative to its root, segments joined by `/`.
package protocol BundleFiles {
  /// All paths, sorted.
  var paths: [String] { get }
  func file(at path: String) -> FileID?
  /// The paths whose last segment is this without its extension, sorted.
  func paths(ofStem stem: String) -> [String]
  /// The result of a choice in the last generation, in order; empty if the choice was not made. The files may be gone.
  func last(_ choice: FileChoice) -> [FileID]
  /// The path of a present or former file.
  func path(of file: FileID) -> String
  /// A part of a file, as a file of its own.
  func file(of part: FilePart, in file: FileID) -> FileID
  /// The outlines of sources of design tokens; nil for a source without one. Reads the files.
  func outlines(of files: [FileID]) -> [TokenOutline?]
  /// The content of a resolver document; nil for other files. Reads the file.
  func resolver(in file: FileID) -> ResolverDocument?
  /// The tree of a file; nil for an unreadable file. Parses it.
  func tree(of file: FileID) -> SourceTree?
}

extension BundleFiles {
  /// The paths that end in this last segment, sorted.
  func paths(named baseName: String) -> [String] {
    paths(ofStem: stem(of: baseName)).filter { Bytewise(lastSegment($0)) == Bytewise(baseName) }
  }

  package func last(_ choice: FileChoice) -> [FileID] { [] }

  package func file(of part: FilePart, in file: FileID) -> FileID { file }

  package func outlines(of files: [FileID]) -> [TokenOutline?] { files.map { _ in nil } }

  package func resolver(in file: FileID) -> ResolverDocument? { nil }

  package func tree(of file: FileID) -> SourceTree? { nil }

  /// The paths of files that are not YAML.
  var pathsBesidesYAML: [String] { paths.filter { FileFormat(named: $0) != .yaml } }
}

/// The answer of a dialect for a context.
package struct Plan: Sendable {
  /// Nil if the bundle cannot be loaded in this context. The findings give the reason.
  package var load: LoadPlan?
  package var findings: [Finding]
  /// The names tried for the root file, most specific first.
  package var candidates: [String]
  /// The path of the root file, or of the default theme.
  package var root: String?
  /// The paths of the theme files that lie over it, the strongest first. Contexts with the same root, alternatives and suffixes
  /// have the same meaning.
  package var alternatives: [String]
  /// Declarations that follow from those of the loaded files together. They lie over these.
  package var additions: [Addition] = []
  /// All files that were read for the plan, theme files and others.
  package var files: [FileID]
  /// The results of its choices of files: a running daemon keeps the result of a choice that fails.
  package var choices: [FileChoice: [FileID]] = [:]
  /// Lists that keep their results, with the places of the entries that lead nowhere.
  package var heldLists: [FileChoice: [Location]] = [:]

  /// Declarations with places in a file.
  package struct Addition: Sendable {
    package var home: FileID
    package var declarations: Declarations

    package init(home: FileID, declarations: Declarations) {
      self.home = home
      self.declarations = declarations
    }
  }

  /// The choices that keep their results.
  package var heldChoices: Set<FileChoice> { Set(findings.compactMap(\.heldChoice)).union(heldLists.keys) }

  package init(
    load: LoadPlan?, findings: [Finding] = [], candidates: [String] = [], root: String? = nil,
    alternatives: [String] = [], files: [FileID] = []
  ) {
    self.load = load
    self.findings = findings
    self.candidates = candidates
    self.root = root
    self.alternatives = alternatives
    self.files = files
  }
}
