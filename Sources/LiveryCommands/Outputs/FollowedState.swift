// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryProtocol
import TextComparison
import ThemeModel
import ThemeOutputs

/// The state of a theme that the messages of a stream lead to. Without input and output.
struct FollowedState {
  private(set) var bundle = ""
  private(set) var generation = 0
  private(set) var theme = OutputTheme(dialect: nil, constants: .object([]), styles: .object([]))
  private(set) var diagnostics: [ThemeInterface.Diagnostic] = []
  /// Whether unsaved texts are part of it.
  private(set) var isUnsaved = false
  /// Counts the changes that add or remove values.
  private(set) var structure = 0
  private var dialect: DialectName?
  private var sections: [(name: String, value: Value)] = []

  /// A message that does not follow from the state: the next stream begins with a snapshot.
  struct Violation: Error {}

  init(_ snapshot: ThemeInterface.Snapshot, _ diagnostics: [ThemeInterface.Diagnostic]?) {
    bundle = snapshot.bundle
    generation = snapshot.generation
    dialect = snapshot.dialect.flatMap(DialectName.init(rawValue:))
    self.diagnostics = diagnostics ?? snapshot.diagnostics ?? []
    isUnsaved = snapshot.unsaved ?? false
    // Outputs write values in the order of their names. The values are sorted once, not at each change.
    sections = [("constants", snapshot.constants.sorted), ("styles", snapshot.styles.sorted)]
    makeTheme()
  }

  mutating func apply(_ delta: ThemeInterface.Delta) throws(Violation) {
    guard delta.from == generation, delta.to >= delta.from, Bytewise(delta.bundle) == Bytewise(bundle) else {
      throw Violation()
    }
    for operation in delta.patch { try apply(operation) }
    generation = delta.to
    diagnostics = delta.diagnostics ?? diagnostics
    isUnsaved = delta.unsaved ?? false
    makeTheme()
  }

  mutating func replace(_ diagnostics: [ThemeInterface.Diagnostic]) { self.diagnostics = diagnostics }

  private mutating func apply(_ operation: ThemeInterface.PatchOperation) throws(Violation) {
    let segments = Path.segments(of: operation.path)
    guard segments.count > 1, let section = sections.firstIndex(where: { Bytewise($0.name) == Bytewise(segments[0]) })
    else { throw Violation() }
    let isChanged: Bool =
      switch (operation.op, operation.value) {
      case ("add", let value?):
        sections[section].value.change(segments[1...], to: value, isAddition: true, isSorted: true)
      case ("replace", let value?):
        sections[section].value.change(segments[1...], to: value, isAddition: false, isSorted: true)
      case ("remove", _): sections[section].value.change(segments[1...], to: nil, isAddition: false, isSorted: true)
      default: false
      }
    guard isChanged else { throw Violation() }
    if operation.op != "replace" { structure += 1 }
  }

  private mutating func makeTheme() {
    theme = OutputTheme(dialect: dialect, constants: sections[0].value, styles: sections[1].value)
  }
}

extension Value {
  /// The object with its own members sorted by key.
  fileprivate var sorted: Value {
    guard case .object(let members) = self else { return self }
    return .object(members.sorted { $0.key.precedesBytewise($1.key) })
  }

  /// The place of a key among members, and whether it is there; else where it would be added.
  private typealias Place = (index: Int, isThere: Bool)

  /// The place of a key among members that are sorted: a theme that is switched changes thousands of them.
  private func placeInSorted(_ key: String) -> Place {
    guard case .object(let members) = self else { return (0, false) }
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].key.precedesBytewise(key) { low = middle + 1 } else { high = middle }
    }
    return (low, low < members.count && Bytewise(members[low].key) == Bytewise(key))
  }

  /// The place of a key among members in any order.
  private func place(_ key: String) -> Place {
    guard case .object(let members) = self else { return (0, false) }
    if let index = members.firstIndex(where: { Bytewise($0.key) == Bytewise(key) }) { return (index, true) }
    return (members.firstIndex { key.precedesBytewise($0.key) } ?? members.endIndex, false)
  }

  /// Changes a member of an object, or of an object in it. The cost follows the number of members of each object on the path, and its
  /// logarithm in sorted ones.
  ///
  /// - Parameters:
  ///   - value: nil removes the member.
  ///   - isSorted: whether the own members of the object are sorted by key.
  /// - Returns: false if the path leads to no such member.
  fileprivate mutating func change(
    _ path: ArraySlice<String>, to value: Value?, isAddition: Bool, isSorted: Bool = false
  ) -> Bool {
    guard let key = path.first else { return false }
    // Found before the members are taken out, so that nothing else holds them.
    let (index, isThere) = isSorted ? placeInSorted(key) : place(key)
    guard case .object(var members) = self else { return false }
    self = .null
    defer { self = .object(members) }
    guard path.count == 1 else {
      return isThere && members[index].value.change(path.dropFirst(), to: value, isAddition: isAddition)
    }
    switch (isThere, value) {
    case (true, let value?): members[index].value = value
    case (true, nil): members.remove(at: index)
    case (false, let value?):
      guard isAddition else { return false }
      members.insert(Member(key: key, value: value), at: index)
    case (false, nil): return false
    }
    return true
  }
}
