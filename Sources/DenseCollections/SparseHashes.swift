// SPDX-License-Identifier: GPL-2.0-or-later

/// A hash for a few of many numbers, 0 for the others. Copies share unchanged chunks, like those of `ChunkedArray`. A chunk
/// of 512 numbers without a hash has no storage.
@usableFromInline package struct SparseHashes: Sendable {
  @inlinable static var shift: Int { 9 }
  @inlinable static var mask: Int { (1 << shift) - 1 }

  @usableFromInline var chunks: ContiguousArray<ContiguousArray<UInt64>> = []

  @inlinable package init() {}

  @inlinable package subscript(index: Int) -> UInt64 {
    get {
      guard index >> Self.shift < chunks.count else { return 0 }
      let chunk = chunks[index >> Self.shift]
      return chunk.isEmpty ? 0 : chunk[index & Self.mask]
    }
    set {
      while chunks.count <= index >> Self.shift { chunks.append([]) }
      if chunks[index >> Self.shift].isEmpty {
        chunks[index >> Self.shift] = ContiguousArray(repeating: 0, count: Self.mask + 1)
      }
      chunks[index >> Self.shift][index & Self.mask] = newValue
    }
  }

  /// Whether both tables have the same storage.
  @inlinable package func isShared(with other: Self) -> Bool {
    chunks.withUnsafeBufferPointer { $0.baseAddress } == other.chunks.withUnsafeBufferPointer { $0.baseAddress }
  }

  /// Shares equal chunks with another table, among those that were written since an older copy of this one.
  @inlinable package mutating func share(with other: Self, since old: Self) {
    for index in 0..<min(chunks.count, other.chunks.count) where chunks[index] == other.chunks[index] {
      if index >= old.chunks.count || chunks[index] != old.chunks[index] { chunks[index] = other.chunks[index] }
    }
  }
}
