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
  /// The findings of the last whole check in the documents, by file. A finding takes about 2 KB: those of other files are not kept.
  private var checkedFindings: BytewiseDictionary<[Diagnostic]> = [:]
  /// The content that was checked last, see `revision`.
  private var checkedRevision: Int?
  /// The names of the reports of all files at that check, where the client asks for them.
  private var results: BytewiseDictionary<String>?
  /// Counts the changes of contents.
  private var revision = 0
  /// Counts the whole checks.
  private(set) var checkCount = 0
  /// The time at which the whole check is due, after the last change; nil while the last one is current.
  var checkDeadline: UInt64?
  /// The files whose findings the client has been sent.
  var published: BytewiseSet = []
  private var looks = FileLooks()
  /// The parts of files that contexts read, by file, and whether they are those of the present contents.
  private var readParts: (byFile: BytewiseDictionary<ReadParts>, areCurrent: Bool) = ([:], false)
  private var hasOtherContexts = false
  /// Whether texts may be left that were read with the bundle and are not compressed.
  private var hasPlainTexts = true

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

  /// Whether a document has the text of its file on disk. A byte order mark does not count, since editors do not send it.
  func isSaved(_ file: String) -> Bool {
    guard let saved = savedTexts[file], let bytes = documents[file]?.bytes else { return false }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return saved == bytes || saved.starts(with: mark) && saved.dropFirst(mark.count).elementsEqual(bytes)
  }

  func close(_ file: String) {
    documents[file] = nil
    savedTexts[file] = nil
    checkedFindings[file] = nil
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
    readParts.areCurrent = false
    for change in changes { looks.forget(change.path) }
    // The manifest decides how files are read.
    let isManifest = changes.contains { Bytewise($0.path) == Bytewise(BundleSettings.manifestPath) }
    if isManifest || engine.dialectName != dialect { looks = FileLooks() }
  }

  /// Compresses texts that were read with the bundle; see `ThemeEngine.compressTexts`. Those that change later stay plain. Returns
  /// whether texts may be left.
  func compressTexts(atMost maximum: Int) -> Bool {
    hasPlainTexts = hasPlainTexts && engine.compressTexts(atMost: maximum) > 0
    return hasPlainTexts
  }

  /// The state in the default context: of each value the last good one.
  var snapshot: Snapshot { engine.open(Context()) }

  /// The state in another context, until the next change.
  func snapshot(in context: Context) -> Snapshot {
    hasOtherContexts = true
    return engine.open(context)
  }

  /// Checks everything, as `livery check` does. The findings of documents are kept until the next check.
  func check() -> [Diagnostic] {
    checkCount += 1
    let diagnostics: [Diagnostic]
    if engine.isHoldingBack {
      // Last good values hide findings of a check, which knows no earlier state.
      let cold = ThemeEngine(bundle: engine.bundle)
      cold.apply(contents)
      diagnostics = cold.checkEverywhere()
    } else {
      diagnostics = engine.checkEverywhere()
    }
    checkedRevision = revision
    results = nil
    checkedFindings = [:]
    for file in documents.keys { checkedFindings[file] = [] }
    for diagnostic in diagnostics { checkedFindings[diagnostic.place]?.append(diagnostic) }
    return diagnostics
  }

  /// The findings of a file as `livery check` has them. Checks everything, unless the file is open and nothing has changed since
  /// the last check.
  func findings(of file: String) -> [Diagnostic] {
    currentFindings(of: file) ?? check().filter { Bytewise($0.place) == Bytewise(file) }
  }

  /// The findings of a file that are known without a whole check.
  func knownFindings(of file: String) -> [Diagnostic] { currentFindings(of: file) ?? quickFindings(of: file) }

  /// Whether a document was opened since the last check, with the text that was checked.
  func isOpenedAsChecked(_ file: String) -> Bool {
    checkedRevision != nil && checkedFindings[file] == nil && isSaved(file)
  }

  /// Keeps the names of the reports of all files until the next change.
  func note(results: BytewiseDictionary<String>) { self.results = results }

  /// What `note` was given, while nothing has changed.
  var checkedResults: BytewiseDictionary<String>? { checkedRevision == revision ? results : nil }

  private func currentFindings(of file: String) -> [Diagnostic]? {
    checkedRevision == revision ? checkedFindings[file] : nil
  }

  /// The errors and warnings of a file that need no whole check, and of the last check its hints.
  func quickFindings(of file: String) -> [Diagnostic] {
    let now = snapshot.diagnostics.filter { Bytewise($0.place) == Bytewise(file) }
    let codes = Set(now.map(\.code))
    // Findings of other contexts and of design rules stay until the whole check.
    let rest = (checkedFindings[file] ?? []).filter { diagnostic in
      !codes.contains(diagnostic.code) && (diagnostic.severity == .info || !diagnostic.contexts.isEmpty)
    }
    return now + rest
  }

  /// All files, the manifest included.
  var contents: [FileChange] {
    (engine.paths + [BundleSettings.manifestPath]).compactMap { path in
      engine.source(of: path).map { FileChange(path: path, content: .bytes($0)) }
    }
  }

  // MARK: Looks at files

  /// The ids of a file at their places; nil for files without places.
  func index(of file: String) -> FileIndex? {
    let parts = parts(of: file)
    return looks.index(of: file) { engine.index(of: file, parts: parts) }
  }

  /// The parts of a file that contexts read; empty where they read the whole file.
  func parts(of file: String) -> ReadParts {
    if !readParts.areCurrent {
      let parts = engine.readParts
      // They decide the names in files.
      if parts != readParts.byFile { looks = FileLooks() }
      readParts = (parts, true)
    }
    return readParts.byFile[file] ?? []
  }

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
    if name.file != nil { return nil }
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

  /// The notation of names in the bundle's dialect.
  var notation: NameNotation? { engine.dialectType?.notation }
}

extension Diagnostic {
  /// The file that shows the finding: one about the whole bundle is shown in the manifest.
  var place: String { file.isEmpty ? BundleSettings.manifestPath : file }
}
