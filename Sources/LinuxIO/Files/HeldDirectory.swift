// SPDX-License-Identifier: MIT

import Glibc

/// An open directory. Files in it are examined, written and renamed by its descriptor, so that all operations concern one
/// directory even if its path changes meanwhile. Links are never followed.
package struct HeldDirectory: ~Copyable {
  /// The path as given, for errors.
  package let path: String
  let directory: FileDescriptor

  /// The root of the file system.
  package init() throws(SystemError) {
    path = "/"
    directory = try descriptor(withPath("/") { SystemCalls.open($0, Self.flags) }, of: "open", path: "/")
  }

  /// Errors: those of open(2); `notDirectory` also for a link.
  package init(_ path: String) throws(SystemError) {
    self.path = path
    directory = try descriptor(withPath(path) { SystemCalls.open($0, Self.flags) }, of: "open", path: path)
  }

  /// Opens a directory from the root of the file system on, through no link.
  ///
  /// - Parameter path: absolute.
  package init(throughNoLink path: String) throws(SystemError) {
    var directory = try HeldDirectory()
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      directory = try directory.directory(String(Substring(name)))
    }
    self = directory
  }

  init(path: String, _ directory: consuming FileDescriptor) {
    self.path = path
    self.directory = directory
  }

  static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  /// A directory in this one, `..` included. Errors: those of open(2); `notDirectory` also for a link.
  package borrowing func directory(_ name: String) throws(SystemError) -> HeldDirectory {
    let number = directory.raw
    let path = self.path(of: name)
    let opened = try descriptor(
      withPath(name) { SystemCalls.open(in: number, $0, Self.flags) }, of: "openat", path: path)
    return HeldDirectory(path: path, opened)
  }

  /// The path of a name in this directory.
  package borrowing func path(of name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

  package borrowing func status() throws(SystemError) -> FileStatus { try fileStatus(directory, path: path) }

  /// The status of a name; nil for a missing name.
  package borrowing func status(of name: String) throws(SystemError) -> FileStatus? {
    let number = directory.raw
    var status = stat()
    do throws(SystemError) {
      try value(
        withPath(name) { SystemCalls.linkStatus(in: number, $0, &status) }, of: "fstatat", path: path(of: name))
    } catch {
      if error.errno == .noSuchFile { return nil }
      throw error
    }
    return FileStatus(status)
  }

  /// The target of a link as it is stored.
  package borrowing func linkTarget(of name: String) throws(SystemError) -> String {
    let number = directory.raw
    var answer = 0
    let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      // The kernel fills `answer` bytes without a NUL.
      answer = withPath(name) { SystemCalls.readlink(in: number, $0, buffer) }
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(answer, 0)), as: UTF8.self)
    }
    try value(answer, of: "readlinkat", path: path(of: name))
    return target
  }

  /// Reads a whole regular file like `readFile`.
  package borrowing func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8] {
    let number = directory.raw
    let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
    for _ in 0..<5 {
      let file = try descriptor(
        withPath(name) { SystemCalls.open(in: number, $0, flags) }, of: "openat", path: path(of: name))
      if let reading = try readUnchanged(file, path(of: name), limit: limit) { return reading.bytes }
    }
    throw changesTooFast(path(of: name))
  }

  /// Calls a function with the directory of a file and its name there.
  ///
  /// - Parameters:
  ///   - path: relative, of names alone: `.` and `..` are errors. Its directories are never links.
  ///   - makesDirectories: makes those that are missing.
  package borrowing func atFile<Result>(
    _ path: String, makesDirectories: Bool = false,
    _ body: (borrowing HeldDirectory, String) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let slash = path.utf8.firstIndex(of: UInt8(ascii: "/"))
    let name = String(path[..<(slash ?? path.endIndex)])
    guard !["", ".", ".."].contains(name) else {
      throw SystemError(
        call: "openat", errno: .invalidArgument, path: self.path(of: path), detail: "it leads elsewhere")
    }
    guard let slash else { return try body(self, name) }
    let next = makesDirectories ? try makeDirectory(name) : try directory(name)
    let rest = String(path[path.utf8.index(after: slash)...])
    return try next.atFile(rest, makesDirectories: makesDirectories, body)
  }

  /// Makes a file. Fails with `exists` if the name is in use.
  ///
  /// - Parameter mode: nil for 0666 reduced by the umask.
  package borrowing func make(_ name: String, _ bytes: [UInt8], mode: UInt32?) throws(SystemError) {
    _ = try makeOpen(name, bytes, mode: mode)
  }

  private borrowing func makeOpen(
    _ name: String, _ bytes: [UInt8], mode: UInt32?, owner: FileStatus? = nil
  ) throws(SystemError) -> FileDescriptor {
    let number = directory.raw
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = try descriptor(
      withPath(name) { SystemCalls.open(in: number, $0, flags, mode == nil ? 0o666 : 0o600) }, of: "openat",
      path: path(of: name))
    do throws(SystemError) {
      try writeAll(bytes, to: file, path: path(of: name))
      if let owner { keepOwner(owner, of: file) }
      if let mode {
        try value(SystemCalls.changeMode(of: file.raw, mode), of: "fchmod", path: path(of: name))
      }
    } catch {
      try? remove(name)
      throw error
    }
    return file
  }

  /// Replaces a file atomically for its readers, without waiting for the disk. Nothing is left behind by an error, and an error
  /// names the file: the temporary name would make equal errors differ.
  ///
  /// - Parameters:
  ///   - temporary: an unused name for the new file until it replaces the old one.
  ///   - mode: nil for 0666 reduced by the umask.
  package borrowing func replace(
    _ name: String, _ bytes: [UInt8], by temporary: String, mode: UInt32?
  ) throws(SystemError) {
    do throws(SystemError) {
      try make(temporary, bytes, mode: mode)
    } catch {
      throw SystemError(call: error.call, errno: error.errno, path: path(of: name), detail: error.detail)
    }
    do throws(SystemError) {
      try rename(temporary, to: name)
    } catch {
      try? remove(temporary)
      throw SystemError(call: error.call, errno: error.errno, path: path(of: name), detail: error.detail)
    }
  }

  private borrowing func keepOwner(_ owner: FileStatus, of file: borrowing FileDescriptor) {
    if SystemCalls.changeOwner(of: file.raw, owner.user, owner.group) == 0 { return }
    // Only root gives files away. A group of one's own may stay.
    _ = SystemCalls.changeOwner(of: file.raw, .max, owner.group)
  }

  /// Replaces a file atomically and durably: after a crash it has the old or the new content. Nothing is left behind by an error.
  ///
  /// - Parameters:
  ///   - mode: nil for 0666 reduced by the umask.
  ///   - owner: the file that is replaced, whose user and group the new one gets, as far as this process may give it away.
  package borrowing func replaceDurably(
    _ name: String, _ bytes: [UInt8], mode: UInt32?, owner: FileStatus? = nil
  ) throws(SystemError) {
    let temporary = temporaryName(for: name)
    do throws(SystemError) {
      let file = try makeOpen(temporary, bytes, mode: mode, owner: owner)
      try value(SystemCalls.fsync(file.raw), of: "fsync", path: path(of: temporary))
      try rename(temporary, to: name)
    } catch {
      if error.errno != .exists { try? remove(temporary) }
      throw SystemError(call: error.call, errno: error.errno, path: path(of: name), detail: error.detail)
    }
    try sync()
  }

  /// Renames a file within this directory, and replaces a file of the new name.
  package borrowing func rename(_ old: String, to new: String) throws(SystemError) {
    let number = directory.raw
    try value(
      withPath(old) { old in withPath(new) { new in SystemCalls.rename(in: number, old, new) } }, of: "renameat",
      path: path(of: old))
  }

  /// Removes a name that is not a directory.
  package borrowing func remove(_ name: String) throws(SystemError) {
    let number = directory.raw
    try value(withPath(name) { SystemCalls.unlink(in: number, $0) }, of: "unlinkat", path: path(of: name))
  }

  /// Opens a directory in this one, which is made first if the name is not in use. A link is an error.
  package borrowing func makeDirectory(_ name: String) throws(SystemError) -> HeldDirectory {
    let number = directory.raw
    do throws(SystemError) {
      try value(withPath(name) { SystemCalls.mkdir(in: number, $0, 0o777) }, of: "mkdirat", path: path(of: name))
    } catch {
      guard error.errno == .exists else { throw error }
    }
    return try directory(name)
  }

  /// Removes an empty directory.
  package borrowing func removeDirectory(_ name: String) throws(SystemError) {
    let number = directory.raw
    try value(withPath(name) { SystemCalls.rmdir(in: number, $0) }, of: "unlinkat", path: path(of: name))
  }
}
