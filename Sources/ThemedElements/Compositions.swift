// SPDX-License-Identifier: MIT

import TextComparison
import ThemeComposition
import ThemeModel

/// The properties of elements: composed once for all elements with the same description, and again only after a style or
/// constant that the composition read has changed.
final class Compositions {
  /// The input of a composition, beside the theme.
  struct Description: Hashable {
    var element: Element
    /// Names of objects that are states and not parts.
    var states: BytewiseSet
    /// Names of constants by key path.
    var constants: BytewiseDictionary<String>
  }

  struct Entry {
    weak var properties: ElementProperties?
  }

  private(set) var snapshot: ThemeSnapshot?
  /// The compositions in use; each removes itself with its last owner.
  private(set) var entries: [Description: Entry] = [:]
  /// The number of compositions that were made.
  private(set) var count = 0

  /// The properties of an element; nil without a theme.
  func properties(for description: Description) -> ElementProperties? {
    guard let snapshot else { return nil }
    if let properties = entries[description]?.properties { return properties }
    count += 1
    let properties = ElementProperties(description, from: snapshot, in: self)
    entries[description] = Entry(properties: properties)
    return properties
  }

  /// Applies a theme. Compositions that read no changed style or constant stay current. Costs a comparison of all styles and
  /// constants that compositions read.
  func apply(_ snapshot: ThemeSnapshot) {
    let difference = Difference(from: self.snapshot, to: snapshot)
    self.snapshot = snapshot
    for (description, entry) in entries {
      guard let properties = entry.properties, difference.touches(properties.consulted) else { continue }
      properties.isCurrent = false
      entries[description] = nil
    }
  }

  fileprivate func forget(_ description: Description) {
    if let entry = entries[description], entry.properties == nil { entries[description] = nil }
  }
}

/// The properties of all elements with one description.
final class ElementProperties {
  let list: [Property]
  /// Objects that may be parts of the element, over the styles that they name. Redbeard.
  let parts: [Value.Member]
  /// Ids of missing styles.
  let missingStyles: [String]
  /// Whether the current theme gives the same properties.
  fileprivate(set) var isCurrent = true
  fileprivate let consulted: Consulted
  private let description: Compositions.Description
  private weak var compositions: Compositions?

  fileprivate init(_ description: Compositions.Description, from snapshot: ThemeSnapshot, in compositions: Compositions)
  {
    self.description = description
    self.compositions = compositions
    let consultation = Consultation(of: snapshot.source)
    // A newer daemon may serve an unknown dialect: elements have no properties then.
    let dialect = DialectName(rawValue: snapshot.dialect)
    let composition =
      dialect.map { compose(description.element, dialect: $0, device: snapshot.device, from: consultation) }
      ?? .nothing
    missingStyles = composition.layers.compactMap { $0.status == .missing ? $0.id : nil }
    let hasParts = dialect?.composition.hasStatesAndParts ?? false
    let states = hasParts ? description.states : []
    var list = leaves(of: composition.properties, leavingOut: states)
    parts = hasParts ? objects(in: composition.properties, leavingOut: states) : []
    for (keyPath, name) in description.constants.sorted(by: { Bytewise($0.key) < Bytewise($1.key) }) {
      guard let value = consultation.constant(name) else { continue }
      list.removeAll { Bytewise($0.keyPath) == Bytewise(keyPath) }
      list.append(Property(keyPath: keyPath, value: value))
    }
    self.list = list
    consulted = consultation.consulted
  }

  deinit { compositions?.forget(description) }
}

/// The styles and constants that a composition read.
private struct Consulted {
  var styles: BytewiseSet = []
  var constants: BytewiseSet = []
  var allIDs = false
}

/// Reads a snapshot and records the reads.
private final class Consultation: StyleSource {
  private let source: any StyleSource
  private(set) var consulted = Consulted()

  init(of source: any StyleSource) { self.source = source }

  func style(_ id: String) -> Value? {
    consulted.styles.insert(id)
    return source.style(id)
  }

  func constant(_ id: String) -> Value? {
    consulted.constants.insert(id)
    return source.constant(id)
  }

  var styleIDs: [String] {
    consulted.allIDs = true
    return source.styleIDs
  }

  var styleOrder: [String] {
    consulted.allIDs = true
    return source.styleOrder
  }
}

/// The differences between two themes. Each style and constant is compared once, and only if a composition read it.
private final class Difference {
  private let old: ThemeSnapshot?
  private let new: ThemeSnapshot
  private let areRulesOther: Bool
  private lazy var areIDsOther =
    Bytewise(old?.source.styleIDs) != Bytewise(new.source.styleIDs)
    || Bytewise(old?.source.styleOrder) != Bytewise(new.source.styleOrder)
  private var styles: BytewiseDictionary<Bool> = [:]
  private var constants: BytewiseDictionary<Bool> = [:]

  init(from old: ThemeSnapshot?, to new: ThemeSnapshot) {
    self.old = old
    self.new = new
    areRulesOther = old?.dialect != new.dialect || old?.device != new.device
  }

  func touches(_ consulted: Consulted) -> Bool {
    areRulesOther || consulted.allIDs && areIDsOther || consulted.styles.contains(where: isStyleOther)
      || consulted.constants.contains(where: isConstantOther)
  }

  private func isStyleOther(_ id: String) -> Bool {
    if let known = styles[id] { return known }
    let isOther = old?.source.style(id) != new.source.style(id)
    styles[id] = isOther
    return isOther
  }

  private func isConstantOther(_ id: String) -> Bool {
    if let known = constants[id] { return known }
    let isOther = old?.source.constant(id) != new.source.constant(id)
    constants[id] = isOther
    return isOther
  }
}
