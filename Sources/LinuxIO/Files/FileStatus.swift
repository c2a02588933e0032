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

/// Which file it is, whatever its name: a file that replaces another is another.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

/// What stat(2) says of a file. Two that differ mean that the file was changed or replaced; which is newer means nothing.
package struct FileStatus: Hashable, Sendable {
  package let identity: FileIdentity
  package let kind: FileKind
  /// Bytes.
  package let size: Int64
  /// Nanoseconds since 1970 of the last change of the content.
  package let modified: Int64
  /// Nanoseconds since 1970 of the last change of content or status.
  package let changed: Int64
  /// The permission bits, `0o644`.
  package let mode: UInt32
  /// Names that lead to it: above 1 for a file with hard links.
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
}

/// Looks at what a path leads to, through links: stat(2).
package func fileStatus(_ path: String) throws(SystemError) -> FileStatus {
  var status = stat()
  try value(withPath(path) { SystemCalls.status($0, &status) }, of: "stat", path: path)
  return FileStatus(status)
}

/// Looks at the path itself, be it a link: lstat(2).
package func linkStatus(_ path: String) throws(SystemError) -> FileStatus {
  var status = stat()
  try value(withPath(path) { SystemCalls.linkStatus($0, &status) }, of: "lstat", path: path)
  return FileStatus(status)
}

/// The kind of file system that a path leads to, a number of linux/magic.h: statfs(2).
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

/// Gives a file to a group of this process: chown(2).
package func changeGroup(of path: String, to group: UInt32) throws(SystemError) {
  try value(withPath(path) { SystemCalls.changeGroup($0, group) }, of: "chown", path: path)
}

/// Hands a path to a system call. A path that holds a NUL names no file: it must not silently become a shorter one.
package func withPath(_ path: String, _ call: (UnsafePointer<CChar>) -> Int) -> Int {
  guard !path.utf8.contains(0) else { return -Int(EINVAL) }
  return path.withCString(call)
}
