// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeLint
import ThemeModel
import ThemeResolver

/// What design rules say of what a bundle resolves to.
extension ThemeEngine {
  private struct Spot: Hashable {
    var code: DiagnosticCode
    var places: [Location]
  }

  /// What the rules find in a context, where it was declared. What several styles inherit is told once.
  func designDiagnostics(in meaning: Meaning, _ rules: inout DesignRules) -> [Diagnostic] {
    guard let view = meaning.view else { return [] }
    let state = resolver.state(of: view)
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
    var told: Set<Spot> = []
    // The order of ids depends on which contexts were looked at before: of several styles with one finding the first by name
    // has it.
    return found.sorted { Bytewise($0.path[1]) < Bytewise($1.path[1]) }.compactMap { design in
      // What was set at run time stands in no file.
      guard let place = place(of: design.path, in: state) else { return nil }
      let related = design.related.map { (message: $0.message, place: self.place(of: $0.path, in: state)) }
      let spot = Spot(code: design.code, places: [place] + related.compactMap(\.place))
      guard told.insert(spot).inserted else { return nil }
      var finding = Finding(
        design.code, design.message, severity: design.severity, file: place.file, range: place.range,
        id: design.path[1],
        path: design.path.count > 2 ? design.path.dropFirst(2).map(Path.escape).joined(separator: "/") : nil,
        help: design.help)
      finding.related = related.map { .init(message: $0.message, file: $0.place?.file, range: $0.place?.range) }
      finding.missing = design.missingStyle.map { .init(name: $0, space: .styles) }
      finding.suggestedName = design.suggestedStyle
      finding.respelling = design.respelling
      return renderer.diagnostic(finding, in: files)
    }
  }

  private func place(of path: [String], in state: ResolvedState) -> Location? {
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
