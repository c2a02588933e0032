// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import TextCompression
import ThemeDialects
import ThemeModel
import ThemeResolver
import ThemeSyntax

/// The files of a bundle with their linked declarations: those of the content, or of the last good state if the content is
/// invalid.
final class LinkedFiles {
  private let history: GenerationHistory
  var files = FileTable()
  /// Nil before the dialect is recognised for the first time.
  private(set) var dialect: (any Dialect)?
  /// The limits for reading files, from the manifest at the last recognition.
  private(set) var limits = BundleLimits()
  var resolver = Resolver(rules: Rules(), suffixes: [])
  var counters = EngineCounters()

  private(set) var filesWithFindings: Set<FileID> = []
  /// The files with a finding above an info.
  private(set) var filesWithProblems: Set<FileID> = []
  /// Grows with each change of a file that has findings, or had some.
  private(set) var findingsRevision = 0
  /// Grows with each change of a file that has a finding above an info, or had one. Comments in JSON are infos.
  private(set) var problemsRevision = 0
  /// Files with a served state of an earlier generation.
  private(set) var heldFiles: Set<FileID> = []
  /// Files with a held state of an earlier engine that were not read since: no open context has them.
  private(set) var unreadHeldFiles: Set<FileID> = []
  /// Removed files whose declarations are still linked.
  private(set) var goneFiles: Set<FileID> = []
  /// Files whose declarations changed since the last generation.
  private var unpublishedFiles: Set<FileID> = []
  private var lastVersion = 0
  /// Declarations that changed since the last publication. A nil place means the whole file.
  private var pendingCauses: [(file: FileID, place: ByteRange?)] = []
  /// The values that were replaced without reading their files anew.
  private(set) var moves = TextMoves()
  /// Values that the linked states of all files declare.
  private(set) var declaredValues = 0
  private var restarts = 0
  /// The number of slots of a view up to which free slots are kept, see `Publisher.compact`.
  var smallSlots = ResolverLimits().smallSlots
  /// The bytes of all texts from which on they are compressed. In a smaller bundle it would save little.
  var smallestForCompression = 1 << 20
  /// Texts of fewer bytes stay plain.
  var smallestTextForCompression = 256
  /// That of the texts that are compressed.
  weak var dictionary: TextDictionary?

  /// The maximum number of declarations that are remembered as causes of a generation.
  private static let maximumCauses = 64

  init(history: GenerationHistory) { self.history = history }

  /// Drops all declarations, to read them again with a new dialect or new settings. Held files keep their last good generations.
  /// The resolver is new, so that views have to be opened again.
  func restart(_ dialect: some Dialect, _ limits: BundleLimits) {
    self.dialect = dialect
    self.limits = limits
    restarts += 1
    var resolverLimits = limits.ofResolver
    resolverLimits.smallSlots = smallSlots
    resolver = Resolver(
      rules: dialect.rules, suffixes: dialect.suffixes, limits: resolverLimits, identity: restarts + 1)
    declaredValues = 0
    for file in files.all where files[file].path != Manifest.path && file != FileTable.modifications {
      files[file].served = nil
      guard files[file].reading?.heldBackSince == nil else { continue }
      files[file].reading = nil
      noteFindings(of: file)
    }
  }

  // MARK: Linking

  /// Records the result of reading a file, and links its declarations.
  func serve(_ declarations: Declarations, of file: FileID, _ text: SourceText, _ findings: [Finding]) {
    files[file].reading = .init(findings: findings, isMissing: declarations.isMissing)
    link(declarations, of: file, text)
    noteFindings(of: file)
  }

  /// Records a change of one id of a file. The resolver has its declarations already.
  func serve(_ region: ParsedRegion, of file: FileID, _ text: SourceText, changed: [ByteRange?]) {
    var served = files[file].served
    declaredValues += region.valueCount - (served?.valueCount ?? 0)
    served?.text = text
    served?.valueCount = region.valueCount
    served?.version = nextVersion(of: file)
    files[file].served = served
    files[file].reading = .init(findings: region.findings)
    if region.growth != 0 { moveInheritance(of: file, from: region.entry.range.end, by: region.growth) }
    moves.add(
      TextMove(
        file: file, value: region.entry.range, growth: region.growth, keepsPositions: region.keepsPositions))
    noteTextChange(of: file)
    note(changed, in: file)
    if !region.hasFindingsOfBefore { noteFindings(of: file) }
  }

  /// The moves after the first `number` in these files; nil if they are not kept any more.
  func moves(since number: Int, in paths: BytewiseSet) -> [TextMove]? {
    moves.since(number)?.filter { paths.contains(files[$0.file].path) }
  }

  /// Moves the places of inheritance in a file: those of its outline, and those of inherited tokens.
  private func moveInheritance(of file: FileID, from offset: UInt32, by growth: Int) {
    guard files[file].served?.outline?.hasInheritance ?? false else { return }
    files[file].served?.movePlaces(from: offset, by: growth)
    for addition in files.additions(of: file) { resolver.movePlaces(in: addition, from: offset, by: growth) }
  }

  /// Records that the text changed in which additions have their places.
  private func noteTextChange(of home: FileID) {
    for addition in files.additions(of: home) { resolver.noteTextChange(of: addition) }
  }

  /// Records that a file is gone. Its declarations of the last generation stay until `dropGoneFiles`.
  func serveGone(_ file: FileID) {
    files[file].reading = nil
    linkPast(of: file)
    goneFiles.insert(file)
    unreadHeldFiles.remove(file)
    noteFindings(of: file)
  }

  /// Keeps the declarations that a file had in the last generation.
  func hold(_ file: FileID, _ findings: [Finding], recovered declarations: Declarations = Declarations()) {
    var reading = FileTable.Reading(findings: findings)
    linkPast(of: file)
    if files[file].served != nil {
      reading.heldBackSince = heldSince(file)
    } else {
      reading.recoveredIDs = declarations.entries.map(declarations.name)
    }
    files[file].reading = reading
    noteFindings(of: file)
  }

  /// Records the manifest, which has no declarations. Returns the manifest in force: that of the last generation while the file
  /// is unreadable.
  func serve(_ content: ManifestContent, of file: FileID) -> Manifest {
    let since = heldSince(file)
    files[file].reading = .init(findings: content.findings)
    files[file].served = nil
    defer {
      unpublishedFiles.insert(file)
      noteFindings(of: file)
    }
    if content.isHeld {
      guard let past = files[file].past else { return content.manifest }
      files[file].reading?.heldBackSince = since
      files[file].served = .init(past.text, Declarations(), version: past.version)
      return ManifestContent(.bytes(past.text.bytes)).manifest
    }
    if case .text(let text) = files[file].stored {
      files[file].served = .init(text, Declarations(), version: nextVersion(of: file))
    }
    return content.manifest
  }

  /// Links the values that are set at run time.
  func serve(_ declared: ModificationEdit.Declared) {
    let file = FileTable.modifications
    switch declared {
    case .all(let declarations):
      files[file].reading = declarations.map { .init(findings: $0.findings) }
      noteFindings(of: file)
      counters.valuesSet += declarations?.nodes.count ?? 0
      counters.declarationsChanged += resolver.update(file, declarations).count
    case .one(let name, let space, let declarations):
      counters.valuesSet += declarations.nodes.count
      counters.declarationsChanged += resolver.update(file, name, in: space, to: declarations).count
    }
  }

  /// Whether an addition of equal declarations, apart from places, has these places and findings.
  func isServed(_ declarations: Declarations, of addition: FileID) -> Bool {
    files[addition].served != nil && files[addition].reading?.findings == declarations.findings
      && resolver.hasPlaces(of: declarations, in: addition)
  }

  /// Removes the declarations of an addition that no plan uses any more.
  func forgetAddition(_ file: FileID) {
    files[file].reading = nil
    link(nil, of: file)
    noteFindings(of: file)
  }

  /// Removes the declarations of removed files that no context expects.
  func dropGoneFiles(expected: () -> Set<FileID>) {
    guard !goneFiles.isEmpty else { return }
    let expected = expected()
    for file in goneFiles where !files[file].exists && !expected.contains(file) { link(nil, of: file) }
    goneFiles = goneFiles.filter { !files[$0].exists && expected.contains($0) }
  }

  private func link(_ declarations: Declarations?, of file: FileID, _ text: SourceText = SourceText([])) {
    if files[file].served?.links != declarations?.links, files[file].served != nil { noteCauses([nil], in: file) }
    declaredValues += (declarations?.nodes.count ?? 0) - (files[file].served?.valueCount ?? 0)
    counters.valuesTaken += (declarations?.nodes.count ?? 0) + (files[file].served?.valueCount ?? 0)
    let version = nextVersion(of: file)
    files[file].served = declarations.map { .init(text, $0, version: version) }
    note(resolver.update(file, declarations), in: file)
    noteTextChange(of: file)
  }

  /// Links the declarations that a file had in the last generation; none for a file that was missing then.
  private func linkPast(of file: FileID) {
    guard let dialect, files[file].past?.version != files[file].served?.version else { return }
    guard let past = files[file].past else { return link(nil, of: file) }
    let (tree, path) = (tree(of: past, file), files[file].path)
    let declarations =
      files[file].part.map { dialect.declarations(of: tree, path: path, part: $0.1) }
      ?? dialect.declarations(of: tree, path: path)
    link(declarations, of: file, past.text)
    files[file].served?.version = past.version
  }

  private func note(_ changed: [ByteRange?], in file: FileID) {
    counters.declarationsChanged += changed.count
    noteCauses(changed, in: file)
  }

  private func noteCauses(_ places: [ByteRange?], in file: FileID) {
    for place in places.prefix(Self.maximumCauses - pendingCauses.count) { pendingCauses.append((file, place)) }
  }

  private func noteFindings(of file: FileID) {
    let reading = files[file].reading
    let findings = reading?.findings ?? []
    let hasProblem = findings.contains { $0.severity > .info }
    if !findings.isEmpty || filesWithFindings.contains(file) { findingsRevision += 1 }
    if hasProblem || filesWithProblems.contains(file) { problemsRevision += 1 }
    filesWithFindings.set(file, isMember: !findings.isEmpty)
    filesWithProblems.set(file, isMember: hasProblem)
    heldFiles.set(file, isMember: reading?.heldBackSince != nil)
    if reading != nil { unreadHeldFiles.remove(file) }
  }

  private func heldSince(_ file: FileID) -> Int {
    files[file].reading?.heldBackSince ?? files[file].past?.heldSince ?? history.last
  }

  private func nextVersion(of file: FileID) -> Int {
    lastVersion += 1
    unpublishedFiles.insert(file)
    return lastVersion
  }

  // MARK: Publication and past

  /// Returns and clears the changed declarations since the last publication, its causes.
  func consumeCauses() -> [(file: FileID, place: ByteRange?)] {
    defer { pendingCauses = [] }
    return pendingCauses
  }

  /// Runs a closure that may read files for the first time. That does not count as an edit.
  func withoutCauses(_ body: () -> Void) {
    let causes = pendingCauses
    body()
    pendingCauses = causes
  }

  /// Makes the linked states of all files their last good states.
  func becomePast() {
    for file in unpublishedFiles { files[file].becomePast() }
    unpublishedFiles = []
  }

  /// Replaces the past of a file, until the next publication.
  func setPast(_ past: FileTable.Past?, of file: FileID) {
    files[file].past = past
    unpublishedFiles.insert(file)
    if heldFiles.contains(file) { linkPast(of: file) }
  }

  /// Makes the linked states of files without a past their last good states.
  func becomeFirstPast(of wanted: some Sequence<FileID>) {
    for file in wanted where files[file].past == nil { files[file].becomePast() }
  }

  /// Forgets all earlier states. The dialect has to be recognised again.
  func forgetPast() {
    files.forgetPast()
    heldFiles = []
    unreadHeldFiles = []
    goneFiles = []
    unpublishedFiles = []
  }

  /// Restores the pasts of files from an earlier engine.
  func restore(_ recorded: [HeldRecord.File]) {
    for file in recorded {
      let base = files.number(of: file.path)
      let number = file.part.map { files.number(of: $0, in: base) } ?? base
      lastVersion += 1
      files[number].past = .init(
        text: SourceText(file.bytes), version: lastVersion, isMisshapen: file.isMisshapen, heldSince: file.since)
      if file.since != nil { unreadHeldFiles.insert(number) }
    }
  }

  // MARK: Looks at a file

  /// Parses a file without linking it.
  func parse(_ bytes: [UInt8], path: String, _ limits: SyntaxLimits) -> (tree: SourceTree, findings: [Finding]) {
    let parsed = parseThemeFile(bytes, path: path, limits: limits)
    counters.nodesDiscarded += parsed.tree.nodeCount
    return parsed
  }

  func tree(of past: FileTable.Past, _ file: FileID) -> SourceTree {
    parse(past.text.bytes, path: files[file].path, BundleLimits.ceiling.ofSyntax).tree
  }
}

extension Set {
  fileprivate mutating func set(_ element: Element, isMember: Bool) {
    if isMember { insert(element) } else { remove(element) }
  }
}
