// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver
import ThemeSyntax

/// An error without its place in the file.
struct ErrorKey: Hashable {
  private var code: DiagnosticCode
  @Bytewise private var file: String
  @Bytewise private var message: String

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    file = diagnostic.file
    message = diagnostic.message
  }
}

/// The findings of an open context that a snapshot may list, and all errors, before policy and comments are applied.
struct ContextFindings {
  /// Each list that is made has a number of its own. It stays when only places move.
  let number: Int
  fileprivate(set) var diagnostics: [Diagnostic]
  let errorKeys: Set<ErrorKey>
  /// The files in which they have places.
  let files: BytewiseSet

  fileprivate init(number: Int, _ diagnostics: [Diagnostic]) {
    self.number = number
    self.diagnostics = diagnostics
    errorKeys = Set(diagnostics.lazy.filter { $0.severity == .error }.map(ErrorKey.init))
    var files = BytewiseSet(diagnostics.lazy.map(\.file))
    for diagnostic in diagnostics { files.formUnion(diagnostic.related.lazy.map(\.file)) }
    self.files = files
  }
}

/// Collects the findings of a context, before policy and comments are applied.
final class FindingCollector {
  private let table: ContextTable
  private let locator: DiagnosticLocator
  private var sources: BundleSources { table.sources }
  private var linked: LinkedFiles { table.linked }
  /// The last findings of open contexts.
  private var known: [Context: Known] = [:]
  /// The places of names in the manifest, for the version of its content.
  private var places: (version: Int, places: ManifestPlaces)?

  private struct Known {
    /// The revision of the table for which they hold.
    var revision: Int
    /// Nil if they hold for that revision only.
    let basis: Basis?
    /// The texts in which findings have places, other than those of the view and those of files with findings.
    let texts: [FileID: FileTable.Texts]
    /// The number of `LinkedFiles.moves` after which they have these places.
    var moves: Int
    var findings: ContextFindings
  }

  /// What findings are made of.
  private struct Basis: Equatable {
    let plan: Int
    /// See `Resolver.reportNumber`.
    let report: Int
    /// The revision of the files that may have a wanted finding, see `LinkedFiles`.
    let files: Int
  }

  init(_ table: ContextTable, _ locator: DiagnosticLocator) {
    self.table = table
    self.locator = locator
  }

  // MARK: Of an open context

  /// The findings of an open context. Made anew when something changed of what they are made of, and moved when only their places
  /// changed: after an edit of a value without findings.
  func findings(in context: Context) -> ContextFindings {
    table.bringUpToDate()
    // Taken out, so that its findings are moved in place.
    if var known = known.removeValue(forKey: context), known.revision == table.revision || isValid(known, in: context),
      move(&known)
    {
      self.known[context] = known
      return known.findings
    }
    if known.count >= table.entries.count { known = known.filter { table.entries[$0.key] != nil } }
    let resolved = ResolvedContext(context, in: table)
    let held = resolved.map(table.held) ?? []
    let made = made(in: resolved, held)
    known[context] = Known(
      revision: table.revision, basis: basis(of: context), texts: texts(of: resolved, held), moves: linked.moves.count,
      findings: made)
    return made
  }

  /// Gives findings their present places. Returns false if one of them lies in a value that was replaced.
  private func move(_ known: inout Known) -> Bool {
    known.revision = table.revision
    guard known.moves != linked.moves.count else { return true }
    guard let moves = linked.moves(since: known.moves, in: known.findings.files) else { return false }
    known.moves = linked.moves.count
    return MovedDiagnostics.move(&known.findings.diagnostics, by: moves, in: linked.files, locator)
  }

  private func isValid(_ known: Known, in context: Context) -> Bool {
    known.basis != nil && known.basis == basis(of: context)
      && known.texts.allSatisfy { linked.files.texts(of: $0.key) == $0.value }
  }

  /// Nil while the bundle cannot be read, or a context has no root.
  private func basis(of context: Context) -> Basis? {
    guard sources.rootFinding == nil, let open = table.entries[context], let view = table.view(of: context),
      let report = linked.resolver.reportNumber(of: view)
    else { return nil }
    let files = areInfosWanted ? linked.findingsRevision : linked.problemsRevision
    return Basis(plan: open.planNumber, report: report, files: files)
  }

  /// Whether the policy may make an info a finding of a snapshot.
  private var areInfosWanted: Bool { !sources.manifest.policy.rules.isEmpty }

  /// The texts in which findings about the plan, and references to held values, have their places.
  private func texts(of context: ResolvedContext?, _ held: [HeldPart]) -> [FileID: FileTable.Texts] {
    let planned = (context?.plan.findings ?? []).flatMap { [$0.file] + $0.related.map(\.file) }.compactMap(\.self)
    return (planned + held.flatMap(\.origins).map(\.file)).reduce(into: [:]) { $0[$1] = linked.files.texts(of: $1) }
  }

  /// Makes the findings of an open context; none if `context` is nil.
  ///
  /// - Parameter held: the places of the context that keep an earlier value.
  func made(in context: ResolvedContext?, _ held: [HeldPart]) -> ContextFindings {
    linked.counters.findingListsMade += 1
    let number = linked.counters.findingListsMade
    guard let context else { return ContextFindings(number: number, []) }
    let policy = sources.manifest.policy
    let diagnostics = findings(
      in: context, held, among: areInfosWanted ? linked.filesWithFindings : linked.filesWithProblems
    ) {
      // A snapshot counts what it does not list itself.
      ($0.severity > .info || policy.raises($0.code)) && $0.code.isPublished && $0.code != .moreFindings
    }
    return ContextFindings(number: number, diagnostics)
  }

  // MARK: Collecting

  /// The wanted findings of a context. Only these get lines and columns.
  ///
  /// - Parameter files: the files that may have a wanted finding.
  private func findings(
    in context: ResolvedContext, _ held: [HeldPart], among files: Set<FileID>, where isWanted: (Finding) -> Bool
  ) -> [Diagnostic] {
    let origins = origins(of: held)
    let found =
      planFindings(context, heldSince: origins, where: isWanted)
      + heldByPath(fileFindings(of: context, heldSince: origins, among: files, where: isWanted), held)
    let resolved = Self.uncertain(resolvedFindings(context, where: isWanted), beside: found)
    return Consequences(among: naming(held, in: found + resolved)).diagnostics
  }

  /// Marks findings about resolved values as uncertain while some declarations are unknown.
  static func uncertain(_ resolved: [Diagnostic], beside found: [Diagnostic]) -> [Diagnostic] {
    guard found.contains(where: { $0.hidesNames && $0.heldBackSince == nil }) else { return resolved }
    return resolved.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.isUncertain = true
      return diagnostic
    }
  }

  /// Findings about the files that make up the bundle.
  ///
  /// - Parameter origins: the places of declarations that keep an earlier value, each with its last good generation. The tokens that a
  ///   group keeps have theirs at its `$extends`.
  func planFindings(
    _ context: ResolvedContext, heldSince origins: [Location: Int] = [:], where isWanted: (Finding) -> Bool
  ) -> [Diagnostic] {
    let plan = context.plan.findings.filter { isWanted($0) && isAboutContent($0.file) }.map { finding in
      var diagnostic = locator.diagnostic(placedInManifest(finding, context.context))
      if let choice = finding.heldChoice { diagnostic.heldBackSince = table.since(choice) }
      if !origins.isEmpty, let file = finding.file {
        let places = [(file, finding.range)] + finding.related.map { ($0.file ?? file, $0.range) }
        let kept = places.compactMap { file, range in range.flatMap { origins[Location(file: file, range: $0)] } }.max()
        diagnostic.heldBackSince = kept ?? diagnostic.heldBackSince
      }
      if diagnostic.severity == .error, context.plan.load == nil { diagnostic.heldBackSince = context.lastGoodSince }
      return diagnostic
    }
    guard let rootFinding = sources.rootFinding, isWanted(rootFinding) else { return plan }
    var root = locator.diagnostic(rootFinding)
    root.heldBackSince = sources.rootSince
    return plan + [root]
  }

  /// Gives a finding about a name that the bundle lacks its place in the manifest, unless an earlier manifest is in force.
  private func placedInManifest(_ finding: Finding, _ context: Context) -> Finding {
    guard finding.file == nil, let file = linked.files.manifest, linked.files[file].reading?.heldBackSince == nil,
      case .text(let text) = linked.files[file].stored
    else { return finding }
    let version = linked.files[file].contentVersion
    let places =
      self.places.flatMap { $0.version == version ? $0.places : nil } ?? ManifestPlaces(parseJSON(text.bytes).tree)
    self.places = (version, places)
    return places.placed(finding, in: context, of: file)
  }

  /// The declarations that keep an earlier value, by their places in the texts of files, each with its last good generation.
  private func origins(of held: [HeldPart]) -> [Location: Int] {
    var origins: [Location: Int] = [:]
    for part in held {
      for origin in part.origins {
        let place = Location(file: linked.files.fileOfText(of: origin.file), range: origin.range)
        origins[place] = max(origins[place] ?? 0, part.since)
      }
    }
    return origins
  }

  /// Findings of single files. Findings of the manifest and of values set at run time are always included.
  func fileFindings(_ wanted: Set<FileID>, where isWanted: (Finding) -> Bool) -> [Diagnostic] {
    inOrder(linked.filesWithFindings.filter { wanted.contains($0) || linked.files[$0].concernsAll }) { file in
      locator.readings(of: file, where: isWanted)
    }
  }

  /// The findings of files, in the order of their numbers. Those that a file and its parts have in common are listed once.
  private func inOrder(_ files: Set<FileID>, _ readings: (FileID) -> [Diagnostic]) -> [Diagnostic] {
    let found = files.sorted().flatMap(readings)
    let hasParts = files.contains { linked.files[$0].part != nil && !linked.files[$0].isAddition }
    return hasParts ? found.withoutRepetitions : found
  }

  /// Findings of the files of a context, with the last good generation of held declarations.
  private func fileFindings(
    of context: ResolvedContext, heldSince places: [Location: Int], among files: Set<FileID>,
    where isWanted: (Finding) -> Bool
  ) -> [Diagnostic] {
    var origins = places
    for (choice, entries) in context.plan.heldLists {
      for entry in entries { origins[entry] = table.since(choice) }
    }
    let ofContext = files.filter { file in
      // Values set at run time are not read without a dialect.
      context.files.contains(file)
        || linked.files[file].concernsAll && (!linked.files[file].path.isEmpty || context.view != nil)
    }
    return inOrder(ofContext) { file in
      let found = locator.readings(of: file, heldSince: origins, where: isWanted)
      guard let choice = context.plan.unread[file] else { return found }
      return found.map { diagnostic in
        var diagnostic = diagnostic
        if diagnostic.severity == .error { diagnostic.heldBackSince = table.since(choice) }
        return diagnostic
      }
    }
  }

  /// Findings about resolved values.
  func resolvedFindings(_ context: ResolvedContext, where isWanted: (Finding) -> Bool) -> [Diagnostic] {
    guard let view = context.view else { return [] }
    let found = linked.resolver.findings(of: view)
    // Most bundles have no findings, and each save comes here.
    guard !found.isEmpty else { return [] }
    let recovered = recoveredIDs(context.files)
    let wanted = found.indices.filter { index in
      isWanted(found[index]) && !recovered.contains(found[index].missing?.name ?? "")
        && isAboutContent(found[index].file)
    }
    // The locator reads a value once for all parts of it, if they come one after the other.
    return found.inPlaceOrder(wanted).map { index in
      var diagnostic = locator.diagnostic(found[index])
      diagnostic.heldBackSince = found[index].held.map { table.since($0, in: context.key) }.max()
      diagnostic.hidesDeclarations = false
      return diagnostic
    }
  }

  /// Whether findings about the declarations of a file are about its content. Not while the file is held: the finding that says so is
  /// the one to fix, and an editor shows different text at the places of the others.
  private func isAboutContent(_ file: FileID?) -> Bool {
    guard let file, file != FileTable.modifications else { return true }
    return linked.files[linked.files.fileOfText(of: file)].reading?.heldBackSince == nil
  }

  /// Marks findings without a place, as in binary property lists, by the ids and keys of the held places.
  private func heldByPath(_ found: [Diagnostic], _ held: [HeldPart]) -> [Diagnostic] {
    guard !held.isEmpty, found.contains(where: { $0.range == nil }) else { return found }
    var since: BytewiseDictionary<Int> = [:]
    for part in held { since[part.place.path.dropFirst().map(Path.escape).joined(separator: "/")] = part.since }
    return found.map { diagnostic in
      guard diagnostic.range == nil, diagnostic.severity == .error, let id = diagnostic.id else { return diagnostic }
      var keys = [id] + (diagnostic.path.map { Path.segments(of: $0) } ?? [])
      var diagnostic = diagnostic
      // A list or a font is held as a whole.
      while diagnostic.heldBackSince == nil, !keys.isEmpty {
        diagnostic.heldBackSince = since[keys.map(Path.escape).joined(separator: "/")]
        keys.removeLast()
      }
      return diagnostic
    }
  }

  /// The ids of files that were never readable: the findings of these files are the reason for missing ids.
  private func recoveredIDs(_ planFiles: Set<FileID>) -> BytewiseSet {
    linked.filesWithFindings.filter(planFiles.contains).reduce(into: []) { ids, file in
      ids.formUnion(linked.files[file].reading?.recoveredIDs ?? [])
    }
  }

  /// The maximum number of places of one finding.
  private static let maximumRelated = 16

  /// Adds held places to the finding about the id that they refer to and that has no value.
  private func naming(_ held: [HeldPart], in diagnostics: [Diagnostic]) -> [Diagnostic] {
    let parts = held.filter { $0.target != nil }.sorted { $0.place.path.precedesBytewise($1.place.path) }
    guard !parts.isEmpty else { return diagnostics }
    var diagnostics = diagnostics.inListOrder
    var errors: BytewiseDictionary<Int> = [:]
    for (index, diagnostic) in diagnostics.enumerated().reversed() where diagnostic.severity == .error {
      if let id = diagnostic.id { errors[id] = index }
    }
    for part in parts {
      guard let index = part.target.flatMap({ errors[$0] }) else { continue }
      diagnostics[index].heldBackSince = max(diagnostics[index].heldBackSince ?? 0, part.since)
      guard diagnostics[index].related.count < Self.maximumRelated, let origin = part.origins.first else { continue }
      let path = part.place.path.map(Path.escape).joined(separator: "/")
      let message = "`\(path)` keeps the value of generation \(part.since)"
      diagnostics[index].related.append(
        locator.related(.init(message: message, file: origin.file, range: origin.range)))
    }
    return diagnostics
  }
}

extension [Finding] {
  /// The numbers of findings in the order of their places: most lists need no other order.
  fileprivate func inPlaceOrder(_ numbers: [Int]) -> [Int] {
    numbers.map { (number: $0, file: self[$0].file?.index ?? -1, start: self[$0].range?.start ?? 0) }
      .sorted { ($0.file, $0.start) < ($1.file, $1.start) }
      .map(\.number)
  }
}

extension [Diagnostic] {
  /// Each finding once, held if one of its repetitions is.
  fileprivate var withoutRepetitions: Self {
    var kept: Self = []
    var places: [Diagnostic: Int] = [:]
    for diagnostic in self {
      var unheld = diagnostic
      unheld.heldBackSince = nil
      if let place = places[unheld] {
        kept[place].heldBackSince = [kept[place].heldBackSince, diagnostic.heldBackSince].compactMap(\.self).max()
      } else {
        places[unheld] = kept.count
        kept.append(diagnostic)
      }
    }
    return kept
  }
}
