// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// What fails keeps its last good state: files and lists of files here, values in the resolver's views (`Past`).
extension ThemeEngine {
  /// Something that is held in a context.
  struct HeldPart {
    var place: HeldPlace
    /// The last generation in which it was good.
    var since: Int
    /// Where the declarations stand that are wrong.
    var origins: [Location]
    /// The id that the place refers to and that has no value.
    var target: String?
  }

  /// Whether something is served that is older than the files.
  package var isHoldingBack: Bool {
    bringUpToDate()
    return !heldFiles.isEmpty || rootFinding != nil || !resolver.heldCounts.isEmpty || !holds.places.isEmpty
      || contexts.values.contains { !$0.plan.heldChoices.isEmpty || $0.lastGood != nil }
  }

  // MARK: Publication

  /// Makes what is published now the past of what comes: what files declare, what choices led to, what views came to.
  func becomePast() {
    for file in holds.unpublishedFiles {
      files[file].past = files[file].served.map(FileTable.Past.init)
    }
    holds.unpublishedFiles = []
    if arePlansNew { becomePastChoices() }
    arePlansNew = false
    for context in contexts.keys { becomePast(in: context) }
  }

  private func becomePastChoices() {
    var made: [FileChoice: [FileID]] = [:]
    var held: [FileChoice: Int] = [:]
    for open in contexts.values {
      made.merge(open.plan.choices) { $1 }
      for choice in open.plan.heldChoices { held[choice] = holds.choices[choice] ?? generation }
    }
    // What is held for a context that nobody is in any more stays for whoever comes back.
    for (choice, since) in holds.choices where made[choice] == nil {
      held[choice] = since
      made[choice] = files.lastChoices[choice]
    }
    files.lastChoices = made
    holds.choices = held
  }

  /// Makes what a context that is opened for the first time comes to the past of what comes.
  func becomeFirstPast(in context: Context) {
    guard let open = contexts[context] else { return }
    for file in open.planFiles where files[file].past == nil {
      files[file].past = files[file].served.map(FileTable.Past.init)
    }
    files.lastChoices.merge(open.plan.choices) { last, _ in last }
    becomePast(in: context)
  }

  /// Makes what a context comes to the past of its meaning.
  func becomePast(in context: Context) {
    guard let open = contexts[context], open.lastGood == nil, let key = open.view, let view = views[key] else { return }
    resolver.publish(view)
    guard isHolding(view) else {
      if !holds.places.isEmpty { holds.places[key] = nil }
      return
    }
    let known = holds.places[key] ?? [:]
    holds.places[key] = resolver.held(in: view).reduce(into: [:]) { $0[$1.place] = known[$1.place] ?? generation }
  }

  /// Keeps what the view of a meaning that nobody is in any more holds, for whoever comes back.
  func keepHolds(of key: ViewKey, _ view: ViewID) {
    guard isHolding(view) else {
      holds.places[key] = nil
      return
    }
    let recorded = resolver.recorded(view, isWhole: false)
    holds.keep(recorded.map { Past(values: $0.values, unheld: $0.unheld) }, of: key)
  }

  // MARK: What is held

  private func isHolding(_ view: ViewID) -> Bool {
    !resolver.heldCounts.isEmpty && resolver.heldCounts[view] != nil
  }

  /// How many files, choices of files, parents and places keep an earlier state in a context.
  func heldCount(_ context: Context) -> Int {
    guard let open = contexts[context] else { return 0 }
    let files = heldFiles.count { open.planFiles.contains($0) || self.files[$0].concernsAll }
    var places = 0
    if open.lastGood == nil, !resolver.heldCounts.isEmpty, let view = open.view.flatMap({ views[$0] }) {
      places = resolver.heldCounts[view] ?? 0
    }
    return files + open.plan.heldChoices.count + places
      + (open.lastGood == nil ? 0 : 1) + (rootFinding == nil ? 0 : 1)
  }

  func held(in meaning: Meaning) -> [HeldPart] {
    guard let view = meaning.view, isHolding(view) else { return [] }
    return resolver.held(in: view).map { held in
      HeldPart(
        place: held.place, since: since(held.place, in: meaning.key), origins: held.origins, target: held.target)
    }
  }

  /// The last generation in which a place was good.
  func since(_ place: HeldPlace, in key: ViewKey?) -> Int {
    key.flatMap { holds.places[$0]?[place] } ?? holds.rememberedGeneration ?? generation
  }

  /// Places that one finding names at the most.
  private static let maximumRelated = 16

  /// Names places that are held because what they refer to has no value, in the finding of that.
  func naming(_ held: [HeldPart], in diagnostics: [Diagnostic]) -> [Diagnostic] {
    let parts = held.filter { $0.target != nil }.sorted { $0.place.path.precedesBytewise($1.place.path) }
    guard !parts.isEmpty else { return diagnostics }
    var diagnostics = diagnostics.sorted(by: Diagnostic.precedes)
    for part in parts {
      guard
        let index = diagnostics.firstIndex(where: { $0.severity == .error && Bytewise($0.id) == Bytewise(part.target) })
      else {
        continue
      }
      diagnostics[index].heldBackSince = max(diagnostics[index].heldBackSince ?? 0, part.since)
      guard diagnostics[index].related.count < Self.maximumRelated, let origin = part.origins.first else { continue }
      let path = part.place.path.map(Path.escape).joined(separator: "/")
      let message = "`\(path)` keeps the value of generation \(part.since)"
      diagnostics[index].related.append(
        renderer.related(.init(message: message, file: origin.file, range: origin.range), in: files))
    }
    return diagnostics
  }

  // MARK: Letting go

  /// Lets go of all that is held: what is published next is what a cold resolve gives.
  package func forgetPast() {
    holds = Holds()
    files.forgetPast()
    heldFiles = []
    arePlansNew = true
    hasUnpublishedChanges = true
    for context in contexts.keys {
      contexts[context]?.published = nil
      contexts[context]?.lastGood = nil
      contexts[context]?.lastGoodSince = nil
      contexts[context]?.view = nil
    }
    views = [:]
    choice = nil
    recognize()
    invalidate(contexts.keys)
  }

  /// A state of values that were kept, for a context of which nothing else is known.
  func restoredState(_ values: PathValues) -> ResolvedState {
    var resolver = Resolver(rules: Rules(), suffixes: [], identity: -1)
    let file = FileID(0)
    _ = resolver.update(file, Declarations(values: values))
    let view = resolver.open(LoadPlan(files: [file]))
    _ = resolver.resolve()
    return resolver.state(of: view)
  }
}
