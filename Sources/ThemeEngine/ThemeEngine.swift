// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
package import ThemeModel
import ThemeResolver
import ThemeSyntax

/// What became of one file of a bundle.
package struct FileChange: Sendable {
  package enum Content: Sendable {
    case bytes([UInt8])
    /// There is no such file (any more).
    case gone
    /// There is one, and it cannot be had: why, as `LV0009`, `LV0010` or `LV0011`.
    case unreadable(Finding)
  }

  /// Relative to the bundle's root, segments joined by `/`.
  package var path: String
  package var content: Content

  package init(path: String, content: Content) {
    self.path = path
    self.content = content
  }
}

/// The one face of the pure half: file contents in; generations, snapshots, deltas and diagnostics out.
///
/// `apply` takes what changed on disk; nothing is visible until `publish`, which makes it the next generation. Snapshots
/// are immutable and share what did not change.
package final class ThemeEngine {
  package let bundle: String
  /// The generation that was published last; 0 before the first.
  package private(set) var generation: Int

  /// Work done since the engine was made; only ever grows.
  package struct Counters: Sendable, Hashable {
    package var filesParsed = 0
    package var declarationsChanged = 0
    package var valuesResolved = 0
  }

  package private(set) var counters = Counters()

  private let namedRoot: String?
  private var files = FileTable()
  private var manifest = Manifest()
  private var knownDialect = Redbeard()
  private var resolver: Resolver
  private var renderer = Renderer()
  private var contexts: [Context: OpenContext] = [:]
  private var views: [ViewKey: ViewID] = [:]
  private var pendingCauses: [(file: FileID, place: ByteRange?)] = []
  private var causes = CauseHistory()
  /// Files whose reading found something.
  private var filesWithFindings: Set<FileID> = []
  private var hasUnpublishedChanges = false
  private var restarts = 0

  /// Contexts with one root and the same active suffixes mean the same.
  private struct ViewKey: Hashable {
    var root: String
    var activeSuffixes: [String]
  }

  private struct OpenContext {
    var plan: Plan
    var planFiles: Set<FileID>
    /// The view that serves it; nil while there was never a root for it.
    var view: ViewKey?
    /// What is served instead of the view while there is no root any more.
    var lastGood: ResolvedState?
    var published: Snapshot?
  }

  /// - Parameters:
  ///   - rootFile: the root that the user named instead of a directory, relative to the bundle's root.
  ///   - generation: where counting goes on, for a daemon that ran before.
  package init(bundle: String, rootFile: String? = nil, generation: Int = 0) {
    self.bundle = bundle
    namedRoot = rootFile
    self.generation = generation
    resolver = Resolver(rules: knownDialect.rules, suffixes: knownDialect.suffixes)
  }

  // MARK: Changes

  /// Takes over a batch of changes. Equal bytes stop here.
  package func apply(_ changes: [FileChange]) {
    var isPlanStale = false
    for change in changes {
      guard let (file, isListingChanged) = files.set(change.path, change.content) else { continue }
      isPlanStale = isPlanStale || isListingChanged
      hasUnpublishedChanges = true
      if change.path == Manifest.path {
        readManifest(file)
        isPlanStale = true
        continue
      }
      guard files[file].reading != nil || files[file].served != nil else { continue }
      let links = files[file].served?.links
      read(file)
      isPlanStale = isPlanStale || files[file].served?.links != links
    }
    update(replanning: isPlanStale ? Array(contexts.keys) : [])
  }

  /// Takes over the manifest. One that cannot be read leaves the last good one; another one starts the resolver anew, since
  /// suffixes and excluded files are known to it from the beginning.
  private func readManifest(_ file: FileID) {
    renderer.forget(file)
    var new = Manifest()
    files[file].reading = .init(findings: [])
    switch files[file].content {
    case .gone: break
    case .unreadable(let finding):
      files[file].reading = .init(findings: [finding])
      new = manifest
    case .bytes(let bytes):
      let (tree, findings) = parseJSON(bytes)
      let read = ManifestReader.read(tree)
      let isHeld = findings.contains(where: \.code.holdsBack)
      files[file].reading = .init(findings: isHeld ? findings : findings + read.findings)
      new = isHeld ? manifest : read.manifest
    }
    if files[file].reading?.findings.isEmpty ?? true {
      filesWithFindings.remove(file)
    } else {
      filesWithFindings.insert(file)
    }
    guard new != manifest else { return }
    manifest = new
    files.exclude(manifest.excludes)
    knownDialect = manifest.suffixes.map { Redbeard(suffixesByDevice: $0) } ?? Redbeard()
    restart()
  }

  /// Reads and resolves everything anew, since another manifest changes how. What is held back stays so.
  private func restart() {
    for context in contexts.keys {
      let state = state(context)
      contexts[context]?.lastGood = state
      contexts[context]?.view = nil
    }
    restarts += 1
    resolver = Resolver(rules: knownDialect.rules, suffixes: knownDialect.suffixes, identity: restarts + 1)
    views = [:]
    for file in files.all where files[file].path != Manifest.path {
      if let served = files[file].served, files[file].reading?.heldBackSince != nil {
        let declarations = knownDialect.declarations(of: parseJSON(served.bytes).tree, path: files[file].path)
        _ = resolver.update(file, declarations)
      } else {
        files[file].reading = nil
        files[file].served = nil
        filesWithFindings.remove(file)
      }
    }
  }

  /// The root file that is fixed, whatever the context.
  private var fixedRoot: String? { namedRoot ?? manifest.root }

  private var isRecognized: Bool { fixedRoot != nil || manifest.dialect != nil || Redbeard.recognizes(files) }

  /// Parses a file's content and hands what it declares to the resolver; what cannot be read leaves the last good state.
  private func read(_ file: FileID) {
    renderer.forget(file)
    defer {
      if files[file].reading?.findings.isEmpty ?? true {
        filesWithFindings.remove(file)
      } else {
        filesWithFindings.insert(file)
      }
    }
    switch files[file].content {
    case .gone:
      files[file].reading = nil
      serve(nil, of: file, [])
    case .unreadable(let finding): hold(file, [finding])
    case .bytes(let bytes):
      counters.filesParsed += 1
      let (tree, findings) = parseJSON(bytes)
      if findings.contains(where: \.code.holdsBack) { return hold(file, findings) }
      let declarations = knownDialect.declarations(of: tree, path: files[file].path)
      files[file].reading = .init(findings: findings + declarations.findings)
      serve(declarations, of: file, bytes)
    }
  }

  private func serve(_ declarations: Declarations?, of file: FileID, _ bytes: [UInt8]) {
    if files[file].served?.links != declarations?.links, files[file].served != nil {
      pendingCauses.append((file, nil))
    }
    files[file].served = declarations.map { .init(bytes: bytes, links: $0.links) }
    let changed = resolver.update(file, declarations)
    counters.declarationsChanged += changed.count
    pendingCauses += changed.map { (file, $0) }
  }

  private func hold(_ file: FileID, _ findings: [Finding]) {
    let since = files[file].served == nil ? nil : files[file].reading?.heldBackSince ?? generation
    files[file].reading = .init(findings: findings, heldBackSince: since)
  }

  // MARK: Contexts

  /// Plans contexts anew and brings all views up to date.
  private func update(replanning stale: [Context]) {
    for context in stale { replan(context) }
    let used = Set(contexts.values.compactMap(\.view))
    for (key, view) in views where !used.contains(key) {
      resolver.close(view)
      views[key] = nil
    }
    counters.valuesResolved += resolver.resolve()
  }

  private func open(_ context: Context) {
    guard contexts[context] == nil else { return }
    // What is read for the first time is no edit.
    let causes = pendingCauses
    update(replanning: [context])
    pendingCauses = causes
  }

  private func replan(_ context: Context) {
    let plan = plan(for: context)
    var open = contexts[context] ?? OpenContext(plan: plan, planFiles: [])
    open.plan = plan
    open.planFiles = Set(plan.files)
    if let load = plan.load {
      let key = ViewKey(root: plan.root ?? "", activeSuffixes: load.activeSuffixes)
      for file in load.files where files[file].reading == nil { read(file) }
      if let view = views[key] {
        resolver.setPlan(load, of: view)
      } else {
        views[key] = resolver.open(load)
      }
      open.view = key
      open.lastGood = nil
    } else if open.lastGood == nil, let view = open.view.flatMap({ views[$0] }) {
      open.lastGood = resolver.state(of: view)
    }
    contexts[context] = open
  }

  private func plan(for context: Context) -> Plan {
    guard isRecognized else {
      let seen = files.paths.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
      let finding = Finding(
        .unknownDialect, "this is no theme bundle: there is no root file `theme.inc.json`",
        help: seen.isEmpty ? "there is no theme file in it" : "what was seen: \(seen)")
      return Plan(load: nil, findings: [finding])
    }
    return knownDialect.plan(for: context, root: fixedRoot, in: files, links: links)
  }

  /// What a file asks for by name; reads it when nobody did yet.
  private func links(of file: FileID) -> [Declarations.Link] {
    if files[file].reading == nil { read(file) }
    return files[file].served?.links ?? []
  }

  /// The last published state in a context. The first call for a context opens it: from then on it is kept up to date.
  package func snapshot(for context: Context) -> Snapshot {
    if let published = contexts[context]?.published, published.generation == generation { return published }
    open(context)
    let snapshot = contexts[context]?.published.map { current(context, diagnostics: $0.diagnostics, state: $0.state) }
    let result = snapshot ?? current(context, diagnostics: publishedDiagnostics(context), state: state(context))
    contexts[context]?.published = result
    return result
  }

  /// Lets go of the contexts that are not in use.
  package func close(contextsExcept used: Set<Context>) {
    contexts = contexts.filter { used.contains($0.key) }
    update(replanning: [])
  }

  private func state(_ context: Context) -> ResolvedState {
    guard let open = contexts[context] else { preconditionFailure("the context is open") }
    return open.lastGood ?? open.view.flatMap { views[$0] }.map { resolver.state(of: $0) } ?? ResolvedState()
  }

  private func current(_ context: Context, diagnostics: [Diagnostic], state: ResolvedState) -> Snapshot {
    Snapshot(
      bundle: bundle, dialect: dialect ?? "", context: context, generation: generation, digest: state.digest,
      diagnostics: diagnostics, state: state, causes: causes)
  }

  // MARK: Publication

  /// Whether the state that waits to be published has errors that the published one has not: a reason to give the author's
  /// program a moment to finish what it is doing.
  package var isWorseThanPublished: Bool {
    contexts.contains { context, open in
      let known = Set((open.published?.diagnostics ?? []).filter { $0.severity == .error }.map(Trouble.init))
      return publishedDiagnostics(context).contains { $0.severity == .error && !known.contains(Trouble($0)) }
    }
  }

  /// An error wherever it moved to within its file.
  private struct Trouble: Hashable {
    var code: DiagnosticCode
    var file: String
    var message: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      file = diagnostic.file
      message = diagnostic.message
    }
  }

  /// Makes the state that waits the next generation. False when it says nothing new in any open context; while none is
  /// open, every change is news.
  package func publish() -> Bool {
    let next = contexts.keys.map { (context: $0, state: state($0), diagnostics: publishedDiagnostics($0)) }
    let isNews =
      next.isEmpty
      ? hasUnpublishedChanges
      : next.contains { next in
        guard let published = contexts[next.context]?.published else { return true }
        return published.digest != next.state.digest || published.diagnostics != next.diagnostics
      }
    let causes = pendingCauses
    pendingCauses = []
    hasUnpublishedChanges = false
    guard isNews else { return false }
    generation += 1
    self.causes.record(causes.prefix(64).map { renderer.cause($0.file, $0.place, in: files) }, generation: generation)
    for (context, state, diagnostics) in next {
      contexts[context]?.published = current(context, diagnostics: diagnostics, state: state)
    }
    return true
  }

  private func publishedDiagnostics(_ context: Context) -> [Diagnostic] {
    diagnostics(context).filter { $0.code.isPublished && $0.severity > .info }
  }

  private func diagnostics(_ context: Context) -> [Diagnostic] {
    guard let open = contexts[context] else { return [] }
    var result = open.plan.findings.map { renderer.diagnostic($0, in: files) }
    for file in filesWithFindings where open.planFiles.contains(file) || files[file].path == Manifest.path {
      result += renderer.readings(of: file, in: files)
    }
    if open.lastGood == nil, let view = open.view.flatMap({ views[$0] }) {
      result += resolver.findings(of: view).map { renderer.diagnostic($0, in: files) }
    }
    return result.sorted(by: Diagnostic.precedes)
  }

  // MARK: Questions

  /// Everything that is found in a context, infos and design rules included, of the state that `apply` reached.
  package func check(_ context: Context) -> [Diagnostic] {
    open(context)
    let survey = knownDialect.survey(files, links: links).map { renderer.diagnostic($0, in: files) }
    return (diagnostics(context) + survey).sorted(by: Diagnostic.precedes)
  }

  /// The number of files that the engine knows.
  package var fileCount: Int { files.count }

  /// The dialect that the bundle is written in, when it could be told: `redbeard`.
  package var dialect: String? {
    isRecognized ? Redbeard.name : nil
  }

  /// The candidates for the root file of a context, in the order tried, and the one that was taken.
  package func rootCandidates(_ context: Context) -> (tried: [String], taken: String?) {
    let plan = contexts[context]?.plan ?? plan(for: context)
    return (plan.candidates, plan.root)
  }

  /// The bytes of a file that a diagnostic points into.
  package func source(of path: String) -> [UInt8]? {
    guard let file = files.file(at: path), case .bytes(let bytes) = files[file].content else { return nil }
    return bytes
  }
}
