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

  private struct Spot: Hashable {
    var code: DiagnosticCode
    var places: [Location]
  }

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
    var reader = ValueReader(state)
    var diagnostics: [Diagnostic] = []
    var reported: Set<Spot> = []
    var origins = ValueOrigins(state)
    var keys = keys
    defer { self.keys = keys }
    func location(of path: [String]) -> Location? { place(of: path, in: state, &origins, resolver) }
    rules.findings(in: members) {
      reader.value(of: SymbolID($0))
    } _: { design in
      // Values that are set at run time have no place in a file.
      guard var place = location(of: design.path) else { return }
      if design.code == .unknownKey {
        let places = keys[place.file] ?? KeyPlaces(locator.tree(of: place.file))
        keys[place.file] = places
        place.range = places.key(ofValueAt: place.range) ?? place.range
      }
      let related = design.related.map { (message: $0.message, place: location(of: $0.path)) }
      let spot = Spot(code: design.code, places: [place] + related.compactMap(\.place))
      guard reported.insert(spot).inserted else { return }
      var finding = Finding(
        design.code, design.message, severity: design.severity, file: place.file, range: place.range,
        id: design.path[1],
        path: design.path.count > 2 ? design.path.dropFirst(2).map(Path.escape).joined(separator: "/") : nil,
        help: design.help)
      finding.related = related.map { .init(message: $0.message, file: $0.place?.file, range: $0.place?.range) }
      finding.missing = design.missingStyle.map { .init(name: $0, space: .styles) }
      finding.suggestedName = design.suggestedStyle
      finding.respelling = design.respelling
      diagnostics.append(locator.diagnostic(finding))
    }
    return diagnostics
  }

  /// The members that are looked at: references to objects can unfold a few lines to any number of values, and each value is
  /// looked at.
  private mutating func withoutLarge(
    _ members: [DesignRules.Member], of state: ResolvedState, in view: ViewID, _ resolver: Resolver
  ) -> [DesignRules.Member] {
    var left = maximumValues
    return members.filter { member in
      let values = resolver.unfoldedValues(of: SymbolID(member), in: view)
      guard values <= left else {
        omitted.insert(member.name)
        let facts = MemberFacts(ofLarge: member, vocabulary) { state.text(of: SymbolID(member), at: $0) }
        rules.add(facts, of: member)
        return false
      }
      left -= values
      return true
    }
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

  private func place(
    of path: [String], in state: ResolvedState, _ origins: inout ValueOrigins, _ resolver: Resolver
  ) -> Location? {
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
