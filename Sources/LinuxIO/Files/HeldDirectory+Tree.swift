// SPDX-License-Identifier: MIT

import Glibc

/// A tree of files that is built below an open directory, and made durable.
///
/// Paths of several names are taken by openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS: a link on the way is the error
/// `tooManyLinks`.
extension HeldDirectory {
  /// A directory below this one. An empty path is this directory.
  package borrowing func directory(below path: String) throws(SystemError) -> HeldDirectory {
    let number = directory.raw
    let full = path.isEmpty ? self.path : self.path(of: path)
    let opened = try descriptor(
      withPath(path.isEmpty ? "." : path) { SystemCalls.open(inTree: number, $0, O_RDONLY | O_DIRECTORY) },
      of: "openat2", path: full)
    return HeldDirectory(path: full, opened)
  }

  /// Makes a directory in this one. Fails with `exists` if the name is in use.
  package borrowing func makeNewDirectory(_ name: String, mode: UInt32) throws(SystemError) {
    let number = directory.raw
    try value(withPath(name) { SystemCalls.mkdir(in: number, $0, mode) }, of: "mkdirat", path: path(of: name))
  }

  /// Makes an empty file below this directory, for writing. Fails with `exists` if the path is in use.
  package borrowing func makeFile(below path: String) throws(SystemError) -> NewFile {
    let number = directory.raw
    let full = self.path(of: path)
    let file = try descriptor(
      withPath(path) { SystemCalls.open(inTree: number, $0, O_WRONLY | O_CREAT | O_EXCL, 0o600) }, of: "openat2",
      path: full)
    return NewFile(path: full, file)
  }

  /// Reads a regular file below this directory like `readFile`.
  package borrowing func read(below path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let number = directory.raw
    let full = self.path(of: path)
    for _ in 0..<5 {
      let file = try descriptor(
        withPath(path) { SystemCalls.open(inTree: number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY) }, of: "openat2",
        path: full)
      if let reading = try readUnchanged(file, full, limit: limit) { return reading.bytes }
    }
    throw changesTooFast(full)
  }

  /// Gives a file of another directory a second name in this one: linkat(2).
  package borrowing func link(
    _ name: String, to old: String, in other: borrowing HeldDirectory
  ) throws(SystemError) {
    let (number, source) = (directory.raw, other.directory.raw)
    try value(
      withPath(old) { old in withPath(name) { SystemCalls.link(in: source, old, to: number, $0) } }, of: "linkat",
      path: path(of: name))
  }

  /// Makes a symbolic link in this directory. Fails with `exists` if the name is in use.
  package borrowing func makeLink(_ name: String, to target: String) throws(SystemError) {
    let number = directory.raw
    try value(
      withPath(target) { target in withPath(name) { SystemCalls.makeLink(in: number, $0, to: target) } },
      of: "symlinkat", path: path(of: name))
  }

  /// Exchanges two names of this directory in one step: renameat2(2) with RENAME_EXCHANGE. Fails with `invalidArgument` where the
  /// file system cannot do it.
  package borrowing func exchange(_ first: String, _ second: String) throws(SystemError) {
    let number = directory.raw
    try value(
      withPath(first) { first in withPath(second) { SystemCalls.exchange(in: number, first, $0) } }, of: "renameat2",
      path: path(of: first))
  }

  /// Waits until everything that was written to the file system of this directory is on the disk: syncfs(2). Since Linux 5.8 it reports
  /// what could not be written since this directory was opened.
  package borrowing func syncFileSystem() throws(SystemError) {
    try value(SystemCalls.syncFileSystem(directory.raw), of: "syncfs", path: path)
  }

  /// Waits until the names in this directory are on the disk: fsync(2).
  package borrowing func sync() throws(SystemError) {
    try value(SystemCalls.fsync(directory.raw), of: "fsync", path: path)
  }

  /// Removes a name with all that is below it. Links are removed, never followed. A missing name is not an error.
  package borrowing func removeTree(_ name: String) throws(SystemError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .directory else { return try remove(name) }
    let tree = try directory(name)
    for entry in try listDirectory(tree.path) { try tree.removeTree(entry.name) }
    try removeDirectory(name)
  }
}

/// A file that is being written. It is whole and on the disk after `finish`.
package struct NewFile: ~Copyable {
  private let path: String
  private let file: FileDescriptor

  init(path: String, _ file: consuming FileDescriptor) {
    self.path = path
    self.file = file
  }

  package borrowing func append(_ bytes: [UInt8]) throws(SystemError) { try writeAll(bytes, to: file, path: path) }

  /// Sets the mode and waits for the disk: fchmod(2), fsync(2).
  package consuming func finish(mode: UInt32) throws(SystemError) {
    try value(SystemCalls.changeMode(of: file.raw, mode), of: "fchmod", path: path)
    try value(SystemCalls.fsync(file.raw), of: "fsync", path: path)
  }

  /// Sets the mode: fchmod(2). `HeldDirectory.syncFileSystem` waits for the disk.
  package consuming func finishWithoutSync(mode: UInt32) throws(SystemError) {
    try value(SystemCalls.changeMode(of: file.raw, mode), of: "fchmod", path: path)
  }
}

/// The bytes that may still be written to the file system at a path: statvfs(2).
package func freeBytes(at path: String) throws(SystemError) -> UInt64 {
  var bytes: UInt64 = 0
  try value(withPath(path) { SystemCalls.freeBytes($0, &bytes) }, of: "statvfs", path: path)
  return bytes
}
