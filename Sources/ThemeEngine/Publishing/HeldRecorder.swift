// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeModel
import ThemeResolver

/// Writes the last good states of a bundle into a record, and restores them from a record.
struct HeldRecorder {
  private let table: ContextTable
  private var linked: LinkedFiles { table.linked }
  private var files: FileTable { table.sources.linked.files }

  init(_ table: ContextTable) { self.table = table }

  // MARK: Writing

  /// The held states of the last publication, and those of an earlier engine for contexts that are not open; nil if there are none.
  var held: HeldRecord? {
    guard table.isHoldingBack || !linked.unreadHeldFiles.isEmpty else { return nil }
    let isWhole = table.sources.rootFinding != nil || table.entries.values.contains { $0.lastGood != nil }
    return record(isWhole: isWhole)
  }

  /// All states that the next generation may keep, whether they are held now or not.
  var whole: HeldRecord { record(isWhole: true) }

  private func record(isWhole: Bool) -> HeldRecord {
    var record = HeldRecord()
    let choice = table.recognition.choice
    record.dialect = (choice?.type ?? table.recognition.restoredDialect)?.name.rawValue
    record.root = choice?.settings.root ?? table.recognition.restoredRoot
    record.rootSince = table.sources.rootSince
    let recorded =
      isWhole
      ? files.all
      : Array(linked.heldFiles.union(linked.goneFiles).union(linked.unreadHeldFiles).union(keptChoices))
    for file in recorded.sorted() {
      // An addition is derived from the other files.
      guard let past = files[file].past, !files[file].isAddition else { continue }
      let since =
        files[file].reading?.heldBackSince ?? (linked.unreadHeldFiles.contains(file) ? past.heldSince : nil)
      record.files.append(
        .init(
          path: files[file].path, part: files[file].part?.1, bytes: past.text.bytes, since: since,
          isMisshapen: past.isMisshapen))
    }
    let pasts = table.pasts
    for choice in isWhole ? Array(files.lastChoices.keys) : Array(pasts.choices.keys) {
      record.choices.append(self.record(choice, files.last(choice), pasts.choices[choice]))
    }
    record.choices.sort { left, right in
      if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
      return ([left.name] + (left.place ?? [])).precedesBytewise([right.name] + (right.place ?? []))
    }
    record.meanings = meanings(isWhole: isWhole)
    return record
  }

  /// The missing files of choices that keep their results, also of contexts that were not opened since the start.
  private var keptChoices: [FileID] { table.pasts.choices.keys.flatMap(files.last).filter { !files[$0].exists } }

  private func record(_ choice: FileChoice, _ last: [FileID], _ since: Int?) -> HeldRecord.Choice {
    let paths = last.map { files[$0].path }
    switch choice {
    case .list(let file, .include): return .init(kind: .include, name: files[file].path, paths: paths, since: since)
    case .list(let file, .theme): return .init(kind: .theme, name: files[file].path, paths: paths, since: since)
    case .source(let file, let place):
      return .init(
        kind: .source, name: files[file].path, place: place.wrappedValue, paths: paths,
        part: last.first.flatMap { files[$0].part?.1 }, since: since)
    case .theme(let name): return .init(kind: .namedTheme, name: name.wrappedValue, paths: paths, since: since)
    case .root(let name): return .init(kind: .root, name: name.wrappedValue, paths: paths, since: since)
    case .dialect: return .init(kind: .dialect, name: "", paths: [], since: since)
    }
  }

  private func meanings(isWhole: Bool) -> [HeldRecord.Meaning] {
    var meanings: [HeldRecord.Meaning] = []
    let pasts = table.pasts
    let contexts = Dictionary(grouping: table.entries.filter { $0.value.view != nil }.keys) { table.entries[$0]?.view }
    for (key, contexts) in contexts {
      guard let key, isWhole || pasts.places[key] != nil else { continue }
      let open = contexts.compactMap { table.entries[$0] }.first { $0.lastGood != nil }
      let past = table.views[key].flatMap { linked.resolver.recorded($0, isWhole: isWhole) }
      let values = open?.lastGood?.allValues ?? past?.values ?? [:]
      meanings.append(
        .init(
          root: key.root, alternatives: key.alternatives, activeSuffixes: key.activeSuffixes,
          contexts: contexts.sorted { $0.json.text.precedesBytewise($1.json.text) }, values: values,
          held: pasts.places[key] ?? [:],
          unheld: past?.unheld ?? [], isWhole: isWhole, since: open?.lastGoodSince))
    }
    meanings += statesWithoutPlan
    for (key, past) in pasts.closed {
      guard let values = past.recordedValues else { continue }
      // Of contexts that have no root since the start, all values are kept.
      let restored = pasts.restored.filter { $0.value.meaning == key }
      meanings.append(
        .init(
          root: key.root, alternatives: key.alternatives, activeSuffixes: key.activeSuffixes,
          contexts: restored.keys.sorted { $0.json.text.precedesBytewise($1.json.text) }, values: values,
          held: pasts.places[key] ?? [:], unheld: past.unheld, isWhole: !restored.isEmpty,
          since: restored.values.compactMap(\.since).max()))
    }
    func order(_ meaning: HeldRecord.Meaning) -> [String] {
      let key = [meaning.root] + meaning.alternatives + meaning.activeSuffixes
      return meaning.hasPlan ? key : key + meaning.contexts.map(\.json.text)
    }
    return meanings.sorted { order($0).precedesBytewise(order($1)) }
  }

  /// The states of contexts that have no plan in the present dialect. Each context has its own.
  private var statesWithoutPlan: [HeldRecord.Meaning] {
    var states = table.pasts.restored.compactMapValues { $0.meaning == nil ? ($0.values, $0.since) : nil }
    for (context, open) in table.entries where open.view == nil {
      states[context] = open.lastGood.map { ($0.allValues, open.lastGoodSince) }
    }
    return states.map { context, state in
      .init(
        root: "", alternatives: [], activeSuffixes: [], contexts: [context], values: state.0, held: [:], unheld: [],
        isWhole: true, since: state.1, hasPlan: false)
    }
  }

  // MARK: Reading

  /// Restores the state of an earlier engine. To be called before the first change.
  func restore(_ record: HeldRecord) {
    table.recognition.restore(record)
    table.sources.restore(record)
    for recorded in record.choices {
      let choice: FileChoice
      switch recorded.kind {
      case .include: choice = .list(linked.files.number(of: recorded.name), .include)
      case .theme: choice = .list(linked.files.number(of: recorded.name), .theme)
      case .source:
        choice = .source(linked.files.number(of: recorded.name), place: Bytewise(recorded.place ?? []))
      case .namedTheme: choice = .theme(Bytewise(recorded.name))
      case .root: choice = .root(Bytewise(recorded.name))
      case .dialect: choice = .dialect
      }
      linked.files.lastChoices[choice] = recorded.paths.map { path in
        let file = linked.files.number(of: path)
        return recorded.part.map { linked.files.number(of: $0, in: file) } ?? file
      }
      table.pasts.choices[choice] = recorded.since
    }
    for meaning in record.meanings {
      if !meaning.hasPlan {
        for context in meaning.contexts { table.pasts.restored[context] = (meaning.values, meaning.since, nil) }
        continue
      }
      let key = ViewKey(
        root: meaning.root, alternatives: meaning.alternatives, activeSuffixes: meaning.activeSuffixes)
      table.pasts.keep(Past(values: meaning.values, unheld: meaning.unheld), of: key)
      if !meaning.held.isEmpty { table.pasts.places[key] = meaning.held }
      guard meaning.isWhole else { continue }
      for context in meaning.contexts { table.pasts.restored[context] = (meaning.values, meaning.since, key) }
    }
  }

  /// Makes the values of a snapshot, in its published form, those of the last generation in a context that is not open yet.
  func remember(_ snapshot: JSONValue, in context: Context) {
    var values: PathValues = [:]
    for section in ResolvedState.Section.allCases {
      for (name, value) in snapshot[section.rawValue]?.object?.members ?? [] {
        values[Bytewise([section.rawValue, name])] = Value(json: value)
      }
    }
    var unheld: Set<HeldPlace> = []
    for diagnostic in snapshot["diagnostics"]?.array ?? [] where diagnostic["heldBack"] == nil {
      guard let id = diagnostic["id"]?.string else { continue }
      let keys = diagnostic["path"]?.string.map { Path.segments(of: $0) } ?? []
      for section in ResolvedState.Section.allCases { unheld.insert(.init(path: [section.rawValue, id] + keys)) }
    }
    table.pasts.rememberedGeneration = snapshot["generation"]?.number.flatMap { Int(exactly: $0) }
    if let key = ViewKey(table.plan(for: context)) {
      table.pasts.keep(Past(values: values, unheld: unheld), of: key)
    } else {
      table.pasts.restored[context] = (values, table.pasts.rememberedGeneration, nil)
    }
  }
}
