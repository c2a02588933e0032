// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeLint
import ThemeModel
import ThemeResolver

/// Applies the design rules (LV3) to the resolved values of one context after the other.
struct DesignCheck {
  private let linked: LinkedFiles
  private let locator: DiagnosticLocator
  private var rules: DesignRules
  /// The last checked state and its findings. Contexts of devices whose suffixes no key has share one state.
  private var last: (state: ResolvedState, diagnostics: [Diagnostic])?

  init(_ linked: LinkedFiles, _ locator: DiagnosticLocator, _ vocabulary: DesignVocabulary?) {
    self.linked = linked
    self.locator = locator
    rules = DesignRules(vocabulary)
  }

  private struct Spot: Hashable {
    var code: DiagnosticCode
    var places: [Location]
  }

  /// Applies the rules to a context. A finding about a declaration that several styles inherit is reported once, at its place.
  mutating func diagnostics(in context: ResolvedContext) -> [Diagnostic] {
    guard let view = context.view else { return [] }
    let resolver = linked.resolver
    let state = resolver.state(of: view)
    if let last, last.state.isShared(with: state) { return last.diagnostics }
    let diagnostics = diagnostics(of: state, resolver)
    last = (state, diagnostics)
    return diagnostics
  }

  private mutating func diagnostics(of state: ResolvedState, _ resolver: Resolver) -> [Diagnostic] {
    var constants: [DesignRules.Entry] = []
    var styles: [DesignRules.Entry] = []
    for id in state.resolvedSymbols() {
      let entry = DesignRules.Entry(name: id.name, hash: state.contentHash(of: id.symbol))
      switch id.section {
      case .constants: constants.append(entry)
      case .styles: styles.append(entry)
      }
    }
    let found = rules.findings(constants: constants, styles: styles) { entry, section in
      resolver.symbol(named: entry.name, in: section.ofState, of: state).flatMap { state.value(of: $0) }
    }
    var reported: Set<Spot> = []
    // The order of ids depends on the contexts that were checked before. Of several styles with one finding, the first by name
    // has it.
    let names = found.map { $0.path[1] }
    return found.indices.sorted { Bytewise(names[$0]) < Bytewise(names[$1]) }.compactMap { index -> Diagnostic? in
      let design = found[index]
      // Values that are set at run time have no place in a file.
      guard let place = place(of: design.path, in: state, resolver) else { return nil }
      let related = design.related.map { (message: $0.message, place: self.place(of: $0.path, in: state, resolver)) }
      let spot = Spot(code: design.code, places: [place] + related.compactMap(\.place))
      guard reported.insert(spot).inserted else { return nil }
      var finding = Finding(
        design.code, design.message, severity: design.severity, file: place.file, range: place.range,
        id: design.path[1],
        path: design.path.count > 2 ? design.path.dropFirst(2).map(Path.escape).joined(separator: "/") : nil,
        help: design.help)
      finding.related = related.map { .init(message: $0.message, file: $0.place?.file, range: $0.place?.range) }
      finding.missing = design.missingStyle.map { .init(name: $0, space: .styles) }
      finding.suggestedName = design.suggestedStyle
      finding.respelling = design.respelling
      return locator.diagnostic(finding)
    }
  }

  private func place(of path: [String], in state: ResolvedState, _ resolver: Resolver) -> Location? {
    guard let section = ResolvedState.Section(rawValue: path[0]),
      let symbol = resolver.symbol(named: path[1], in: section, of: state),
      let location = resolver.place(of: symbol, at: path.dropFirst(2), in: state),
      location.file != FileTable.modifications
    else { return nil }
    return location
  }
}

extension DesignRules.Section {
  fileprivate var ofState: ResolvedState.Section {
    switch self {
    case .constants: .constants
    case .styles: .styles
    }
  }
}
