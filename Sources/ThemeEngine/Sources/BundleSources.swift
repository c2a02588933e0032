// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeResolver
import ThemeSyntax

/// Reads the files of a bundle: from changed contents to linked declarations.
final class BundleSources {
  let linked: LinkedFiles
  private let history: GenerationHistory
  let workers: any Workers
  /// The last good manifest, while the file cannot be read.
  private(set) var manifest = Manifest()
  /// Values that are set at run time: one more file, `FileTable.modifications`, that lies over all others.
  private(set) var modifications = Modifications()
  /// The reason why the bundle's directory cannot be read. Its last good state is served.
  private(set) var rootFinding: Finding?
  /// The last generation with the directory, while the directory is missing.
  private(set) var rootSince: Int?
  /// Whether contents identified the dialect, so that changed contents may change the dialect.
  var isRecognizedByContent = false
  /// Files that are named for another dialect, see `Evidence.named`. Their contents may change the dialect.
  var namedForOthers: Set<FileID> = []
  /// Those of them without content of that dialect: no dialect reads them.
  var setAside: Set<FileID> = []
  /// Files that are held back because the bundle would have too many values.
  private(set) var filesOverLimit: Set<FileID> = []
  private var syntaxes = SyntaxCache()
  /// The numbers of additions, by their declarations.
  private var additions = PlanAdditions()
  /// From this number of changes on, the workers parse them.
  var smallestBatchForWorkers = 32
  /// From this number of bytes on, only the changed region of a file is read if possible. In a smaller file it saves little.
  var smallestForRegions = 512
  /// Up to this number of bytes, a file of a batch for the workers is parsed whole by one of them.
  private static let largestForWorkers = 16 << 10

  init(linked: LinkedFiles, history: GenerationHistory, workers: any Workers) {
    self.linked = linked
    self.history = history
    self.workers = workers
  }

  // MARK: Changes

  /// The consequences of a batch of changes.
  struct Effect {
    /// The content of a file changed.
    var isChanged = false
    var stalePlans = StalePlans.none
  }

  /// The plans that a change makes out of date.
  enum StalePlans: Comparable {
    case none
    /// Those with findings, whose places may have moved. Of a file that can be read in part, a plan has no other places.
    case withFindings
    /// What plans are made of may have changed.
    case all
  }

  /// Parses and links a batch of changes. Equal bytes stop here. The workers parse the files of a large batch.
  func apply(_ changes: [FileChange]) -> Effect {
    var effect = Effect()
    let valuesBefore = linked.declaredValues
    if changes.count >= smallestBatchForWorkers, let parse = parsing(of: changes) {
      workers.inOrder(changes.count, make: parse) { apply(changes[$0], parsed: $1, &effect) }
    } else {
      for change in changes { apply(change, parsed: nil, &effect) }
    }
    if linked.declaredValues < valuesBefore, readOverLimit() { effect.stalePlans = .all }
    return effect
  }

  /// - Parameter parsed: the new content, if it is parsed already.
  private func apply(_ change: FileChange, parsed: ParsedFile?, _ effect: inout Effect) {
    guard !change.path.isEmpty else {
      setRoot(change.content)
      effect.isChanged = true
      return
    }
    let before = linked.files.content(of: change.path)
    let set = linked.files.set(change.path, change.content, replacing: before)
    history.record(change, before: before, isChanged: set != nil)
    guard let (file, isListingChanged) = set else { return }
    effect.isChanged = true
    effect.stalePlans = max(effect.stalePlans, readChanged(file, parsed), isListingChanged ? .all : .none)
    for part in linked.files.parts(of: file) where linked.files[part].isKnown {
      effect.stalePlans = max(effect.stalePlans, readAgain(part))
    }
  }

  /// The function that parses each change of a batch that will be read whole: it returns nil for the others. Nil if the manifest
  /// changes, with which files may be read in a different way.
  private func parsing(of changes: [FileChange]) -> (@Sendable (Int) -> ParsedFile?)? {
    guard let dialect = linked.dialect, !changes.contains(where: { $0.path == Manifest.path }) else { return nil }
    let limits = linked.limits.ofSyntax
    let texts = changes.map { change -> (path: String, bytes: [UInt8])? in
      guard case .bytes(let bytes) = change.content, let file = linked.files.file(at: change.path),
        linked.files[file].isKnown, bytes.count < Self.largestForWorkers,
        !linked.files[file].hasContent(bytes)
      else { return nil }
      return (change.path, bytes)
    }
    return { number in
      texts[number].map {
        ParsedFile(FileSyntax($0.bytes, path: $0.path, limits: limits), path: $0.path, dialect: dialect)
      }
    }
  }

  /// Reads a file whose content changed. Returns the plans that this makes out of date.
  private func readChanged(_ file: FileID, _ parsed: ParsedFile?) -> StalePlans {
    if linked.files[file].path == Manifest.path {
      readManifest(file)
      return .all
    }
    let claims = linked.files[file].claims?.bits
    linked.files[file].claims?.isCurrent = false
    let stalePlans = linked.files[file].isKnown ? readAgain(file, parsed) : .none
    if namedForOthers.contains(file) { return .all }
    return isRecognizedByContent && self.claims(of: file) != claims ? .all : stalePlans
  }

  private func setRoot(_ content: FileChange.Content) {
    switch content {
    case .unreadable(let finding):
      rootFinding = finding
      rootSince = rootSince ?? history.last
    case .bytes, .gone:
      rootFinding = nil
      rootSince = nil
    }
  }

  private func readManifest(_ file: FileID) {
    let new = linked.serve(ManifestContent(linked.files[file].content), of: file)
    guard new != manifest else { return }
    manifest = new
    linked.files.exclude(manifest.bounds.excludes)
  }

  /// Changes the values set at run time.
  func apply(_ edit: ModificationEdit) {
    modifications = edit.modifications
    linked.serve(edit.declared)
  }

  /// The findings about the values set at run time, as theme files of the dialect would have them.
  var findingsOfModifications: [Finding] { linked.files[FileTable.modifications].reading?.findings ?? [] }

  /// Reads the whole bundle again with a new dialect or new settings.
  func restart(_ dialect: some Dialect, _ limits: BundleLimits) {
    linked.restart(dialect, limits)
    // Held files keep their reading, so that no plan reads them: their last good declarations are linked here.
    for file in linked.files.all
    where linked.files[file].past != nil && linked.files[file].reading != nil
      && linked.files[file].path != Manifest.path
    { read(file) }
    apply(ModificationEdit(to: modifications, dialect))
  }

  /// Forgets all states of earlier generations, those of the manifest included.
  func forgetPast() {
    linked.forgetPast()
    rootSince = nil
    if let file = linked.files.manifest { readManifest(file) }
  }

  func restore(_ record: HeldRecord) {
    rootSince = record.rootSince
    linked.restore(record.files)
  }

  // MARK: Reading

  /// Parses a file's content and links its declarations. A content that cannot be read leaves the last good state.
  ///
  /// - Parameter parsed: the content, if it is parsed already.
  private func read(_ file: FileID, _ parsed: ParsedFile? = nil) {
    // An addition is linked when a plan is made.
    guard let dialect = linked.dialect, !linked.files[file].isAddition else { return }
    filesOverLimit.remove(file)
    switch linked.files[file].stored {
    case .gone: linked.serveGone(file)
    case .unreadable(let finding): linked.hold(file, [finding])
    case .text(let text):
      if let (base, part) = linked.files[file].part { return readPart(part, of: base, as: file, text, dialect) }
      let path = linked.files[file].path
      let limits = linked.limits.ofSyntax
      let known = syntaxes[syntaxKey(of: file, limits)]
      let parsed =
        parsed
        ?? ParsedFile(known ?? FileSyntax(text.bytes, path: path, limits: limits), path: path, dialect: dialect)
      ingest(parsed, of: file, text)
    }
  }

  /// Reads a part of a file. The file is parsed once for all its parts.
  private func readPart(
    _ part: FilePart, of base: FileID, as file: FileID, _ text: SourceText, _ dialect: some Dialect
  ) {
    let syntax = syntax(of: base, text, linked.limits.ofSyntax)
    ingest(ParsedFile(part, of: syntax, path: linked.files[file].path, dialect: dialect), of: file, text)
  }

  /// Parses a file, unless it was parsed last.
  func syntax(of file: FileID, _ text: SourceText, _ limits: SyntaxLimits) -> FileSyntax {
    let key = syntaxKey(of: file, limits)
    if let known = syntaxes[key] { return known }
    let syntax = FileSyntax(text.bytes, path: linked.files[file].path, limits: limits)
    linked.counters.nodesDiscarded += syntax.tree.nodeCount
    syntaxes.insert(syntax, for: key)
    return syntax
  }

  private func syntaxKey(of file: FileID, _ limits: SyntaxLimits) -> SyntaxCache.Key {
    SyntaxCache.Key(file: file, version: linked.files[file].contentVersion, limits: limits)
  }

  /// What `content` depends on.
  func contentKey(of file: FileID) -> SyntaxCache.Key { syntaxKey(of: file, manifest.limits.ofSyntax) }

  /// The present content of a file, apart from any dialect: its syntax, or the reason why it cannot be read.
  func content(of file: FileID) -> (syntax: FileSyntax?, findings: [Finding]) {
    switch linked.files[file].stored {
    case .gone: return (nil, [])
    case .unreadable(let finding): return (nil, [finding])
    case .text(let text):
      let syntax = syntax(of: file, text, manifest.limits.ofSyntax)
      return (syntax, syntax.findings)
    }
  }

  /// Frees what was parsed in advance.
  func dropSyntax() { syntaxes.removeAll() }

  /// Links declarations that are derived from several files. Returns their numbers as files.
  func link(_ plan: [Plan.Addition]) -> [FileID] { plan.map { additions.link($0, in: linked) } }

  /// Removes the declarations of additions that no plan uses any more.
  func dropAdditions(except used: () -> Set<FileID>) { additions.drop(except: used, in: linked) }

  /// Reads the unread files of a list, in its order. The workers parse them.
  func ensureRead(_ wanted: [FileID]) {
    guard let dialect = linked.dialect else { return }
    let limits = linked.limits.ofSyntax
    var work: [(file: FileID, path: String, text: SourceText, known: FileSyntax?)] = []
    var seen: Set<FileID> = []
    for file in wanted where linked.files[file].reading == nil && seen.insert(file).inserted {
      switch linked.files[file].stored {
      case .gone, .unreadable: read(file)
      case .text where linked.files[file].part != nil: read(file)
      case .text(let text):
        work.append((file, linked.files[file].path, text, syntaxes[syntaxKey(of: file, limits)]))
      }
    }
    workers.inOrder(work.count) { [work] number in
      let (_, path, text, known) = work[number]
      return ParsedFile(known ?? FileSyntax(text.bytes, path: path, limits: limits), path: path, dialect: dialect)
    } take: { number, parsed in
      ingest(parsed, of: work[number].file, work[number].text)
    }
  }

  /// The files that a file refers to by name. Reads the file if necessary.
  func links(of file: FileID) -> [Declarations.Link] {
    if linked.files[file].reading == nil { read(file) }
    return linked.files[file].served?.links ?? []
  }

  /// Removes the declarations of removed files that no context expects. Returns whether this makes plans stale: further files may
  /// fit into the limit now.
  func dropGoneFiles(expected: () -> Set<FileID>) -> Bool {
    let valuesBefore = linked.declaredValues
    linked.dropGoneFiles(expected: expected)
    return linked.declaredValues < valuesBefore && readOverLimit()
  }

  /// Reads files again that were held because the bundle had too many values. Returns whether this makes plans out of date.
  private func readOverLimit() -> Bool {
    filesOverLimit.sorted().reduce(false) { readAgain($1) == .all || $0 }
  }

  /// Reads a file that was read before: its changed region, if possible. Returns the plans that this makes out of date.
  private func readAgain(_ file: FileID, _ parsed: ParsedFile? = nil) -> StalePlans {
    if parsed == nil, let stalePlans = readRegion(of: file) { return stalePlans }
    let before = linked.files[file].planned
    read(file, parsed)
    guard linked.files[file].planned == before else { return .all }
    additions.notePlaces(in: file, of: linked)
    return .none
  }

  private func ingest(_ parsed: ParsedFile, of file: FileID, _ text: SourceText) {
    filesOverLimit.remove(file)
    linked.counters.filesParsed += 1
    linked.counters.bytesParsed += text.count
    let syntax = parsed.syntax
    if syntax.isHeld { linked.counters.nodesDiscarded += syntax.tree.nodeCount }
    if isRecognizedByContent { noteClaims(of: file, syntax.tree, isHeld: syntax.isHeld) }
    if syntax.isHeld { return linked.hold(file, syntax.findings, recovered: parsed.declarations) }
    if parsed.declarations.isMisshapen, let past = linked.files[file].past, !past.isMisshapen {
      linked.hold(file, parsed.findings)
      linked.files[file].reading?.isMissing = parsed.declarations.isMissing
      // A new part of a file begins with the past of the file, which may lack the part as well.
      if linked.files[file].served.map({ !$0.isMisshapen }) ?? false { return }
    }
    guard isWithinLimit(parsed.declarations.nodes.count, of: file) else {
      filesOverLimit.insert(file)
      return linked.hold(file, [tooManyValues], recovered: parsed.declarations)
    }
    linked.serve(parsed.declarations, of: file, text, parsed.findings)
  }

  /// Reads the changed id of a file. Returns the plans that this makes out of date; nil if the whole file has to be read.
  private func readRegion(of file: FileID) -> StalePlans? {
    guard let dialect = linked.dialect, linked.files[file].part == nil,
      case .text(let text) = linked.files[file].stored, text.count >= smallestForRegions,
      !isRecognizedByContent || type(of: dialect).isNamedAsOwn(path: linked.files[file].path),
      let region = ParsedRegion(of: file, text.bytes, in: linked, dialect), isWithinLimit(region.valueCount, of: file),
      let changed = linked.resolver.update(
        file, region.entry, region.declarations, moved: region.moved, growth: region.growth)
    else { return nil }
    linked.counters.filesParsed += 1
    linked.counters.bytesParsed += region.byteCount
    linked.serve(region, of: file, text, changed: changed)
    guard region.growth != 0, linked.files[file].served?.outline?.hasInheritance ?? false else {
      return StalePlans.none
    }
    additions.notePlaces(in: file, of: linked)
    return .withFindings
  }

  /// Whether a file may declare this number of values. Fewer values than before are always allowed, so that a bundle can be fixed
  /// after its limit was lowered.
  private func isWithinLimit(_ count: Int, of file: FileID) -> Bool {
    let before = linked.files[file].served?.valueCount ?? 0
    return count == 0 || count < before || linked.declaredValues - before + count <= linked.limits.values
  }

  private var tooManyValues: Finding {
    Finding(
      .limit, "with this file the bundle exceeds its limit of \(linked.limits.values) values",
      help: "raise `values` of `limits` in `\(Manifest.path)`, or divide it into several bundles")
  }
}
