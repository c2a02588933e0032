// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
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
package protocol Dialect: DialectEditing, Sendable {
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

  /// The content of a theme file that declares these constants and styles, with the values as a theme file writes them.
  func themeFile(constants: JSONObject, styles: JSONObject) -> JSONValue

  /// The files that make up the bundle for a context.
  ///
  /// - Parameter links: the files that a file names. Called only for files whose links count.
  func plan(for context: Context, in files: some BundleFiles, links: (FileID) -> [Declarations.Link]) -> Plan

  /// The names of the themes that a context can choose, sorted; empty where themes have no names.
  func themes(in files: some BundleFiles) -> [String]

  /// Contexts that together cover all meanings of the files: for `check`. The empty context may be left out.
  ///
  /// - Parameter maximum: the number of contexts that are listed.
  func contexts(in files: some BundleFiles, first maximum: Int) -> CoveringContexts

  /// Whether a check resolves the empty context. False where the empty context correctly has no meaning.
  func checksEmptyContext(in files: some BundleFiles) -> Bool

  /// The number of different meanings among the checked contexts, and of all contexts, as a decimal number of any length; nil where it
  /// is unknown.
  func permutations(in files: some BundleFiles, among contexts: [Context]) -> (checked: Int, all: String)?

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

  package static var hasDesignRules: Bool { true }

  package static var readsYAML: Bool { false }

  package static var maximumCheckedContexts: Int { usualMaximumContexts }

  package func permutations(
    in files: some BundleFiles, among contexts: [Context]
  ) -> (checked: Int, all: String)? { nil }

  package func checksEmptyContext(in files: some BundleFiles) -> Bool { true }

  package func readsValuesAlone(path: String) -> Bool { false }

  package func declarations(ofValueAlone tree: SourceTree, path: String) -> Declarations? {
    declarations(of: tree, path: path)
  }

  package var hasMetadata: Bool { false }

  package func metadata(in tree: SourceTree) -> (ByteRange) -> JSONObject? { { _ in nil } }

  package func propertyPaths(_ keyPath: String) -> [[String]] { [Path.segments(of: keyPath)] }
}

/// The number of contexts that a check resolves in most dialects.
package let usualMaximumContexts = 256
