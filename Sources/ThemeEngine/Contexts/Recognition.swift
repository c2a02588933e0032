// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeSyntax

/// Which dialect a bundle is written in, and what is fixed for it.
struct DialectChoice: Equatable {
  var type: any Dialect.Type
  var settings: DialectSettings
  var limits: BundleLimits

  static func == (left: DialectChoice, right: DialectChoice) -> Bool {
    left.type == right.type && left.settings == right.settings && left.limits == right.limits
  }
}

/// What the dialects say of one file by its content: a bit for each, in the order of `allDialects`.
struct Claims {
  var bits: UInt32
  /// Whether they are of content that could be read, which what cannot be read goes on looking like.
  var isOfReadable: Bool
  /// False when the content changed since.
  var isCurrent = true
}

extension ThemeEngine {
  /// Tells anew what the files are a bundle of. While that cannot be told, what it was before goes on being served.
  func recognize() {
    switch decide() {
    case .unknown(let finding): dialectFinding = finding
    case .known(let choice):
      dialectFinding = nil
      guard choice != self.choice else { return }
      self.choice = choice
      dialect = choice.type.init(choice.settings)
      restart()
    }
  }

  private enum Outcome {
    case known(DialectChoice)
    case unknown(Finding)
  }

  private func decide() -> Outcome {
    var settings = DialectSettings()
    settings.root = namedRoot ?? manifest.root
    settings.defaultTheme = manifest.defaultTheme
    settings.fallsBack = manifest.fallsBack
    settings.suffixes = manifest.suffixes
    isRecognizedByContent = false

    func known(_ type: any Dialect.Type, root: String? = nil) -> Outcome {
      settings.root = settings.root ?? root
      return .known(DialectChoice(type: type, settings: settings, limits: manifest.limits))
    }
    defer { holds.isDialectNamed = manifest.dialect != nil || manifest.root != nil }
    if let type = manifest.dialect?.dialect {
      return known(type, root: settings.root == nil ? evidence(for: type)?.root : nil)
    }
    if let root = settings.root { return dialect(ofRoot: root).map { known($0) } ?? .unknown(unknownRoot(root)) }

    var seen: [String] = []
    var likely: [(type: any Dialect.Type, root: String?)] = []
    for type in allDialects {
      guard let evidence = evidence(for: type) else { continue }
      if evidence.strength == .certain, seen.isEmpty { return known(type, root: evidence.root) }
      seen.append("\(evidence.seen) (\(type.name.rawValue))")
      if evidence.strength != .unclear { likely.append((type, evidence.root)) }
    }
    // While its root is missing a bundle stays what it was: what is left of it may look like something else.
    if let last = choice?.type ?? holds.dialect, isRootMissing(last) {
      return known(last, root: choice?.settings.root ?? holds.dialectRoot)
    }
    if likely.count == 1, seen.count == 1 { return known(likely[0].type, root: likely[0].root) }
    return .unknown(seen.isEmpty ? nothingSeen : ambiguous(seen))
  }

  /// Whether the root of a bundle is gone that was recognised by the name of its root.
  private func isRootMissing(_ type: any Dialect.Type) -> Bool {
    let isRootGone = files.lastChoices.contains { choice, files in
      guard case .root = choice else { return false }
      return files.allSatisfy { !self.files[$0].exists }
    }
    guard isRootGone, !holds.isDialectNamed else { return false }
    var isByContent = false
    let evidence = type.evidence(in: files) {
      isByContent = true
      return []
    }
    return evidence == nil && !isByContent
  }

  private func evidence(for type: any Dialect.Type) -> Evidence? {
    type.evidence(in: files) {
      isRecognizedByContent = true
      return files.paths.filter { path in files.file(at: path).map { isClaimed($0, by: type) } ?? false }
    }
  }

  private func dialect(ofRoot path: String) -> (any Dialect.Type)? {
    guard let file = files.file(at: path) else {
      // What is not there yet can still be told by its name.
      return allDialects.first { $0.claims(parseJSON([]).tree, path: path) }
    }
    isRecognizedByContent = true
    return allDialects.first { isClaimed(file, by: $0) }
  }

  private func isClaimed(_ file: FileID, by type: any Dialect.Type) -> Bool {
    guard let index = allDialects.firstIndex(where: { $0 == type }) else { return false }
    return claims(of: file) >> index & 1 == 1
  }

  /// What the dialects say of a file's content; parses it when nobody did yet.
  func claims(of file: FileID) -> UInt32 {
    if let claims = files[file].claims, claims.isCurrent { return claims.bits }
    switch files[file].content {
    case .gone: return files[file].claims?.bits ?? 0
    case .unreadable:
      if files[file].claims == nil, let past = files[file].past {
        noteClaims(of: file, tree(of: past, file), isHeld: false)
      }
      return files[file].claims?.bits ?? 0
    case .bytes(let bytes):
      let (tree, findings) = parse(bytes, path: files[file].path, manifest.limits.ofSyntax)
      noteClaims(of: file, tree, isHeld: findings.contains(where: \.code.holdsBack))
      return files[file].claims?.bits ?? 0
    }
  }

  /// Notes what a file's content looks like. What cannot be read looks as it did when it could be, or as far as it is
  /// understood.
  func noteClaims(of file: FileID, _ tree: SourceTree, isHeld: Bool) {
    if isHeld, files[file].claims?.isOfReadable ?? false {
      files[file].claims?.isCurrent = true
      return
    }
    var tree = tree
    let past = isHeld ? files[file].past : nil
    if let past { tree = self.tree(of: past, file) }
    var bits: UInt32 = 0
    for (index, type) in allDialects.enumerated() where type.claims(tree, path: files[file].path) { bits |= 1 << index }
    files[file].claims = Claims(bits: bits, isOfReadable: !isHeld || past != nil)
  }

  func tree(of past: FileTable.Past, _ file: FileID) -> SourceTree {
    parse(past.bytes, path: files[file].path, BundleLimits.ceiling.ofSyntax).tree
  }

  // MARK: Words

  private var manifestHelp: String {
    let names = DialectName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return "write a file `\(Manifest.path)` beside the theme files: { \"dialect\": one of \(names) }"
  }

  private var nothingSeen: Finding {
    let shown = files.paths.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    let more = files.paths.count > 5 ? " and \(files.paths.count - 5) more" : ""
    let seen = files.paths.isEmpty ? "there is no theme file in it" : "what was seen: \(shown)\(more)"
    let isManifestRead = files.manifest.map {
      !(files[$0].reading?.findings.contains(where: \.code.holdsBack) ?? false)
    }
    if let finding = nestedBundles ?? designTokens { return finding }
    if files.paths.isEmpty {
      return Finding(
        .unknownDialect, "no theme files found here", help: "run `livery init`, or name another directory")
    }
    return Finding(
      .unknownDialect, "the dialect of this bundle is unknown; \(seen)",
      help: isManifestRead ?? true ? manifestHelp : "fix `\(Manifest.path)` first, which may name the dialect")
  }

  /// That bundles lie in directories below: their manifests or their root files do.
  private var nestedBundles: Finding? {
    var directories: BytewiseSet = []
    for path in files.paths {
      let segments = path.utf8.split(separator: UInt8(ascii: "/"))
      guard segments.count == 2 else { continue }
      let name = String(Substring(segments[1]))
      if Bytewise(name) == Bytewise(Manifest.path) || name.hasPrefix("theme") && name.hasSuffix(".inc.json") {
        directories.insert(String(Substring(segments[0])))
      }
    }
    let names = directories.sorted()
    guard names.count > 1 else { return nil }
    let shown = names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    return Finding(
      .unknownDialect,
      "this is not a bundle; \(names.count) bundles lie below: \(shown)\(names.count > 5 ? " and more" : "")",
      help: "name one of these directories")
  }

  /// That a file is written in the format of the Design Tokens Community Group.
  private var designTokens: Finding? {
    for path in files.paths.prefix(8) {
      guard let file = files.file(at: path), case .bytes(let bytes) = files[file].content,
        parseThemeFile(bytes, path: path, limits: manifest.limits.ofSyntax).tree.isDesignTokens
      else { continue }
      return Finding(
        .unknownDialect, "`\(path)` is a Design Tokens file (`$value`), which Livery does not read",
        help: "convert the tokens to a dialect: \(DialectName.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return nil
  }

  private func ambiguous(_ seen: [String]) -> Finding {
    nestedBundles
      ?? Finding(
        .unknownDialect, "this bundle may be of several dialects: \(seen.joined(separator: "; "))", help: manifestHelp)
  }

  private func unknownRoot(_ path: String) -> Finding {
    guard FileFormat.mayBeTheme(fileName: path) else {
      return Finding(
        .noRoot, "`\(path)` is not a theme file", help: "name a directory, or a file that ends in .json, .plist or .xml"
      )
    }
    guard let file = files.file(at: path) else {
      return Finding(
        .noRoot, "the root file `\(path)` is not in the bundle", help: "name an existing theme file as the root")
    }
    return Finding(
      .unknownDialect, "`\(path)` does not look like a theme of any dialect", file: file, help: manifestHelp)
  }
}
