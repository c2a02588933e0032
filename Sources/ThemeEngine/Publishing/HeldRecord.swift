// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import TextComparison
import ThemeDialects
package import ThemeModel
import ThemeResolver

/// What a bundle keeps of its last good states, for the next start: with it, and the files as they are then, an engine serves
/// what this one would.
package struct HeldRecord: Sendable, Equatable {
  /// What a file declared, in the bytes that said so.
  package struct File: Sendable, Equatable {
    @Bytewise package var path: String
    package var bytes: [UInt8]
    /// The last generation in which it was good; nil for one that is good.
    package var since: Int?
    /// Whether it lacks ids that the file means to declare.
    package var isMisshapen = false
  }

  /// What a choice of files led to.
  package struct Choice: Sendable, Equatable {
    package enum Kind: String, Sendable { case include, theme, namedTheme, root }

    package var kind: Kind
    /// The path of the file that has the list, the name of the theme, or what tells root files apart.
    @Bytewise package var name: String
    @Bytewise package var paths: [String]
    package var since: Int?
  }

  /// What contexts of one meaning were.
  package struct Meaning: Sendable, Equatable {
    @Bytewise package var root: String
    @Bytewise package var alternatives: [String]
    @Bytewise package var activeSuffixes: [String]
    /// The contexts that mean it.
    package var contexts: [Context]
    /// By section, id and keys.
    package var values: PathValues
    /// The places and parents that are held, and the last generation in which each was good.
    package var held: [HeldPlace: Int]
    /// Those that fail and are not held.
    package var unheld: Set<HeldPlace>
    /// Whether all values of the meaning are here.
    package var isWhole: Bool
    /// The last generation in which it had a root, when it has none now.
    package var since: Int?
  }

  package var dialect: String?
  /// The root file that contents decided on.
  @Bytewise package var root: String?
  /// Sorted by path.
  package var files: [File] = []
  package var choices: [Choice] = []
  package var meanings: [Meaning] = []
  /// The last generation in which the bundle's directory was there, while it is gone.
  package var rootSince: Int?

  package init() {}

  package var isEmpty: Bool { files.isEmpty && choices.isEmpty && meanings.isEmpty }
}

extension ThemeEngine {
  /// What is held as of the last publication; nil while nothing is.
  package var heldRecord: HeldRecord? {
    guard isHoldingBack else { return nil }
    let isWhole = rootFinding != nil || contexts.values.contains { $0.lastGood != nil }
    return record(isWhole: isWhole)
  }

  /// All that the next generation may keep, whether it is held now or not.
  package var wholeRecord: HeldRecord { record(isWhole: true) }

  private func record(isWhole: Bool) -> HeldRecord {
    var record = HeldRecord()
    record.dialect = dialectName?.rawValue
    record.root = choice?.settings.root
    record.rootSince = holds.rootSince
    for file in isWhole ? files.all : Array(heldFiles.union(holds.goneFiles)) {
      guard let past = files[file].past else { continue }
      let since = files[file].reading?.heldBackSince
      record.files.append(.init(path: files[file].path, bytes: past.bytes, since: since, isMisshapen: past.isMisshapen))
    }
    record.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for choice in isWhole ? Array(files.lastChoices.keys) : Array(holds.choices.keys) {
      record.choices.append(self.record(choice, files.last(choice), holds.choices[choice]))
    }
    record.choices.sort { ($0.kind.rawValue, Bytewise($0.name)) < ($1.kind.rawValue, Bytewise($1.name)) }
    record.meanings = meanings(isWhole: isWhole)
    return record
  }

  private func record(_ choice: FileChoice, _ last: [FileID], _ since: Int?) -> HeldRecord.Choice {
    let paths = last.map { files[$0].path }
    switch choice {
    case .list(let file, .include): return .init(kind: .include, name: files[file].path, paths: paths, since: since)
    case .list(let file, .theme): return .init(kind: .theme, name: files[file].path, paths: paths, since: since)
    case .theme(let name): return .init(kind: .namedTheme, name: name.wrappedValue, paths: paths, since: since)
    case .root(let name): return .init(kind: .root, name: name.wrappedValue, paths: paths, since: since)
    }
  }

  private func meanings(isWhole: Bool) -> [HeldRecord.Meaning] {
    var meanings: [HeldRecord.Meaning] = []
    let contexts = Dictionary(grouping: contexts.filter { $0.value.view != nil }.keys) { self.contexts[$0]?.view }
    for (key, contexts) in contexts {
      guard let key, isWhole || holds.places[key] != nil else { continue }
      let open = contexts.compactMap { self.contexts[$0] }.first { $0.lastGood != nil }
      let past = views[key].flatMap { resolver.recorded($0, isWhole: isWhole) }
      let values = open?.lastGood?.allValues ?? past?.values ?? [:]
      meanings.append(
        .init(
          root: key.root, alternatives: key.alternatives, activeSuffixes: key.activeSuffixes,
          contexts: contexts.sorted { "\($0)" < "\($1)" }, values: values, held: holds.places[key] ?? [:],
          unheld: past?.unheld ?? [], isWhole: isWhole, since: open?.lastGoodSince))
    }
    for (key, past) in holds.pasts {
      guard let values = past.recordedValues else { continue }
      meanings.append(
        .init(
          root: key.root, alternatives: key.alternatives, activeSuffixes: key.activeSuffixes, contexts: [],
          values: values, held: holds.places[key] ?? [:], unheld: past.unheld, isWhole: false))
    }
    return meanings.sorted {
      ([$0.root] + $0.alternatives + $0.activeSuffixes).precedesBytewise(
        [$1.root] + $1.alternatives + $1.activeSuffixes)
    }
  }

  /// Takes the values of a snapshot, in its published form, as those of the last generation in a context that nobody has opened
  /// yet.
  package func remember(_ snapshot: JSONValue, in context: Context) {
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
    holds.rememberedGeneration = snapshot["generation"]?.number.flatMap { Int(exactly: $0) }
    if let key = ViewKey(plan(for: context)) {
      holds.keep(Past(values: values, unheld: unheld), of: key)
    } else {
      holds.restored[context] = (values, holds.rememberedGeneration)
    }
  }

  /// Begins where another engine ended: to be called before the first change.
  package func restore(_ record: HeldRecord) {
    holds.dialect = record.dialect.flatMap(DialectName.init(rawValue:))?.dialect
    holds.dialectRoot = record.root
    holds.rootSince = record.rootSince
    for file in record.files {
      let number = files.number(of: file.path)
      holds.lastVersion += 1
      files[number].past = .init(
        bytes: file.bytes, version: holds.lastVersion, isMisshapen: file.isMisshapen, heldSince: file.since)
    }
    for recorded in record.choices {
      let choice: FileChoice
      switch recorded.kind {
      case .include: choice = .list(files.number(of: recorded.name), .include)
      case .theme: choice = .list(files.number(of: recorded.name), .theme)
      case .namedTheme: choice = .theme(Bytewise(recorded.name))
      case .root: choice = .root(Bytewise(recorded.name))
      }
      files.lastChoices[choice] = recorded.paths.map { files.number(of: $0) }
      holds.choices[choice] = recorded.since
    }
    for meaning in record.meanings {
      let key = ViewKey(
        root: meaning.root, alternatives: meaning.alternatives, activeSuffixes: meaning.activeSuffixes)
      holds.keep(Past(values: meaning.values, unheld: meaning.unheld), of: key)
      if !meaning.held.isEmpty { holds.places[key] = meaning.held }
      guard meaning.isWhole else { continue }
      for context in meaning.contexts { holds.restored[context] = (meaning.values, meaning.since) }
    }
  }
}
