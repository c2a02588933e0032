// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The size of a patch.
package enum PatchSize: Sendable {
  case operations(Int)
  /// Bytes as JSON, without the values.
  case bytes(Int)
  case unlimited
}

/// The operations of a patch, up to a maximum.
package struct Patch: Sendable {
  package private(set) var operations: [PatchOperation] = []
  private let maximum: PatchSize
  private var byteCount = 0
  /// The members that the comparison may still look at. Selections lead through each reference to an object anew, and values share
  /// their parts, so that a comparison that finds little may look at millions.
  var membersLeft: Int

  init(maximum: PatchSize, looksAt members: Int) {
    self.maximum = maximum
    membersLeft = members
  }

  /// Whether the comparison ended before all was compared, so that operations may be missing.
  package var isIncomplete: Bool {
    if membersLeft <= 0 { return true }
    return switch maximum {
    case .operations(let count): operations.count > count
    case .bytes(let count): byteCount > count
    case .unlimited: false
    }
  }

  mutating func append(_ operation: PatchOperation) {
    operations.append(operation)
    byteCount += Self.formBytes + operation.path.utf8.count
  }

  /// Those of `{"op":"add","path":""},`.
  private static let formBytes = 23
}
