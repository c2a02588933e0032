// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TextComparison

/// The files of a bundle that have several names by hard links, link(2), with their status when they were read.
///
/// The kernel reports a write in the directory of the name that was used for it, and nowhere else. Writes through other names are
/// found by a look at the status, and so are new names.
package struct SharedFiles {
  private struct Sight {
    let status: FileStatus
    /// Whether any later write changes the status.
    let isSettled: Bool
  }

  private var sights: BytewiseDictionary<Sight> = [:]

  package init() {}

  package var count: Int { sights.count }

  mutating func note(_ path: String, _ reading: FileReading) {
    note(path, reading.status, isSettled: reading.isSettled)
  }

  /// Records an unreadable file: a change through a second name may make it readable.
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

  /// The other files that have several names now, sorted. Costs a system call for each file.
  package func gained(among files: [String], in directory: String) -> [String] {
    files.filter { path in
      guard sights[path] == nil, let status = try? fileStatus("\(directory)/\(path)") else { return false }
      return status.kind == .regular && status.linkCount > 1
    }.sortedBytewise()
  }

  /// The files that may have changed since they were read, sorted. Costs a system call for each file with several names.
  package func changed(in directory: String) -> [String] {
    sights.filter { path, sight in
      !sight.isSettled || (try? fileStatus("\(directory)/\(path)")) != sight.status
    }.keys.sortedBytewise()
  }
}
