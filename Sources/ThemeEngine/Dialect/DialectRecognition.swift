// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The dialect of a bundle, with the settings and limits by which its files are read.
struct DialectChoice: Equatable {
  var type: any Dialect.Type
  var settings: DialectSettings
  var limits: BundleLimits

  static func == (left: DialectChoice, right: DialectChoice) -> Bool {
    left.type == right.type && left.settings == right.settings && left.limits == right.limits
  }
}

/// Chooses the dialect of a bundle by its manifest, the names of its files, or their contents.
final class DialectRecognition {
  private let sources: BundleSources
  /// The root file that the user named in place of a directory.
  let namedRoot: String?
  let isStrict: Bool
  private(set) var choice: DialectChoice?
  /// The reason why the dialect is unknown. The last state stays served.
  private(set) var finding: Finding?
  /// Whether the dialect is that of an earlier engine, which kept files by which it knew the dialect.
  private var isKept = false
  /// The first file that is set aside, and the dialect that it is named for.
  private var firstSetAside: (file: FileID, dialect: any Dialect.Type)?
  /// The root whose content is that of another dialect now.
  private var rewritten: (file: FileID, dialect: any Dialect.Type)?
  /// The contents of the files that are named for another dialect, so that each content is parsed once.
  private var namedContents: [FileID: NamedContent] = [:]
  /// The dialect of an earlier engine, and the root that contents identified.
  private var restored: (dialect: (any Dialect.Type)?, root: String?, hasValues: Bool, hasStates: Bool) =
    (nil, nil, false, false)
  /// Whether the manifest names the dialect or the root, so that no record of them is needed.
  private var isNamed = false

  init(sources: BundleSources, namedRoot: String?, isStrict: Bool) {
    self.isStrict = isStrict
    self.sources = sources
    self.namedRoot = namedRoot
  }

  private var files: FileTable { sources.linked.files }
  private var manifest: Manifest { sources.manifest }

  /// Decides again. Returns whether the bundle has to be read with a different dialect or different settings.
  ///
  /// - Parameter servesValues: whether the published states have values of the present dialect.
  func update(servesValues: () -> Bool) -> Bool {
    switch decide(servesValues) {
    case .unknown(let finding):
      if isKept { return false }
      self.finding = finding
      guard choice == nil, let type = restored.dialect, restored.hasValues else { return false }
      // The earlier engine served values in this dialect. Without states of whole contexts, it knew the dialect by what it kept.
      if !restored.hasStates {
        isKept = true
        self.finding = nil
      }
      var settings = settings
      settings.root = restored.root
      choice = DialectChoice(type: type, settings: settings, limits: manifest.limits)
      return true
    case .known(let choice):
      (finding, isKept) = (nil, false)
      defer { self.choice = choice }
      return choice != self.choice
    }
  }

  /// Forgets the dialect.
  func forget() {
    choice = nil
    restored = (nil, nil, false, false)
    isKept = false
  }

  /// Takes the choice of an earlier engine, for a bundle whose root is missing.
  func restore(_ record: HeldRecord) {
    let hasValues = record.meanings.isEmpty || record.meanings.contains { !$0.values.isEmpty }
    restored = (
      record.dialect.flatMap(DialectName.init(rawValue:))?.dialect, record.root, hasValues,
      record.meanings.contains(where: \.isWhole)
    )
  }

  /// The dialect of the earlier engine, for the next one.
  var restoredDialect: (any Dialect.Type)? { restored.dialect }
  var restoredRoot: String? { restored.root }

  private enum Outcome {
    case known(DialectChoice)
    case unknown(Finding)
  }

  /// Those of the manifest and the user.
  private var settings: DialectSettings {
    var settings = DialectSettings()
    settings.root = namedRoot ?? manifest.root
    settings.defaultTheme = manifest.defaultTheme
    settings.fallsBack = manifest.fallsBack
    settings.suffixes = manifest.suffixes
    settings.isNamed = manifest.dialect != nil
    settings.requiresAllParts = isStrict || manifest.policy.rules[.missingPart] == .severity(.error)
    return settings
  }

  private func decide(_ servesValues: () -> Bool) -> Outcome {
    var settings = settings
    sources.isRecognizedByContent = false
    sources.namedForOthers = []
    sources.setAside = []
    firstSetAside = nil
    rewritten = nil

    func known(_ type: any Dialect.Type, root: String? = nil) -> Outcome {
      settings.root = settings.root ?? root
      return .known(DialectChoice(type: type, settings: settings, limits: manifest.limits))
    }
    /// A dialect by its evidence in the files.
    func found(_ type: any Dialect.Type, _ evidence: Evidence) -> Outcome {
      if let last, evidence.named.isEmpty, keepsDialect(last, besides: type, servesValues) {
        return known(last, root: lastRoot)
      }
      return known(type, root: evidence.root)
    }
    defer { isNamed = manifest.dialect != nil || manifest.root != nil }
    if let type = manifest.dialect?.dialect {
      return known(type, root: settings.root == nil ? evidence(for: type)?.root : nil)
    }
    if let root = settings.root {
      return dialect(ofRoot: root).map { known($0) } ?? .unknown(findings.unknownRoot(root))
    }

    let contentsBefore = namedContents
    namedContents = [:]
    var seen: [String] = []
    var likely: [(type: any Dialect.Type, evidence: Evidence)] = []
    // The names of a dialect behind the present one do not count if that has certain evidence.
    for type in allDialects {
      guard let evidence = evidence(for: type) else { continue }
      let named = evidence.named.compactMap(files.file(at:))
      if let first = named.first, type != last, hasLastValues(servesValues) {
        sources.namedForOthers.formUnion(named)
        for file in named { namedContents[file] = content(of: file, for: type, contentsBefore[file]) }
        if !named.contains(where: { namedContents[$0]?.isOfDialect ?? false }) {
          sources.setAside.formUnion(named)
          firstSetAside = firstSetAside ?? (first, type)
          continue
        }
      }
      if evidence.strength == .certain, seen.isEmpty { return found(type, evidence) }
      seen.append("\(evidence.seen) (\(type.name.rawValue))")
      if evidence.strength != .unclear { likely.append((type, evidence)) }
    }
    // While its root is missing, a bundle keeps its dialect: the other files may look like those of a different one.
    if let last, isRootMissing(last, servesValues) {
      return known(last, root: lastRoot)
    }
    if likely.count == 1, seen.count == 1 { return found(likely[0].type, likely[0].evidence) }
    return .unknown(seen.isEmpty ? findings.nothingSeen : findings.ambiguous(seen))
  }

  /// Whether a bundle keeps its dialect although its content is of another one: the content that it was recognised by may be changed
  /// by a slip, and its values would go.
  private func keepsDialect(
    _ last: any Dialect.Type, besides other: any Dialect.Type, _ servesValues: () -> Bool
  ) -> Bool {
    guard !isNamed, last != other, let root = lastRoot.flatMap(files.file(at:)), hasLastValues(servesValues),
      evidence(for: last) == nil
    else { return false }
    rewritten = (root, other)
    return true
  }

  /// The root of the last generation, if its content identified it.
  private var lastRoot: String? { choice?.settings.root ?? restored.root }

  /// The findings about files of another dialect: the rewritten root, and the first file that is set aside.
  var findingsOfOthers: [Finding] {
    if let (file, other) = rewritten, let choice { return [findings.rewritten(file, as: other, in: choice.type.name)] }
    guard let (file, dialect) = firstSetAside, let choice else { return [] }
    return [findings.setAside(file, of: dialect, in: choice.type.name)] + (namedContents[file]?.findings ?? [])
  }

  /// A file that is named for another dialect.
  private struct NamedContent {
    let key: SyntaxCache.Key
    let dialect: any Dialect.Type
    /// Whether the content is that of the dialect, too.
    let isOfDialect: Bool
    /// About the syntax.
    let findings: [Finding]
  }

  /// Parses the file, unless its content is known.
  private func content(of file: FileID, for dialect: any Dialect.Type, _ known: NamedContent?) -> NamedContent {
    let key = sources.contentKey(of: file)
    if let known, known.key == key, known.dialect == dialect { return known }
    let (syntax, findings) = sources.content(of: file)
    let isOfDialect = syntax.map { !$0.isHeld && dialect.claims($0.tree, path: files.path(of: file)) } ?? false
    return NamedContent(
      key: key, dialect: dialect, isOfDialect: isOfDialect,
      findings: findings.map { finding in
        var finding = finding
        finding.file = file
        return finding
      })
  }

  /// The dialect of the last generation.
  private var last: (any Dialect.Type)? { choice?.type ?? restored.dialect }

  /// Whether the last generation has values, which can be kept.
  private func hasLastValues(_ servesValues: () -> Bool) -> Bool {
    choice == nil ? restored.hasValues : servesValues()
  }

  /// Whether the bundle was recognised by the name of its root, and the root is gone. Not without values, of which none can be kept.
  private func isRootMissing(_ type: any Dialect.Type, _ servesValues: () -> Bool) -> Bool {
    let isRootGone = files.lastChoices.contains { choice, files in
      guard case .root = choice else { return false }
      return files.allSatisfy { !self.files[$0].exists }
    }
    guard isRootGone, !isNamed, hasLastValues(servesValues) else { return false }
    var isByContent = false
    let evidence = type.evidence(in: recognizedFiles) {
      isByContent = true
      return []
    }
    return evidence == nil && !isByContent
  }

  private func evidence(for type: any Dialect.Type) -> Evidence? {
    let files = recognizedFiles
    return type.evidence(in: files) {
      sources.isRecognizedByContent = true
      return files.paths.filter { path in files.file(at: path).map { isClaimed($0, by: type) } ?? false }
    }
  }

  private var recognizedFiles: PlannedFiles { PlannedFiles(sources, without: sources.setAside) }

  private func dialect(ofRoot path: String) -> (any Dialect.Type)? {
    guard let file = files.file(at: path) else {
      // A name can identify a file that is still missing.
      return allDialects.first { $0.isNamedAsOwn(path: path) || $0.claims(parseJSON([]).tree, path: path) }
    }
    sources.isRecognizedByContent = true
    return allDialects.first { isClaimed(file, by: $0) }
  }

  private func isClaimed(_ file: FileID, by type: any Dialect.Type) -> Bool {
    guard let index = allDialects.firstIndex(where: { $0 == type }) else { return false }
    return sources.claims(of: file) >> index & 1 == 1
  }

  private var findings: RecognitionFindings { RecognitionFindings(files: files, manifest: manifest) }
}
