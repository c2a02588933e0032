// SPDX-License-Identifier: MIT

import Synchronization

/// Bytes that are sent over many sockets: written once, never changed.
///
/// Short ones lie in the memory of the process. Long ones lie in a file without a name, if the kernel has one: sockets then
/// refer to its pages and hold no copies, so that sending costs half, and the kernel has the bytes once for all peers that
/// have not read them. The pages are free when the last owner is gone and all peers have read them.
package final class SharedBytes: Sendable {
  enum Place: ~Copyable, Sendable {
    case memory(ArraySlice<UInt8>)
    /// The bytes begin at `SharedBytes.beginning`.
    case file(FileDescriptor)
  }

  package let count: Int
  let place: Place

  /// From this number of bytes on, a file is worth its system calls.
  static let minimumInFile = 32_768
  /// The offset of the bytes in a file. Processors copy many times slower to a place that lies a little behind the source
  /// within a page. Readers have their buffers at the beginning of a page more often than at this offset.
  static let beginning = 2048

  private let budget: FileBudget

  /// Keeps the bytes in memory if no file is available.
  package convenience init(_ bytes: ArraySlice<UInt8>) { self.init(bytes, within: .ofProcess) }

  init(_ bytes: ArraySlice<UInt8>, within budget: FileBudget) {
    count = bytes.count
    self.budget = budget
    guard bytes.count >= Self.minimumInFile, budget.reserve() else {
      place = .memory(bytes)
      return
    }
    switch Self.write(bytes) {
    case .some(let file): place = .file(file)
    case nil:
      budget.release()
      place = .memory(bytes)
    }
  }

  deinit {
    switch place {
    case .memory: break
    case .file: budget.release()
    }
  }

  /// Nil if the kernel has no room.
  private static func write(_ bytes: ArraySlice<UInt8>) -> FileDescriptor? {
    let answer = withPath("message") { SystemCalls.memoryFile($0) }
    guard answer >= 0 else { return nil }
    let file = FileDescriptor(owning: Int32(answer))
    guard SystemCalls.seek(file.raw, to: beginning) >= 0 else { return nil }
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { SystemCalls.write(file.raw, $0) }
      guard written > 0 else { return nil }
      rest = rest.dropFirst(written)
    }
    return file
  }
}

/// Limits the files of shared bytes: each is a descriptor, of which a process has few.
final class FileBudget: Sendable {
  private let maximum: Int
  private let used = Atomic(0)

  static let ofProcess = FileBudget(maximum: 8)

  init(maximum: Int) { self.maximum = maximum }

  /// Whether one more file is allowed. The caller gives it back with `release`.
  func reserve() -> Bool {
    guard used.add(1, ordering: .relaxed).newValue <= maximum else {
      release()
      return false
    }
    return true
  }

  func release() { used.subtract(1, ordering: .relaxed) }
}
