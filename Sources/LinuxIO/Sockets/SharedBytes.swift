// SPDX-License-Identifier: MIT

import Synchronization

/// Bytes that are sent over many sockets: written once, never changed.
///
/// Few are in the memory of the process. Many are in a file without a name, where one is to be had: sockets then refer to its
/// pages and hold no copies, so that sending costs half, and however many peers have not read them, the kernel has them once.
/// They are there until nobody holds them and all peers have read them.
package final class SharedBytes: Sendable {
  enum Place: ~Copyable, Sendable {
    case memory(ArraySlice<UInt8>)
    /// They begin at `SharedBytes.beginning`.
    case file(FileDescriptor)
  }

  package let count: Int
  let place: Place

  /// From so many bytes on a file is worth its system calls.
  static let fewestInFile = 32_768
  /// Where the bytes begin in a file. Processors copy many times slower to a place that lies a little behind the one that is
  /// read, as seen within a page; readers have their buffers at the beginning of a page more often than here.
  static let beginning = 2048

  private let budget: FileBudget

  /// Whatever cannot be had, the bytes are kept.
  package convenience init(_ bytes: ArraySlice<UInt8>) { self.init(bytes, within: .ofProcess) }

  init(_ bytes: ArraySlice<UInt8>, within budget: FileBudget) {
    count = bytes.count
    self.budget = budget
    guard bytes.count >= Self.fewestInFile, budget.take() else {
      place = .memory(bytes)
      return
    }
    switch Self.write(bytes) {
    case .some(let file): place = .file(file)
    case nil:
      budget.giveBack()
      place = .memory(bytes)
    }
  }

  deinit {
    switch place {
    case .memory: break
    case .file: budget.giveBack()
    }
  }

  /// Nothing when the kernel has no room.
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

/// How many files of shared bytes there may be at a time: each is a descriptor of the process, of which there are few.
final class FileBudget: Sendable {
  private let most: Int
  private let taken = Atomic(0)

  static let ofProcess = FileBudget(most: 8)

  init(most: Int) { self.most = most }

  /// Whether there may be one more.
  func take() -> Bool {
    guard taken.add(1, ordering: .relaxed).newValue <= most else {
      giveBack()
      return false
    }
    return true
  }

  func giveBack() { taken.subtract(1, ordering: .relaxed) }
}
