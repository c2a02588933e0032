// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The files of a bundle that have several names by hard links, link(2), and how they were when they were read.
///
/// The kernel reports what is written through a name where that name is, and nowhere else: whoever must not miss a write
/// through another one has to look. Nor does it report that a file comes to have several names.
package struct SharedFiles {
  private struct Sight {
    let status: FileStatus
    /// Whether a later write is sure to change the status.
    let isSettled: Bool
  }

  private var sights: BytewiseDictionary<Sight> = [:]

  package init() {}

  package var count: Int { sights.count }

  mutating func note(_ path: String, _ reading: FileReading) {
    note(path, reading.status, isSettled: reading.isSettled)
  }

  /// A file is there and cannot be read: what that changes may come through another name, too.
  mutating func noteUnreadable(_ path: String, _ status: FileStatus) {
    note(path, status, isSettled: false)
  }

  private mutating func note(_ path: String, _ status: FileStatus, isSettled: Bool) {
    let isShared = status.kind == .regular && status.linkCount > 1
    sights[path] = isShared ? Sight(status: status, isSettled: isSettled) : nil
  }

  package mutating func forget(_ path: String) {
    sights[path] = nil
  }

  /// Those of other files that have come to have several names, sorted. Costs a system call for each file.
  package func gained(among files: [String], in directory: String) -> [String] {
    files.filter { path in
      guard sights[path] == nil, let status = try? fileStatus("\(directory)/\(path)") else { return false }
      return status.kind == .regular && status.linkCount > 1
    }
  }

  /// Those that may not be as they were read, sorted. Costs a system call for each file of several names.
  package func changed(in directory: String) -> [String] {
    sights.filter { path, sight in
      !sight.isSettled || (try? fileStatus("\(directory)/\(path)")) != sight.status
    }.keys.sortedBytewise()
  }
}
