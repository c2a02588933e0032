// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A walk over many values. They share the objects that they refer to: each object is visited once, however many references lead
/// to it, so that the walk costs the size of the objects and not that of the written values.
struct SharedWalk {
  /// The visited objects, by the address of their members. They are kept so that no other object gets the same address.
  private var visited: [UInt: [Value.Member]] = [:]

  /// Visits a value and its members in preorder, each with the keys that lead to it.
  ///
  /// - Parameters:
  ///   - path: of the value.
  ///   - skipped: the keys whose values are not visited.
  mutating func visit(
    _ value: Value, at path: [String], skipping skipped: [String] = [], _ body: (Value, [String]) -> Void
  ) {
    // One array for all places of the walk.
    var path = path
    visit(value, &path, skipped, body)
  }

  private mutating func visit(
    _ value: Value, _ path: inout [String], _ skipped: [String], _ body: (Value, [String]) -> Void
  ) {
    guard case .object(let members) = value else { return body(value, path) }
    // The address is compared and never read.
    let address = members.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    guard visited.updateValue(members, forKey: address) == nil else { return }
    body(value, path)
    for member in members where !skipped.contains(member.key) {
      path.append(member.key)
      visit(member.value, &path, skipped, body)
      path.removeLast()
    }
  }
}
