// SPDX-License-Identifier: MIT

import LinuxIO

/// The owner and the rights of a file.
package struct Ownership: Equatable {
  package var user: String
  package var group: String
  /// The permission bits.
  package var mode: UInt32

  package init(user: String, group: String, mode: UInt32) {
    self.user = user
    self.group = group
    self.mode = mode
  }

  /// Whether members of the group may write, which a connection to a socket needs.
  package var isOpenToGroup: Bool { mode & 0o020 != 0 }

  /// `livery:livery 0660`.
  package var text: String { "\(user):\(group) \(modeText)" }

  package var modeText: String {
    let octal = String(mode, radix: 8)
    return String(repeating: "0", count: max(4 - octal.count, 0)) + octal
  }
}

extension Ownership {
  /// The ownership of the file at a path, links followed. Nil when stat(2) fails.
  package init?(of path: String) {
    guard let status = try? fileStatus(path) else { return nil }
    self.init(
      user: userName(status.user) ?? "\(status.user)", group: groupName(status.group) ?? "\(status.group)",
      mode: status.mode)
  }
}
