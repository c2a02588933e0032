// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// A small file that is often replaced and removed: atomically for its readers, and without waiting for the disk.
///
/// What is replaced or removed keeps a hidden name, `.NAME.PID.NUMBER.tmp`, and gets the next content, since the kernel takes four times
/// as long to make a file as to write into one that is open. So a program that opened the file before it was replaced may read a later
/// content, or a part of one. After a crash of the machine the file may be empty, or a mixture of two contents.
/// The hidden file goes with the object; `removeAbandonedTemporaries` removes that of a killed process.
///
/// Not thread-safe: one thread at a time.
package final class RecycledFile {
  /// A file above this size is not kept for the next content, in bytes.
  static let maximumKeptSize = 64 << 10

  /// Limits the files that objects keep open.
  final class Budget: Sendable {
    /// Of all objects of a process that have no other budget: two files for each of eight.
    static let shared = Budget(files: 16)

    let files: Int
    private let kept = Atomic<Int>(0)

    init(files: Int) { self.files = files }

    fileprivate func take() -> Bool {
      if kept.add(1, ordering: .relaxed).newValue <= files { return true }
      giveBack()
      return false
    }

    fileprivate func giveBack() { kept.subtract(1, ordering: .relaxed) }
  }

  /// A file that this object wrote. It stays open, so that its identity is that of no later file.
  private struct OpenFile: ~Copyable {
    let descriptor: FileDescriptor
    let identity: FileIdentity
    var size: Int
    private let budget: Budget

    /// Nil if enough files are open, or if the system cannot identify the file.
    init?(keeping descriptor: consuming FileDescriptor, size: Int, _ budget: Budget) {
      guard let identity = try? fileStatus(descriptor).identity, budget.take() else { return nil }
      self.descriptor = descriptor
      self.identity = identity
      self.size = size
      self.budget = budget
    }

    deinit { budget.giveBack() }

    /// Whether a path leads to this file, which has no further name.
    func isAt(_ path: String) -> Bool {
      guard let status = try? linkStatus(path) else { return false }
      return status.identity == identity && status.linkCount == 1
    }
  }

  package let path: String
  private let mode: UInt32
  private let budget: Budget
  /// The file at `path`; nil if there is none, or if another writer made it.
  private var current: OpenFile?
  /// The file at `sparePath`, for the next content.
  private var spare: OpenFile?
  /// A path in the same directory.
  private var sparePath = ""

  /// - Parameter mode: the permission bits of the file, such as `0o600`.
  package convenience init(_ path: String, mode: UInt32) { self.init(path, mode: mode, .shared) }

  init(_ path: String, mode: UInt32, _ budget: Budget) {
    self.path = path
    self.mode = mode
    self.budget = budget
  }

  deinit { removeSpare() }

  /// Gives the file a new content in one step. After an error it has the content of before.
  package func replace(with bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      let next = try writeSpare(bytes)
      if isCurrent, exchangeNames(path, sparePath) {
        spare = current.take()
      } else {
        current = nil
        try replaceWithoutWaiting(path, by: sparePath)
      }
      current = next
    } catch {
      _ = withPath(sparePath, SystemCalls.unlink)
      throw error
    }
    if let size = spare?.size, size > Self.maximumKeptSize { removeSpare() }
  }

  /// Removes the file. A missing one is not an error.
  package func remove() throws(SystemError) {
    // To rename it over the spare file would wait for the disk.
    guard spare == nil, let size = current?.size, size <= Self.maximumKeptSize, isCurrent else {
      current = nil
      return try removeFileIfThere(path)
    }
    let name = temporaryPath(for: path)
    try rename(path, to: name)
    sparePath = name
    spare = current.take()
  }

  /// Removes the hidden file, if there is one. The next content needs a new one.
  private func removeSpare() {
    if let file = spare.take(), file.isAt(sparePath) { _ = withPath(sparePath, SystemCalls.unlink) }
  }

  /// Writes into the spare file, or into a new one. It is at `sparePath` then.
  private func writeSpare(_ bytes: [UInt8]) throws(SystemError) -> OpenFile? {
    if var file = spare.take(), file.isAt(sparePath) {
      try value(SystemCalls.seek(file.descriptor.raw, to: 0), of: "lseek", path: sparePath)
      try writeAll(bytes, to: file.descriptor, path: sparePath)
      if bytes.count < file.size {
        try value(SystemCalls.truncate(file.descriptor.raw, bytes.count), of: "ftruncate", path: sparePath)
      }
      file.size = bytes.count
      return file
    }
    sparePath = temporaryPath(for: path)
    return OpenFile(keeping: try writeNewFile(sparePath, bytes, mode: mode), size: bytes.count, budget)
  }

  /// Whether `path` leads to the file that this object wrote last.
  private var isCurrent: Bool { current?.isAt(path) == true }
}
