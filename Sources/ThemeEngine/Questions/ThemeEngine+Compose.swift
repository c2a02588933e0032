// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeComposition
import ThemeDialects
package import ThemeModel
import ThemeResolver

extension ThemeEngine {
  /// The maximum number of values, with all that they refer to, of an answer about an element or a path. It limits the time and the
  /// memory of an answer: a message could hold millions of numbers.
  package static let maximumAnsweredValues = 500_000

  /// The properties of an element in a context, of the last published state. Nil if its styles have more than
  /// `maximumAnsweredValues`. Costs these values; in Oracle, a walk over the ids of the bundle.
  package func compose(_ element: Element, in context: Context) -> PlacedComposition? {
    let snapshot = open(context)
    let suffixes = sources.linked.dialect.map {
      DeviceSuffixes(active: contexts.entries[context]?.plan.load?.activeSuffixes ?? [], all: $0.suffixes)
    }
    let styles = StateStyles(snapshot.state, sources.linked.resolver)
    let composition = dialectName.map {
      ThemeComposition.compose(
        element, dialect: $0, device: context.device, suffixes: suffixes, from: styles)
    }
    if styles.areTooLarge { return nil }
    var places = places(in: context)
    return PlacedComposition(composition ?? .nothing) { places?.place(of: $0) }
  }

  /// The place of the declaration that wins at a path in a context; nil where there is none in a file, see `DeclarationPlaces`.
  package func winner(at path: String, in context: Context) -> Cause? {
    var places = places(in: context)
    return places?.place(of: path)
  }

  /// The same with its range, in the text of which the values are: an older one while the file cannot be read.
  package func winningRange(at path: String, in context: Context) -> (file: String, range: ByteRange)? {
    var places = places(in: context)
    return places?.location(of: path).map { (sources.linked.files[$0.file].path, $0.range) }
  }

  /// Nil while a stored state is served whose files are gone.
  private func places(in context: Context) -> DeclarationPlaces? {
    contexts.bringUpToDate()
    return contexts.view(of: context).map { DeclarationPlaces(sources.linked.resolver, $0, locator) }
  }
}

/// Finds the places of declarations in the served files, in one view.
private struct DeclarationPlaces {
  private let resolver: Resolver
  private let state: ResolvedState
  private let locator: DiagnosticLocator
  private var origins: ValueOrigins

  init(_ resolver: Resolver, _ view: ViewID, _ locator: DiagnosticLocator) {
    self.resolver = resolver
    self.locator = locator
    state = resolver.state(of: view)
    origins = ValueOrigins(state)
  }

  /// The place of the declaration at a path such as `styles/RBButton/titleColor`; for a missing path, the place of its longest
  /// existing beginning. Nil for a missing id and for a value set at run time.
  mutating func place(of path: String) -> Cause? {
    location(of: path).map { locator.cause($0.file, $0.range) }
  }

  mutating func location(of path: String) -> Location? {
    let segments = Path.segments(of: path)
    guard segments.count >= 2, let section = ResolvedState.Section(rawValue: segments[0]),
      let symbol = resolver.symbol(named: segments[1], in: section, of: state),
      let location = resolver.place(of: symbol, at: segments.dropFirst(2), in: &origins),
      location.file != FileTable.modifications
    else { return nil }
    return location
  }
}

/// A resolved state as a source of styles.
private final class StateStyles: StyleSource {
  private let state: ResolvedState
  private let resolver: Resolver
  /// The values that may still be composed.
  private var valuesLeft = ThemeEngine.maximumAnsweredValues
  var areTooLarge: Bool { valuesLeft < 0 }

  init(_ state: ResolvedState, _ resolver: Resolver) {
    self.state = state
    self.resolver = resolver
  }

  func style(_ id: String) -> Value? { value(id, in: .styles) }
  func constant(_ id: String) -> Value? { value(id, in: .constants) }
  var styleIDs: [String] { state.resolvedSymbols().filter { $0.section == .styles }.map(\.name) }
  var styleOrder: [String] { state.order }

  private func value(_ id: String, in section: ResolvedState.Section) -> Value? {
    guard let symbol = resolver.symbol(named: id, in: section, of: state) else { return nil }
    let value = state.value(of: symbol)
    valuesLeft -= value?.unfoldedCount(upTo: valuesLeft + 1) ?? 0
    return areTooLarge ? nil : value
  }
}
