// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeEngine
import ThemeModel

/// A bundle of the workspace, with the texts that are open in the editor over its files.
final class OpenBundle {
  /// Absolute.
  let directory: String
  let engine: ThemeEngine
  /// The documents over files of the bundle: URIs by the paths of the files.
  private(set) var documents: BytewiseDictionary<String> = [:]
  /// What those files have on disk, as far as it is known.
  var savedTexts: BytewiseDictionary<[UInt8]> = [:]
  /// The findings of the last whole check, and the content that it was made of.
  private(set) var findings: (diagnostics: [Diagnostic], revision: Int)?
  /// Counts the changes of contents.
  private(set) var revision = 0
  /// When the whole check is due, after the last change; nil while the last one is current.
  var checkDeadline: UInt64?
  /// The URIs of files whose findings the client has been sent.
  var published: BytewiseSet = []
  private var indexes: BytewiseDictionary<FileIndex> = [:]
  private var texts: BytewiseDictionary<TextLines> = [:]
  private var resolved: (generation: Int, ids: [ResolvedID])?

  /// An id that has a value.
  struct ResolvedID {
    let section: String
    @Bytewise var name: String
    let value: Value
  }

  init(directory: String, _ engine: ThemeEngine) {
    self.directory = directory
    self.engine = engine
    engine.publish()
    engine.open(Context())
  }

  // MARK: Contents

  /// - Parameter saved: what the file has on disk.
  func open(_ file: String, uri: String, saved: [UInt8]?) {
    documents[file] = uri
    savedTexts[file] = saved
  }

  func close(_ file: String) {
    documents[file] = nil
    savedTexts[file] = nil
  }

  /// Gives files another content. Values are resolved at once; the whole check follows.
  func apply(_ changes: [FileChange]) {
    engine.apply(changes)
    engine.publish()
    revision += 1
    for change in changes {
      indexes[change.path] = nil
      texts[change.path] = nil
    }
  }

  /// The state in the default context: of each value the last good one.
  var snapshot: Snapshot { engine.open(Context()) }

  /// Checks everything, as `livery check` does.
  func check() -> [Diagnostic] {
    if let findings, findings.revision == revision { return findings.diagnostics }
    let diagnostics: [Diagnostic]
    if engine.isHoldingBack {
      // What is held back hides findings of a check, which knows no earlier state.
      let cold = ThemeEngine(bundle: engine.bundle)
      cold.apply(allContents)
      diagnostics = cold.checkEverywhere()
    } else {
      diagnostics = engine.checkEverywhere()
    }
    findings = (diagnostics, revision)
    checkDeadline = nil
    return diagnostics
  }

  /// The errors and warnings of a file that need no whole check, and of the last check its hints.
  func quickFindings(of file: String) -> [Diagnostic] {
    let now = snapshot.diagnostics.filter { Bytewise($0.file) == Bytewise(file) }
    let codes = Set(now.map(\.code))
    // What other contexts or design rules found stays until the whole check.
    let rest = (findings?.diagnostics ?? []).filter { diagnostic in
      Bytewise(diagnostic.file) == Bytewise(file) && !codes.contains(diagnostic.code)
        && (diagnostic.severity == .info || !diagnostic.contexts.isEmpty)
    }
    return now + rest
  }

  private var allContents: [FileChange] {
    (engine.paths + [BundleSettings.manifestPath]).compactMap { path in
      engine.source(of: path).map { FileChange(path: path, content: .bytes($0)) }
    }
  }

  // MARK: Looks at files

  /// The ids of a file at their places; nil for files without places.
  func index(of file: String) -> FileIndex? {
    if let known = indexes[file] { return known }
    let index = engine.index(of: file)
    indexes[file] = index
    return index
  }

  /// The files that declare something, with their ids.
  var allIndexes: [(file: String, index: FileIndex)] {
    engine.paths.compactMap { path in index(of: path).map { (path, $0) } }
  }

  /// The text of a file as the engine has it.
  func text(of file: String) -> TextLines {
    if let known = texts[file] { return known }
    let text = TextLines(engine.source(of: file) ?? [])
    texts[file] = text
    return text
  }

  func uri(of file: String) -> String { documents[file] ?? DocumentURI.uri(of: "\(directory)/\(file)") }

  /// All ids that have a value in the default context.
  var ids: [ResolvedID] {
    let snapshot = snapshot
    if let resolved, resolved.generation == snapshot.generation { return resolved.ids }
    let values = snapshot.values(selecting: .everything)
    let ids =
      values.constants.map { ResolvedID(section: "constants", name: $0.key, value: $0.value) }
      + values.styles.map { ResolvedID(section: "styles", name: $0.key, value: $0.value) }
    resolved = (snapshot.generation, ids)
    return ids
  }

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

  // MARK: Names

  /// Whether two names of files mean the same id: dialects that make no difference between constants and styles declare both in one
  /// space.
  static func isSame(_ left: FileIndex.Name, _ right: FileIndex.Name) -> Bool {
    Bytewise(left.text) == Bytewise(right.text)
      && (left.space == right.space || left.space == .shared || right.space == .shared)
  }

  /// A declaration or a reference.
  struct Use {
    @Bytewise var file: String
    let range: ByteRange
    let isDeclaration: Bool
    let isInheritance: Bool
    let source: FileIndex.Name
  }

  /// Where an id is declared and referred to, in all files.
  func uses(of name: FileIndex.Name) -> [Use] {
    allIndexes.flatMap { file, index in
      index.entries.filter { Self.isSame($0.name, name) }.map {
        Use(file: file, range: $0.keyRange, isDeclaration: true, isInheritance: false, source: $0.name)
      }
        + index.references.filter { Self.isSame($0.name, name) }.map {
          Use(
            file: file, range: $0.range, isDeclaration: false, isInheritance: $0.isInheritance, source: $0.source)
        }
    }
  }
}
