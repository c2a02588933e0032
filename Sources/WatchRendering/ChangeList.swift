// SPDX-License-Identifier: GPL-2.0-or-later

package import Reporting
import StyledText
package import ThemeModel

/// The values that a generation changed, grouped by cause. Old values are looked up when they are shown.
package struct ChangeList {
  /// The cause of a group.
  package enum Origin: Equatable {
    /// An edited declaration: `core/colors.json:7`.
    case place(String)
    /// Several edited declarations, for values that none of them explains.
    case places(first: String, others: Int)
    /// `livery set`, `livery use` or `livery reset`.
    case runTime
    case unknown
  }

  struct Group {
    var origin: Origin
    /// Indices of the list.
    var members: [Int]
    /// Whether the group may have more values.
    var isCut = false
  }

  private(set) var groups: [Group] = []
  /// The first edited place.
  package let place: (file: String, line: Int, column: Int)?
  private let operations: [PatchOperation]
  private let old: (String) -> Value?
  private let isCut: Bool

  /// The maximum number of values that are explained to find their cause among several.
  private static let maximumExplained = 500

  package init() {
    place = nil
    operations = []
    old = { _ in nil }
    isCut = false
  }

  /// - Parameters:
  ///   - isCut: whether more values changed than the delta has.
  ///   - isSetAtRunTime: whether the values set at run time changed with this generation.
  ///   - old: the value at a path before the delta.
  ///   - steps: explains the value at a path.
  package init(
    _ delta: Delta, isCut: Bool = false, isSetAtRunTime: Bool, old: @escaping (String) -> Value?,
    steps: (String) -> [ExplanationStep]
  ) {
    operations = delta.patch
    self.isCut = isCut
    self.old = old
    place = delta.cause.first.map { ($0.file, $0.line, $0.column) }
    defer {
      if isCut { for index in groups.indices { groups[index].isCut = true } }
    }
    guard !operations.isEmpty else { return }
    let places = delta.cause.map { "\($0.file):\($0.line)" }
    guard let first = places.first else {
      groups = [Group(origin: isSetAtRunTime ? .runTime : .unknown, members: Array(operations.indices))]
      return
    }
    guard delta.cause.count > 1 else {
      groups = [Group(origin: .place(first), members: Array(operations.indices))]
      return
    }
    var members = Array(repeating: [Int](), count: places.count)
    var others: [Int] = []
    for index in operations.indices {
      let steps = index < Self.maximumExplained ? steps(path(of: index)) : []
      let place = delta.cause.firstIndex { $0.isNamed(in: steps) }
      if let place { members[place].append(index) } else { others.append(index) }
    }
    // A value that is not explained may belong to any place.
    let isIncomplete = operations.count > Self.maximumExplained
    groups = zip(places, members).filter { !$1.isEmpty }.map {
      Group(origin: .place($0), members: $1, isCut: isIncomplete)
    }
    if !others.isEmpty {
      groups.append(Group(origin: .places(first: first, others: places.count - 1), members: others))
    }
  }

  package var count: Int { operations.count }
  /// `3 values`; `at least 100000 values` where the list does not have all.
  var countText: String { (isCut ? "at least " : "") + counted(count, "value") }
  package var isEmpty: Bool { operations.isEmpty }

  /// `styles/RBButton/titleColor`.
  private func path(of index: Int) -> String { String(operations[index].path.dropFirst()) }

  package subscript(index: Int) -> ValueChange {
    let path = path(of: index)
    return switch operations[index] {
    case .add(_, let value): ValueChange(path: path, new: value)
    case .remove: ValueChange(path: path, old: old(path))
    case .replace(_, let value): ValueChange(path: path, old: old(path), new: value)
    }
  }
}

extension ChangeList.Group {
  /// `core/colors.json:7 changed 54 values`. The place is cut to make the line fit.
  func title(prefix: String = "", width: Int) -> StyledLine {
    let count = (isCut ? "at least " : "") + counted(members.count, "value")
    let title = { (place: String, rest: String) in
      let room = max(width - rest.displayWidth, 1)
      var line = StyledLine("\(prefix)\(place)".printable.elidedInTheMiddle(to: room), .bold)
      line.append(rest)
      return line
    }
    switch origin {
    case .place(let place): return title(place, " changed \(count)")
    case .places(let first, let others):
      return title(first, " and \(counted(others, "other place")) changed \(count)")
    case .runTime: return StyledLine("\(count) changed by values set at run time", .bold)
    case .unknown: return StyledLine("\(count) changed", .bold)
    }
  }
}
