// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import ThemeDialects
package import ThemeModel
import ThemeResolver

/// The interface of the pure half: file contents in; generations, snapshots, deltas and diagnostics out.
///
/// A save is two calls: `apply` links changed files, and `publish` resolves them and makes the next generation. Snapshots are
/// immutable and share their equal parts.
///
/// It has more than 400 lines over its extensions, because it is the one interface for all callers: a short function for each
/// question, over the parts that hold the state.
package final class ThemeEngine {
  package let bundle: String
  let history: GenerationHistory
  let sources: BundleSources
  let recognition: DialectRecognition
  let contexts: ContextTable
  let locator: DiagnosticLocator
  let findings: FindingCollector
  private let judge: FindingJudge
  private let publisher: Publisher

  /// - Parameters:
  ///   - rootFile: the root that the user named instead of a directory, relative to the bundle's root.
  ///   - isStrict: whether a composite design token needs all its parts.
  ///   - generation: the last generation of an earlier daemon.
  ///   - workers: parse many files at once.
  ///   - now: seconds since 1970, for the history.
  package init(
    bundle: String, rootFile: String? = nil, isStrict: Bool = false, generation: Int = 0,
    workers: any Workers = CallingThread(), now: @escaping () -> Int = { 0 }
  ) {
    self.bundle = bundle
    history = GenerationHistory(last: generation, now: now)
    let linked = LinkedFiles(history: history)
    sources = BundleSources(linked: linked, history: history, workers: workers)
    recognition = DialectRecognition(sources: sources, namedRoot: rootFile, isStrict: isStrict)
    contexts = ContextTable(sources: sources, recognition: recognition, history: history)
    locator = DiagnosticLocator(linked)
    findings = FindingCollector(contexts, locator)
    judge = FindingJudge(sources, locator)
    publisher = Publisher(bundle: bundle, contexts, findings, judge, locator)
  }

  // MARK: A save

  /// The consequences of a batch of changes for the program that reads the files.
  package struct Applied: Sendable {
    /// The settings of the manifest for that program, if they have changed.
    package var newSettings: BundleSettings?
  }

  /// Parses and links a batch of changes. Equal bytes stop here. Values are resolved when a publication or a query needs them, so
  /// that several batches of one generation are resolved once.
  @discardableResult package func apply(_ changes: [FileChange]) -> Applied {
    let before = settings
    let effect = sources.apply(changes)
    if effect.isChanged {
      contexts.noteEdit(stalePlans: recognition.choice == nil ? .all : effect.stalePlans)
    } else {
      contexts.ensureRecognized()
    }
    let settings = settings
    return Applied(newSettings: settings == before ? nil : settings)
  }

  /// Resolves the applied changes, and makes the next generation if any open context has other values or diagnostics.
  @discardableResult package func publish() -> Publication { publisher.publish() }

  /// Publishes like `publish()`. If an open context has errors that its published state does not have, publishes nothing and
  /// returns nil: the author's program may be in the middle of a save.
  package func publishUnlessWorse() -> Publication? { publisher.publishUnlessWorse() }

  /// Whether the content of some files is unsaved text. Later snapshots have this as a member.
  package var isUnsaved: Bool {
    get { publisher.isUnsaved }
    set { publisher.isUnsaved = newValue }
  }

  /// Equal snapshots with the present `isUnsaved`, for open contexts whose published snapshots differ in it. To be called after a
  /// publication that made no generation.
  package func relabel() -> [Context: Snapshot] { publisher.relabel() }

  /// The last published generation; 0 before the first.
  package var generation: Int { history.last }

  package var counters: EngineCounters { sources.linked.counters }

  // MARK: Contexts

  /// The last published state in a context. Opens a context that is not open: it is kept up to date from now on.
  @discardableResult package func open(_ context: Context) -> Snapshot { publisher.open(context) }

  /// Closes all contexts but these.
  package func close(contextsExcept used: Set<Context>) { contexts.close(except: used) }

  /// The contexts that the manifest names, in its order.
  package var namedContexts: [NamedContext] { sources.manifest.contexts }

  /// The names of the themes that a context can choose, sorted; empty where themes have no names.
  package var themes: [String] { sources.linked.dialect?.themes(in: PlannedFiles(sources)) ?? [] }

  /// The candidates for the root file of a context, in the order of trial, and the chosen one.
  package func rootCandidates(_ context: Context) -> (tried: [String], taken: String?) {
    contexts.bringUpToDate()
    let plan = contexts.entries[context]?.plan ?? contexts.plan(for: context)
    return (plan.candidates, plan.root)
  }

  // MARK: Checks

  /// The findings in a context, infos and design rules included, without comments and trailing commas in JSON.
  package func check(_ context: Context) -> [Diagnostic] { report(on: .one(context)).usual.diagnostics }

  /// The findings in all contexts of the bundle, each once, and unused suppressions.
  ///
  /// - Parameter isLimited: whether to list only the first findings of each rule in a file, see `FindingList`. What is found while a file
  ///   is read is always limited.
  package func checkEverywhere(isLimited: Bool = true) -> [Diagnostic] {
    var check = bundleCheck
    check.isLimited = isLimited
    return check.report(on: .all).usual.diagnostics
  }

  /// All findings in the checked contexts, of the state after the last `apply`.
  package func report(on checked: CheckedContexts) -> CheckReport { bundleCheck.report(on: checked) }

  var bundleCheck: BundleCheck { BundleCheck(contexts, findings, judge, locator) }

  // MARK: Set at run time

  package var themesInUse: [String] { contexts.themesInUse }
  package var modifications: Modifications { sources.modifications }
  private var runTimeValues: RunTimeValues { RunTimeValues(contexts, findings) }

  /// Chooses the themes of all contexts that name none, in order of precedence; an empty list for the bundle's default.
  package func useThemes(_ names: [String]) throws(ModificationError) {
    try runTimeValues.use(themes: names)
    history.record(.use)
  }

  /// Sets the value of a constant, written as in a theme file; null resets it.
  package func modifyConstant(_ name: String, to value: JSONValue) throws(ModificationError) {
    try runTimeValues.modifyConstant(name, to: value)
    history.record(.set)
  }

  /// Sets the value of a property of a style, written as in a theme file; null resets it.
  ///
  /// - Parameter keyPath: the keys from the style down to the property, joined by `/`, 32 at most; or as the dialect writes
  ///   paths, which may name several properties.
  package func modifyStyle(_ name: String, at keyPath: String, to value: JSONValue) throws(ModificationError) {
    try runTimeValues.modifyStyle(name, at: keyPath, to: value)
    history.record(.set)
  }

  /// Sets whether a modified style keeps the properties that files declare; nil for the dialect's default.
  package func setInheritance(ofStyle name: String, to inherits: Bool?) throws(ModificationError) {
    try runTimeValues.setInheritance(ofStyle: name, to: inherits)
    history.record(.set)
  }

  /// Resets all values set at run time. The choice of themes stays.
  package func resetModifications() {
    runTimeValues.put(Modifications())
    history.record(.set)
  }

  /// Replaces all values set at run time, as those of an earlier daemon. Values of missing ids take effect when the ids are back.
  package func restore(_ modifications: Modifications) { runTimeValues.put(modifications) }

  /// Restores the choice of themes of an earlier daemon. A missing theme is a finding until it is back.
  package func restore(themes: [String]) { contexts.use(themes: themes) }

  // MARK: Last good states

  /// Whether any served state is older than the files.
  package var isHoldingBack: Bool { contexts.isHoldingBack }

  /// The held states of the last publication; nil if there are none.
  package var heldRecord: HeldRecord? { HeldRecorder(contexts).held }

  /// Restores the state of an earlier engine. To be called before the first change.
  package func restore(_ record: HeldRecord) { HeldRecorder(contexts).restore(record) }

  /// Makes the values of a snapshot, in its published form, those of the last generation in a context that is not open yet.
  package func remember(_ snapshot: JSONValue, in context: Context) {
    HeldRecorder(contexts).remember(snapshot, in: context)
  }

  /// Forgets all states that are held: the next publication equals that of a cold resolve.
  package func forgetPast() {
    contexts.forgetPast()
    history.record(.set)
  }

  // MARK: Storage

  /// Frees unused storage of large values and of the history. To be called after a publication; see `Publisher.compact`.
  ///
  /// - Returns: equal snapshots of all open contexts, to replace the earlier ones; nil if nothing was done.
  package func compact() -> [Context: Snapshot]? {
    history.shorten()
    locator.forgetText()
    return publisher.compact()
  }

  /// Bytes of texts that take about ten milliseconds to compress: a turn between other events.
  package static let textsOfTurn = 4 << 20

  /// Compresses the texts of the files. One that is asked for later is decompressed each time, and a file that changes has a plain
  /// text until the next call. Does nothing in a bundle with less than a megabyte of texts. Costs about two milliseconds for each
  /// megabyte, and O(files).
  ///
  /// - Parameter maximum: the bytes after which it ends. A text is compressed as a whole.
  /// - Returns: the bytes of the texts that it looked at; 0 when nothing is left to compress.
  package func compressTexts(atMost maximum: Int = .max) -> Int {
    locator.forgetText()
    return sources.linked.compressTexts(atMost: maximum)
  }

  /// Whether the bundle has a megabyte of texts, from which on they are compressed. Costs O(files).
  package var isLargeEnoughForCompression: Bool { sources.linked.isLargeEnoughForCompression }

  func resolveAnew() -> [Context: Snapshot]? { publisher.resolveAnew() }
}
