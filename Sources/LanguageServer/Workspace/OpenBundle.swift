// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// A bundle of the workspace, with the texts that are open in the editor over its files.
final class OpenBundle {
  /// Absolute.
  let directory: String
  let engine: ThemeEngine
  private let encoding: PositionEncoding
  /// The documents over files of the bundle, by the paths of the files.
  private(set) var documents: BytewiseDictionary<TextDocument> = [:]
  /// The known contents of those files on disk.
  var savedTexts: BytewiseDictionary<[UInt8]> = [:]
  /// The findings of the last whole check, and the content that it was made of.
  private var findings: (diagnostics: [Diagnostic], revision: Int)?
  /// The indices of these findings by file. A finding is large: a look at each would copy all of them.
  private var findingsOfFiles: BytewiseDictionary<[Int]> = [:]
  /// Counts the changes of contents.
  private(set) var revision = 0
  /// When the whole check is due, after the last change; nil while the last one is current.
  var checkDeadline: UInt64?
  /// The files whose findings the client has been sent.
  var published: BytewiseSet = []
  private var looks = FileLooks()
  private var hasOtherContexts = false

  init(directory: String, _ engine: ThemeEngine, _ encoding: PositionEncoding) {
    self.directory = directory
    self.engine = engine
    self.encoding = encoding
    engine.publish()
    engine.open(Context())
  }

  // MARK: Contents

  func document(of file: String) -> TextDocument? { documents[file] }

  /// The file over which a document lies.
  func file(of uri: String) -> String? {
    documents.sortedMembers.first { Bytewise($0.value.uri) == Bytewise(uri) }?.key
  }

  func open(_ document: TextDocument, as file: String) {
    savedTexts[file] = engine.source(of: file)
    documents[file] = document
  }

  /// Sets the new text of a document, which `apply` gives to the engine.
  func change(_ document: TextDocument, as file: String) {
    documents[file] = document
    looks.forget(file)
  }

  /// Whether a document has the text of its file on disk, but for a byte order mark, which editors keep to themselves.
  func isSaved(_ file: String) -> Bool {
    guard let saved = savedTexts[file], let bytes = documents[file]?.bytes else { return false }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return saved == bytes || saved.starts(with: mark) && saved.dropFirst(mark.count).elementsEqual(bytes)
  }

  func close(_ file: String) {
    documents[file] = nil
    savedTexts[file] = nil
  }

  /// Gives files their new contents. Values are resolved at once; the whole check follows.
  func apply(_ changes: [FileChange]) {
    // Each open context would be resolved with each change.
    if hasOtherContexts { engine.close(contextsExcept: [Context()]) }
    hasOtherContexts = false
    let dialect = engine.dialectName
    engine.apply(changes)
    engine.publish()
    revision += 1
    for change in changes { looks.forget(change.path) }
    // The manifest decides how files are read.
    let isManifest = changes.contains { Bytewise($0.path) == Bytewise(BundleSettings.manifestPath) }
    if isManifest || engine.dialectName != dialect { looks = FileLooks() }
  }

  /// The state in the default context: of each value the last good one.
  var snapshot: Snapshot { engine.open(Context()) }

  /// The state in another context, until the next change.
  func snapshot(in context: Context) -> Snapshot {
    hasOtherContexts = true
    return engine.open(context)
  }

  /// Checks everything, as `livery check` does.
  func check() -> [Diagnostic] {
    if let findings, findings.revision == revision { return findings.diagnostics }
    let diagnostics: [Diagnostic]
    if engine.isHoldingBack {
      // Last good values hide findings of a check, which knows no earlier state.
      let cold = ThemeEngine(bundle: engine.bundle)
      cold.apply(contents)
      diagnostics = cold.checkEverywhere()
    } else {
      diagnostics = engine.checkEverywhere()
    }
    findings = (diagnostics, revision)
    findingsOfFiles = [:]
    for (index, diagnostic) in diagnostics.enumerated() { findingsOfFiles[diagnostic.file, default: []].append(index) }
    return diagnostics
  }

  /// The errors and warnings of a file that need no whole check, and of the last check its hints.
  func quickFindings(of file: String) -> [Diagnostic] {
    let now = snapshot.diagnostics.filter { Bytewise($0.file) == Bytewise(file) }
    let codes = Set(now.map(\.code))
    // Findings of other contexts and of design rules stay until the whole check.
    let rest = checkedFindings(of: file).filter { diagnostic in
      !codes.contains(diagnostic.code) && (diagnostic.severity == .info || !diagnostic.contexts.isEmpty)
    }
    return now + rest
  }

  /// The findings of a file at the last whole check.
  private func checkedFindings(of file: String) -> [Diagnostic] {
    (findingsOfFiles[file] ?? []).compactMap { findings?.diagnostics[$0] }
  }

  /// The findings of a file that are known without a new check.
  func knownFindings(of file: String) -> [Diagnostic] {
    findings?.revision == revision ? checkedFindings(of: file) : quickFindings(of: file)
  }

  /// All files, the manifest included.
  var contents: [FileChange] {
    (engine.paths + [BundleSettings.manifestPath]).compactMap { path in
      engine.source(of: path).map { FileChange(path: path, content: .bytes($0)) }
    }
  }

  // MARK: Looks at files

  /// The ids of a file at their places; nil for files without places.
  func index(of file: String) -> FileIndex? { looks.index(of: file) { engine.index(of: file) } }

  /// The values of a file, also where recovery read them; nil for a file that is not there.
  func tree(of file: String) -> SourceTree? { looks.tree(of: file) { engine.tree(of: file)?.tree } }

  /// The text of a file as the engine has it.
  func text(of file: String) -> TextLines {
    if let document = documents[file] { return document.lines }
    return looks.text(of: file) { TextLines(engine.source(of: file) ?? []) }
  }

  /// Whether a file is a text that can be edited.
  func isText(_ file: String) -> Bool { tree(of: file)?.hasPlaces ?? true }

  // MARK: Places for the client

  func uri(of file: String) -> String { documents[file]?.uri ?? DocumentURI.uri(of: "\(directory)/\(file)") }

  /// A range as the client counts.
  func range(_ range: ByteRange, of file: String) -> JSONValue { text(of: file).range(range, encoding) }

  func location(_ range: ByteRange, of file: String) -> JSONValue {
    ["uri": .string(uri(of: file)), "range": self.range(range, of: file)]
  }

  // MARK: Values

  /// The path of an id in snapshots; nil where it has no value.
  func path(of name: FileIndex.Name) -> String? {
    let candidates: [String] =
      switch name.space {
      case .constants: ["constants"]
      case .styles, .baseStyles: ["styles"]
      case .shared, .order, .ownTypes, .types: ["constants", "styles"]
      }
    return candidates.map { "\($0)/\(Path.escape(name.text))" }.first { engine.value(at: $0, in: snapshot) != nil }
  }

  /// The value of an id in the default context.
  func value(of name: FileIndex.Name) -> Value? { path(of: name).flatMap { engine.value(at: $0, in: snapshot) } }

  /// How names are written in the bundle's dialect.
  var notation: NameNotation? { engine.dialectType?.notation }
}
