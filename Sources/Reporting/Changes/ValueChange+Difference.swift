// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import LiveryProtocol
import TextComparison
package import ThemeModel

extension ValueChange {
  /// The changes from the old state to the new state, in the order of their paths' bytes: one for each value that differs, and one
  /// for each object that only one of the states has.
  package static func changes(
    from old: (constants: Value, styles: Value), to new: (constants: Value, styles: Value)
  ) -> [ValueChange] {
    var changes: [ValueChange] = []
    compare(old.constants, new.constants, at: "constants", into: &changes)
    compare(old.styles, new.styles, at: "styles", into: &changes)
    return changes.sorted { Bytewise($0.path) < Bytewise($1.path) }
  }

  private static func compare(_ old: Value?, _ new: Value?, at path: String, into changes: inout [ValueChange]) {
    guard case .object(let before)? = old, case .object(let after)? = new else {
      if old != new { changes.append(ValueChange(path: path, old: old, new: new)) }
      return
    }
    if before.count == after.count, zip(before, after).allSatisfy({ Bytewise($0.key) == Bytewise($1.key) }) {
      // As in most objects, only values differ. No path is made for a value that stays.
      for (old, new) in zip(before, after) where old.value.isObject || old.value != new.value {
        compare(old.value, new.value, at: "\(path)/\(Path.escape(old.key))", into: &changes)
      }
      return
    }
    let known = BytewiseDictionary(before.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let kept = BytewiseDictionary(after.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    for key in BytewiseSet(known.keys + kept.keys).sorted() {
      compare(known[key], kept[key], at: "\(path)/\(Path.escape(key))", into: &changes)
    }
  }

  /// The changes of a patch.
  ///
  /// - Parameter reverse: the patch of the way back, which has the old values.
  package static func changes(
    _ patch: [ThemeInterface.PatchOperation], reverse: [ThemeInterface.PatchOperation]
  ) -> [ValueChange] {
    let old = BytewiseDictionary(
      reverse.compactMap { operation in operation.value.map { (operation.path, $0) } }, uniquingKeysWith: { $1 })
    return patch.map { ValueChange(path: String($0.path.dropFirst()), old: old[$0.path], new: $0.value) }
      .sorted { Bytewise($0.path) < Bytewise($1.path) }
  }

  /// The operation of a JSON Patch.
  package var operation: PatchOperation {
    switch (old, new) {
    case (_, nil): .remove(path: "/\(path)")
    case (nil, let value?): .add(path: "/\(path)", value: value)
    case (_?, let value?): .replace(path: "/\(path)", value: value)
    }
  }
}
