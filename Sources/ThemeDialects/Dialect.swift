// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import TextComparison
package import ThemeModel
package import ThemeSyntax

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

  /// How a string begins that is a comment in a file of this name; nil where strings are not comments.
  static func commentPrefix(inFileNamed name: String) -> String?

  /// Whether theme files may be in YAML. Other dialects ignore YAML files: they usually configure other tools.
  static var readsYAML: Bool { get }

  /// The number of contexts that a check resolves; more would keep the author waiting.
  static var maximumCheckedContexts: Int { get }

  /// Whether a file's name shows that it is of this dialect and of no other one.
  static func isNamedAsOwn(path: String) -> Bool

  /// Whether a file's content looks like this dialect. Called only where file names do not decide.
  static func claims(_ tree: SourceTree, path: String) -> Bool

  /// The evidence that these files are a bundle of this dialect; nil without evidence.
  ///
  /// - Parameter claimed: the paths of the files that the dialect claims, sorted. To call it costs parsing all files.
  static func evidence(in files: some BundleFiles, claimed: () -> [String]) -> Evidence?

  init(_ settings: DialectSettings)

  /// How the resolver reads merged declarations.
  var rules: Rules { get }

  /// All key suffixes, for whatever device.
  var suffixes: [String] { get }

  /// Whether a style that is modified at run time keeps its values from files, unless `SetStyleInheritance` said otherwise.
  var modifiedStylesInherit: Bool { get }

  /// The properties that a path names which is set at run time, each by its keys; an empty key is not a name.
  func propertyPaths(_ keyPath: String) -> [[String]]

  /// The declarations of a file.
  func declarations(of tree: SourceTree, path: String) -> Declarations

  /// The declarations of a part of a file.
  func declarations(of tree: SourceTree, path: String, part: FilePart) -> Declarations

  /// Whether the value of an id in such a file declares the same whatever else is in the file: then an edit within it needs the
  /// rest of the file no more.
  func readsValuesAlone(path: String) -> Bool

  /// The declarations of the value of one id, read without the rest of its file. Nil where the file has to be read as a whole.
  ///
  /// - Parameter tree: an object with one member: the id with its value.
  func declarations(ofValueAlone tree: SourceTree, path: String) -> Declarations?

  /// Whether files say something of an id beside its value.
  var hasMetadata: Bool { get }

  /// The members of an id in a file beside its value, such as a description. Nil without any.
  ///
  /// - Parameter range: the place of the id's value.
  func metadata(at range: ByteRange, in tree: SourceTree) -> JSONObject?

  /// The content of a theme file that declares these constants and styles, values as they would be written in it.
  func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue

  /// Which files make up the bundle for a context. `links` gives the files that a file names; it is called for those
  /// files alone whose links count.
  func plan(for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> Plan

  /// The names of the themes that a context can ask for, sorted; none where themes have no names.
  func themes(in files: some BundleFiles) -> [String]

  /// Contexts that together cover all that the files can mean, the most important ones first: for `check`. The empty context
  /// may be left out.
  func contexts(in files: some BundleFiles) -> [Context]

  /// Whether a check resolves the context that names nothing. Not where such a context means nothing, rightly.
  func checksEmptyContext(in files: some BundleFiles) -> Bool

  /// The number of contexts that the files can mean, as a decimal number of any length; nil where it is not known.
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

  package func metadata(at range: ByteRange, in tree: SourceTree) -> JSONObject? { nil }

  package func propertyPaths(_ keyPath: String) -> [[String]] { [Path.segments(of: keyPath)] }
}

/// The number of contexts that a check resolves in most dialects.
package let usualMaximumContexts = 256

/// The settings that a bundle's manifest, or the file that a user named, gives its dialect.
package struct DialectSettings: Sendable, Hashable {
  /// The one file that everything begins with, or the default theme's; relative to the bundle's root.
  @Bytewise package var root: String?
  /// The name of the theme that serves when a context names none.
  @Bytewise package var defaultTheme: String?
  /// Whether what a chosen theme lacks comes from the default theme, where the dialect leaves it open.
  package var fallsBack = false
  /// Whether the manifest names the dialect, so that files need no names that show it.
  package var isNamed = false
  /// Whether a value of several parts is left out when one of them is missing or wrong.
  package var requiresAllParts = false
  /// Key suffixes by device, most preferred first; nil for the dialect's own.
  @Bytewise package var suffixes: [Context.Device: [String]]?

  package init() {}
}

/// The evidence that a bundle is of a dialect.
package struct Evidence: Sendable, Hashable {
  package enum Strength: Sendable {
    /// Decides it, unless an earlier dialect has evidence, too.
    case certain
    /// Decides it when no other dialect has evidence.
    case likely
    /// Shows that it may be: the manifest has to decide.
    case unclear
  }

  package var strength: Strength
  /// The files that were found, and their form: "`a.json` has an array at its root".
  package var seen: String
  /// The path of the file that everything begins with, where only contents show which one it is.
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
  /// The paths that end in this last segment, sorted.
  func paths(named baseName: String) -> [String]
  /// The files that a choice led to in the last generation, in order; none where it was not made. They may be gone.
  func last(_ choice: FileChoice) -> [FileID]
  /// The path of a file that is there, or was.
  func path(of file: FileID) -> String
  /// A part of a file, as a file of its own.
  func file(of part: FilePart, in file: FileID) -> FileID
  /// The outlines of sources of design tokens, nil for those that have none. Reads the files.
  func outlines(of files: [FileID]) -> [TokenOutline?]
  /// The content of a resolver document; nil for other files. Reads the file.
  func resolver(in file: FileID) -> ResolverDocument?
  /// The values of a file; nil for one that cannot be read. Parses it.
  func tree(of file: FileID) -> SourceTree?
}

extension BundleFiles {
  package func last(_ choice: FileChoice) -> [FileID] { [] }

  package func file(of part: FilePart, in file: FileID) -> FileID { file }

  package func outlines(of files: [FileID]) -> [TokenOutline?] { files.map { _ in nil } }

  package func resolver(in file: FileID) -> ResolverDocument? { nil }

  package func tree(of file: FileID) -> SourceTree? { nil }

  /// The paths that count in a dialect without YAML.
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
  /// The paths of the theme files that lie over it, the strongest first. Contexts of one root, the same alternatives and
  /// the same suffixes mean the same.
  package var alternatives: [String]
  /// Declarations that follow from those of the loaded files together. They lie over these.
  package var additions: [Addition] = []
  /// Every file that was looked into for it, theme files and others.
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
