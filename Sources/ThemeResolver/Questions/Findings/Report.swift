// SPDX-License-Identifier: GPL-2.0-or-later

import DenseCollections
import TextComparison
import ThemeModel

/// Turns the issues of a view into findings with messages and places.
///
/// An error in a declaration that several ids inherit is reported once: of findings at one place, the one of the declaring id
/// is kept.
struct Report {
  let view: View
  let database: Database
  /// Whether an id keeps the content of a parent. Otherwise the failed parents of an id, of which there may be thousands, need not be
  /// searched for each of their findings.
  private let holdsParents: Bool

  init(view: View, database: Database) {
    self.view = view
    self.database = database
    holdsParents = view.layout.failures.values.contains { $0.contains(where: \.isHeld) }
  }

  func findings(_ suggestions: inout SuggestionMemory) -> [Finding] {
    var kept = Kept()
    var places: [Key: Int] = [:]
    func keep(_ finding: Finding, isOwn: Bool, needsColor: Bool = false, in symbol: SymbolID? = nil) {
      // In a file without places, all findings are at its beginning.
      let hasPlace = finding.range.map { $0.end > 0 } ?? false
      let key = Key(
        code: finding.code, file: finding.file, range: finding.range, id: hasPlace ? nil : finding.id,
        path: hasPlace && finding.part.isEmpty ? nil : finding.path,
        missing: finding.missing)
      let origin = Origin(isOwn: isOwn, needsColor: needsColor, symbols: symbol.map { [$0] } ?? [])
      let place = places[key] ?? kept.findings.count
      if place == kept.findings.count {
        places[key] = place
        kept.findings.append(finding)
        kept.origins.append(origin)
      } else {
        kept.merge(finding, origin, at: place)
      }
    }
    var paths = SlotPaths(view.graph, database.names)
    func keep(_ issue: Issue, of symbol: SymbolID) {
      guard isUsed(symbol), let finding = finding(issue, symbol, &paths) else { return }
      keep(
        finding, isOwn: isOwn(issue, symbol), needsColor: database.node(issue.origin).flags.contains(.needsColor),
        in: symbol)
    }
    for (symbol, issues) in view.layout.issues {
      for issue in issues { keep(issue, of: symbol) }
    }
    for (symbol, issue) in view.execution.evaluator.issues.all { keep(issue, of: symbol) }
    for cycle in view.referenceCycles {
      var finding = finding(
        Cycle(ofReferences: cycle, view, database), help: "give one of these ids its own value")
      finding.held = cycle.flatMap(held)
      keep(finding, isOwn: true)
    }
    for cycle in view.inheritanceCycles where cycle.contains(where: isUsed) {
      let parents = Cycle(ofParents: cycle, view, database)
      // Each of them has lost its parent meanwhile, and an issue that says so.
      if parents.hops.isEmpty { continue }
      var finding = finding(parents, help: "remove one of these parents")
      if cycle.count == 1, let id = finding.id {
        finding.message = "`\(id)` inherits from itself"
        finding.help = "remove this, or inherit from another style"
        finding.related = []
      }
      finding.held = cycle.flatMap { heldParents(of: $0) { _ in true } }
      keep(finding, isOwn: true)
    }
    NameSuggestions(view: view, database: database).add(to: &kept.findings, kept.origins, &suggestions)
    return kept.findings
  }

  private struct Key: Hashable {
    var code: DiagnosticCode
    var file: FileID?
    var range: ByteRange?
    @Bytewise var id: String?
    @Bytewise var path: String?
    /// A place may name several ids.
    var missing: Finding.Missing?
  }

  /// What a finding was made of.
  struct Origin {
    /// Whether the finding belongs to the id with the faulty declaration.
    var isOwn: Bool
    var needsColor: Bool
    /// The ids of the finding: a style and its base style have one name. None for cycles.
    var symbols: [SymbolID]
  }

  /// The findings, one at each place. Findings are large, and stay where they are.
  private struct Kept {
    var findings: [Finding] = []
    var origins: [Origin] = []

    /// Keeps one of two findings at one place, with the held places of both.
    mutating func merge(_ finding: Finding, _ origin: Origin, at place: Int) {
      let (order, otherOrder) = (finding.orderAtPlace, findings[place].orderAtPlace)
      let hasEqualRank = origin.isOwn == origins[place].isOwn
      // Thousands of heirs may have a finding in common: the lists grow in place.
      findings[place].held += finding.held
      if hasEqualRank, order == otherOrder { origins[place].symbols += origin.symbols }
      guard hasEqualRank ? order < otherOrder : origin.isOwn else { return }
      var first = finding
      swap(&first.held, &findings[place].held)
      findings[place] = first
      origins[place] = origin
    }
  }

  /// Whether a snapshot contains the id or an heir of it. A base style without heirs is not used.
  private func isUsed(_ symbol: SymbolID) -> Bool {
    if database.space(symbol) != .baseStyles { return true }
    var waiting = [symbol]
    var seen: Set<SymbolID> = [symbol]
    while let symbol = waiting.popLast() {
      for heir in view.heirs(of: symbol) where seen.insert(heir).inserted {
        if database.space(heir) != .baseStyles { return true }
        waiting.append(heir)
      }
    }
    return false
  }

  private func isOwn(_ issue: Issue, _ symbol: SymbolID) -> Bool {
    let declared = database[issue.origin.declaration].symbol
    return declared == symbol || database.base(of: declared) == symbol || database.baseStyle(of: declared) == symbol
  }

  /// Nil for issues that the finding of a cycle includes, and for those that follow from a finding of the file.
  private func finding(_ issue: Issue, _ symbol: SymbolID, _ paths: inout SlotPaths) -> Finding? {
    if case .inheritCycle = issue.kind { return nil }
    var finding = text(of: issue)
    let place = place(of: issue)
    finding.file = place.file
    finding.range = place.range
    finding.related += related(to: issue)
    finding.id = database.text(symbol)
    if case .replaced(let other) = issue.kind { finding.id = database.text(other) }
    finding.path = issue.slot.flatMap { paths.path(of: $0, in: symbol) }
    if !finding.part.isEmpty { finding.path = finding.part.map(Path.escape).joined(separator: "/") }
    if let slot = issue.slot {
      finding.held = held(in: symbol, around: slot)
    } else if holdsParents {
      finding.held = heldParents(of: symbol) { $0.origin == issue.origin }
    }
    return finding.held.isEmpty && isAboutFaultyLiteral(issue) ? nil : finding
  }

  /// Whether a value has the wrong type because it refers to a literal that the file has a finding about.
  private func isAboutFaultyLiteral(_ issue: Issue) -> Bool {
    let node = database.node(issue.origin)
    guard case .wrongType = issue.kind, node.operation == .reference else { return false }
    return view.state.root(of: SymbolID(index: node.operand))?.operation == .faultyLiteral
  }

  // MARK: Places

  /// The place of the value that the author has to change.
  private func place(of issue: Issue) -> Location {
    var place = database.location(of: issue.origin)
    switch issue.kind {
    case .replaced(let other):
      if let root = view.state.origin(of: other) { place = database.location(of: root) }
    case .badColor(_, let target):
      if let definition = definition(of: target) { place = database.location(of: definition) }
    case .suffixWithoutBase:
      if let range = database.keyRange(of: issue.origin) { place.range = range }
    default: break
    }
    return place
  }

  /// Other places that explain the issue.
  private func related(to issue: Issue) -> [Finding.Related] {
    func related(_ message: String, _ node: NodeReference) -> [Finding.Related] {
      let place = database.location(of: node)
      return [.init(message: message, file: place.file, range: place.range)]
    }
    switch issue.kind {
    case .badInherits(let target):
      return view.state.origin(of: target).map { related("defined here", $0) } ?? []
    case .kindClash(let earlier): return related("the replaced value", earlier)
    case .replaced: return related("the replaced value", issue.origin)
    case .repeated(let earlier): return related("the other one", earlier)
    case .badColor(_, let target):
      return definition(of: target) == nil ? [] : related("used as a colour here", issue.origin)
    default: return []
    }
  }

  /// The node at the end of a chain of references. Where the chain leads into a cycle, whose ids may keep their last good
  /// values, the node that enters it.
  private func definition(of symbol: SymbolID) -> NodeReference? {
    var symbol = symbol
    while let root = view.state.root(of: symbol) {
      guard let target = root.target, !view.graph.order.isCut(from: symbol, to: target) else {
        return view.state.origin(of: symbol)
      }
      symbol = target
    }
    return nil
  }

  // MARK: Cycles

  /// The files of all references within cycles: on all of them depends which ones the finding of a cycle names.
  var filesOfCycles: Set<FileID> {
    let cycles =
      view.referenceCycles.map { Cycle(ofReferences: $0, view, database) }
      + view.inheritanceCycles.map { Cycle(ofParents: $0, view, database) }
    return Set(cycles.flatMap(\.hops).map { database.location(of: $0.node).file })
  }

  /// References of one cycle that its finding has.
  private static let maximumHops = 100

  /// The finding of a cycle, at its first reference in the order of the files, with the other references of a shortest way
  /// round, as many as a reader can use.
  private func finding(_ cycle: Cycle, help: String) -> Finding {
    let round = cycle.round
    guard let first = round.first else { preconditionFailure("a cycle has hops") }
    let shown = round.prefix(Self.maximumHops)
    let text = cycleText(shown.map { database.text($0.from) }, of: round.count)
    let place = database.location(of: first.node)
    return Finding(
      .cycle, "\(text) is a cycle", file: place.file, range: place.range,
      id: database.text(first.from),
      related: shown.map { hop in
        let place = database.location(of: hop.node)
        let message = "`\(database.text(hop.from))` leads to `\(database.text(hop.to))` here"
        return Finding.Related(message: message, file: place.file, range: place.range)
      }, help: help)
  }
}

extension Finding {
  /// Of several findings of one kind at one place, the first is kept.
  fileprivate var orderAtPlace: (Bytewise<String>, Bytewise<String>, Bytewise<String>) {
    (Bytewise(id ?? ""), Bytewise(path ?? ""), Bytewise(message))
  }
}
