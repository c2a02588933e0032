// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeLint
import ThemeModel
import ThemeResolver

/// Applies the design rules (LV3) to the resolved values of one context after the other.
struct DesignCheck {
  private let linked: LinkedFiles
  private let locator: DiagnosticLocator
  private let vocabulary: DesignVocabulary?
  private let workers: any Workers
  private let maximumValues: Int
  private var rules: DesignRules
  /// The ids that were left out because they unfold to too many values.
  private(set) var omitted: BytewiseSet = []
  /// The keys in files with findings about keys. The texts of files stay the same during a check.
  private var keys: [FileID: KeyPlaces] = [:]
  /// The last checked state and its findings. Contexts of devices whose suffixes no key has share one state.
  private var last: (state: ResolvedState, diagnostics: [Diagnostic])?

  /// - Parameter maximumValues: the maximum number of values that are looked at in one context; nil for the usual one.
  init(
    _ linked: LinkedFiles, _ locator: DiagnosticLocator, _ vocabulary: DesignVocabulary?, workers: any Workers,
    maximumValues: Int?
  ) {
    self.linked = linked
    self.vocabulary = vocabulary
    self.workers = workers
    self.locator = locator
    self.maximumValues = maximumValues ?? 1_000_000 + 4 * linked.declaredValues
    rules = DesignRules(vocabulary)
  }

  /// The rules that did not look at the omitted ids.
  var incompleteRules: [DiagnosticCode] { omitted.isEmpty ? [] : rules.codes }

  /// Applies the rules to a context. A finding about a declaration that several styles inherit is reported once, at its place, with
  /// the first of them by name.
  mutating func diagnostics(in context: ResolvedContext) -> [Diagnostic] {
    guard let view = context.view else { return [] }
    let resolver = linked.resolver
    let state = resolver.state(of: view)
    if let last, last.state.isShared(with: state) { return last.diagnostics }
    let diagnostics = diagnostics(of: state, in: view, resolver)
    last = (state, diagnostics)
    return diagnostics
  }

  private mutating func diagnostics(of state: ResolvedState, in view: ViewID, _ resolver: Resolver) -> [Diagnostic] {
    let ids = state.resolvedSymbols()
    let members = (ids.filter { $0.section == .constants } + ids.filter { $0.section == .styles }).map { id in
      DesignRules.Member(
        number: Int(id.symbol.index), section: .init(id.section), name: id.name, hash: state.contentHash(of: id.symbol))
    }
    look(at: withoutLarge(rules.newMembers(of: members), of: state, in: view, resolver), of: state)
    let parts = rules.parts(of: members)
    var diagnostics: [Diagnostic] = []
    var reported: Set<PlacedFinding.Spot> = []
    workers.inOrder(parts.count) { number in
      var reader = ValueReader(state)
      var places = ValuePlaces(state, resolver)
      var found: [PlacedFinding] = []
      parts[number].findings {
        reader.value(of: SymbolID($0))
      } _: { design in
        if let placed = PlacedFinding(design, &places) { found.append(placed) }
      }
      return found
    } take: { _, found in
      for placed in found where reported.insert(placed.spot).inserted {
        diagnostics.append(locator.diagnostic(atKey(placed.finding)))
      }
    }
    return diagnostics
  }

  /// Moves a finding about a key from the value to the key.
  private mutating func atKey(_ finding: Finding) -> Finding {
    guard finding.code == .unknownKey, let file = finding.file, let range = finding.range else { return finding }
    let places = keys[file] ?? KeyPlaces(locator.tree(of: file))
    keys[file] = places
    var finding = finding
    finding.range = places.key(ofValueAt: range) ?? range
    return finding
  }

  /// The members that are looked at: references to objects can unfold a few lines to any number of values, and each value is
  /// looked at.
  private mutating func withoutLarge(
    _ members: [DesignRules.Member], of state: ResolvedState, in view: ViewID, _ resolver: Resolver
  ) -> [DesignRules.Member] {
    var left = maximumValues
    var looked: [DesignRules.Member] = []
    looked.reserveCapacity(members.count)
    for (member, values) in zip(members, resolver.unfoldedValues(of: members.map { SymbolID($0) }, in: view)) {
      guard values <= left else {
        omitted.insert(member.name)
        let facts = MemberFacts(ofLarge: member, vocabulary) { state.text(of: SymbolID(member), at: $0) }
        rules.add(facts, of: member)
        continue
      }
      left -= values
      looked.append(member)
    }
    return looked
  }

  /// The workers walk over the values of members.
  private mutating func look(at members: [DesignRules.Member], of state: ResolvedState) {
    workers.inOrder((members.count + Self.membersAtOnce - 1) / Self.membersAtOnce) { [vocabulary] number in
      members[(number * Self.membersAtOnce)...].prefix(Self.membersAtOnce).compactMap { member in
        state.value(of: SymbolID(member)).map { (member, MemberFacts(of: member, $0, vocabulary)) }
      }
    } take: { _, facts in
      for (member, facts) in facts { rules.add(facts, of: member) }
    }
  }

  /// The number of members that a worker looks at without handing over.
  private static let membersAtOnce = 128
}

/// A finding with its place in a file.
private struct PlacedFinding: Sendable {
  /// What tells it from the others: a finding about a declaration that several styles inherit is one finding.
  struct Spot: Hashable {
    var code: DiagnosticCode
    var places: [Location]
  }

  let spot: Spot
  let finding: Finding

  /// Nil for a value that is set at run time, which has no place in a file.
  init?(_ design: DesignFinding, _ places: inout ValuePlaces) {
    guard let place = places.place(of: design.path) else { return nil }
    let related = design.related.map { (message: $0.message, place: places.place(of: $0.path)) }
    spot = Spot(code: design.code, places: [place] + related.compactMap(\.place))
    var finding = Finding(
      design.code, design.message, severity: design.severity, file: place.file, range: place.range,
      id: design.path[1],
      path: design.path.count > 2 ? design.path.dropFirst(2).map(Path.escape).joined(separator: "/") : nil,
      help: design.help)
    finding.related = related.map { .init(message: $0.message, file: $0.place?.file, range: $0.place?.range) }
    finding.missing = design.missingStyle.map { .init(name: $0, space: .styles) }
    finding.suggestedName = design.suggestedStyle
    finding.respelling = design.respelling
    self.finding = finding
  }
}

/// The places of values in files, by their paths in a theme.
private struct ValuePlaces {
  private let state: ResolvedState
  private let resolver: Resolver
  private var origins: ValueOrigins

  init(_ state: ResolvedState, _ resolver: Resolver) {
    self.state = state
    self.resolver = resolver
    origins = ValueOrigins(state)
  }

  /// Nil for a value that is set at run time.
  mutating func place(of path: [String]) -> Location? {
    guard let section = ResolvedState.Section(rawValue: path[0]),
      let symbol = resolver.symbol(named: path[1], in: section, of: state),
      let location = resolver.place(of: symbol, at: path.dropFirst(2), in: &origins),
      location.file != FileTable.modifications
    else { return nil }
    return location
  }
}

extension SymbolID {
  fileprivate init(_ member: DesignRules.Member) { self.init(index: UInt32(member.number)) }
}

extension DesignRules.Section {
  fileprivate init(_ section: ResolvedState.Section) {
    switch section {
    case .constants: self = .constants
    case .styles: self = .styles
    }
  }
}
