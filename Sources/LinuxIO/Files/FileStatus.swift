// SPDX-License-Identifier: MIT

import Glibc

package enum FileKind: Hashable, Sendable {
  case regular
  case directory
  case link
  case fifo
  case socket
  case device

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .link
    case S_IFIFO: self = .fifo
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }
}

/// Identifies a file independently of its names. A file that replaces an existing file has a new identity.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

/// The status of a file: stat(2). If two differ, the file was changed or replaced. Their order means nothing.
package struct FileStatus: Hashable, Sendable {
  package let identity: FileIdentity
  package let kind: FileKind
  /// Bytes.
  package let size: Int64
  /// The time of the last change of the content, in nanoseconds since 1970.
  package let modified: Int64
  /// The time of the last change of content or status, in nanoseconds since 1970.
  package let changed: Int64
  /// The permission bits, `0o644`.
  package let mode: UInt32
  /// The number of names: above 1 for a file with hard links.
  package let linkCount: UInt64
  /// The owner.
  package let user: UInt32
  package let group: UInt32

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    kind = FileKind(mode: status.st_mode)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    mode = status.st_mode & 0o7777
    linkCount = UInt64(status.st_nlink)
    user = status.st_uid
    group = status.st_gid
  }

  /// Whether the file has the content that it had at an earlier status: nothing changed since then, or the file only lost a
  /// name, because a writer replaced it at this name or removed it.
  ///
  /// Any other change of `changed` counts as a change of the content: a program can set `modified` back after a write.
  func hasContent(of earlier: FileStatus) -> Bool {
    if self == earlier { return true }
    return identity == earlier.identity && size == earlier.size && modified == earlier.modified
      && linkCount < earlier.linkCount
  }
}

/// The status of the file that a path leads to, links followed: stat(2).
package func fileStatus(_ path: String) throws(SystemError) -> FileStatus {
  var status = stat()
  try value(withPath(path) { SystemCalls.status($0, &status) }, of: "stat", path: path)
  return FileStatus(status)
}

/// The status of a path itself, links not followed: lstat(2).
package func linkStatus(_ path: String) throws(SystemError) -> FileStatus {
  var status = stat()
  try value(withPath(path) { SystemCalls.linkStatus($0, &status) }, of: "lstat", path: path)
  return FileStatus(status)
}

/// The type of the file system at a path, a number of linux/magic.h: statfs(2).
package func fileSystemType(_ path: String) throws(SystemError) -> UInt32 {
  var type: UInt32 = 0
  try value(withPath(path) { SystemCalls.fileSystemType($0, &type) }, of: "statfs", path: path)
  return type
}

func fileStatus(_ descriptor: borrowing FileDescriptor, path: String? = nil) throws(SystemError) -> FileStatus {
  var status = stat()
  try value(SystemCalls.status(of: descriptor.raw, &status), of: "fstat", path: path)
  return FileStatus(status)
}

/// Changes the group of a file to a group of this process: chown(2).
package func changeGroup(of path: String, to group: UInt32) throws(SystemError) {
  try value(withPath(path) { SystemCalls.changeGroup($0, group) }, of: "chown", path: path)
}

/// Passes a path to a system call. A path with a NUL is invalid: the kernel would read a shorter path.
package func withPath(_ path: String, _ call: (UnsafePointer<CChar>) -> Int) -> Int {
  guard !path.utf8.contains(0) else { return -Int(EINVAL) }
  return path.withCString(call)
}
