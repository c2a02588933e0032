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
      case ("add", let value?): sections[section].value.change(segments[1...], to: value, isAddition: true)
      case ("replace", let value?): sections[section].value.change(segments[1...], to: value, isAddition: false)
      case ("remove", _): sections[section].value.change(segments[1...], to: nil, isAddition: false)
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

  /// Changes a member of an object, or of an object in it. The cost follows the number of members of each object on the path.
  ///
  /// - Parameter value: nil removes the member.
  /// - Returns: false if the path leads to no such member.
  fileprivate mutating func change(_ path: ArraySlice<String>, to value: Value?, isAddition: Bool) -> Bool {
    guard let key = path.first, case .object(var members) = self else { return false }
    let index = members.firstIndex { Bytewise($0.key) == Bytewise(key) }
    // The members are changed in place: nothing else holds them meanwhile.
    self = .null
    defer { self = .object(members) }
    guard path.count == 1 else {
      guard let index else { return false }
      return members[index].value.change(path.dropFirst(), to: value, isAddition: isAddition)
    }
    switch (index, value) {
    case (let index?, let value?): members[index].value = value
    case (let index?, nil): members.remove(at: index)
    case (nil, let value?):
      guard isAddition else { return false }
      let place = members.firstIndex { key.precedesBytewise($0.key) } ?? members.endIndex
      members.insert(Member(key: key, value: value), at: place)
    case (nil, nil): return false
    }
    return true
  }
}
