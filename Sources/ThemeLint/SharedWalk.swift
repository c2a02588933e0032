// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A walk over many values. They share the objects that they refer to: each object is visited once, however many references lead
/// to it, so that the walk costs the size of the objects and not that of the written values.
struct SharedWalk {
  private var objects = ObjectNumbers()

  struct Visit {
    let value: Value
    /// The keys that lead to the value.
    let path: [String]
    /// The number of the object: of the value itself, or of the one that it is a member of. Nil for a value in no object.
    let object: Int?
  }

  /// Visits a value and its members in preorder.
  ///
  /// - Parameters:
  ///   - path: of the value.
  ///   - skipped: the keys whose values are not visited.
  mutating func visit(
    _ value: Value, at path: [String], skipping skipped: [String] = [], _ body: (Visit) -> Void
  ) {
    // One array for all places of the walk.
    var path = path
    visit(value, &path, in: nil, skipped, body)
  }

  private mutating func visit(
    _ value: Value, _ path: inout [String], in parent: Int?, _ skipped: [String], _ body: (Visit) -> Void
  ) {
    guard case .object(let members) = value else { return body(Visit(value: value, path: path, object: parent)) }
    guard let object = objects.visit(members) else { return }
    body(Visit(value: value, path: path, object: object))
    for member in members where !skipped.contains(member.key) {
      path.append(member.key)
      visit(member.value, &path, in: object, skipped, body)
      path.removeLast()
    }
  }

  /// Begins a walk over the same values. Objects keep their numbers.
  mutating func beginAgain() { objects.beginWalk() }

  /// - Precondition: the number is one of this walk.
  func hasVisited(_ object: Int) -> Bool { objects.isVisited(object) }
}
