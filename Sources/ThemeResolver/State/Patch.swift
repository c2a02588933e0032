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

  init(maximum: PatchSize) { self.maximum = maximum }

  /// Whether the maximum is exceeded, so that operations are missing.
  package var isIncomplete: Bool {
    switch maximum {
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
