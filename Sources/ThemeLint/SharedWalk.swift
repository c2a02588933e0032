// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A walk over many values. They share the objects that they refer to: each object is visited once, however many references lead
/// to it, so that the walk costs the size of the objects and not that of the written values.
struct SharedWalk {
  private var objects = ObjectNumbers()

  /// An object at its first visit.
  struct Visit {
    let members: [Value.Member]
    /// The keys that lead to the object.
    let path: [String]
    let number: Int
  }

  /// Visits a value and the objects in it in preorder. Visits nothing in a value of another kind.
  ///
  /// - Parameters:
  ///   - path: of the value.
  ///   - skipped: the keys whose values are not visited.
  mutating func visitObjects(
    in value: Value, at path: [String], skipping skipped: [String] = [], _ body: (Visit) -> Void
  ) {
    guard case .object(let members) = value else { return }
    // One array for all places of the walk.
    var path = path
    visit(members, &path, skipped, body)
  }

  private mutating func visit(
    _ members: [Value.Member], _ path: inout [String], _ skipped: [String], _ body: (Visit) -> Void
  ) {
    guard let number = objects.visit(members) else { return }
    body(Visit(members: members, path: path, number: number))
    for member in members {
      guard case .object(let inner) = member.value, !skipped.contains(member.key) else { continue }
      path.append(member.key)
      visit(inner, &path, skipped, body)
      path.removeLast()
    }
  }

  /// Begins a walk over the same values. Objects keep their numbers.
  mutating func beginAgain() { objects.beginWalk() }

  /// - Precondition: the number is one of this walk.
  func hasVisited(_ object: Int) -> Bool { objects.isVisited(object) }
}
