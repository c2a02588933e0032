// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Numbers temporary names, so that two writers in one process never share one.
private let temporaryNames = Atomic<Int>(0)

/// A hidden name that no other writer in this process uses.
func temporaryName(for name: String) -> String {
  "\(temporaryPrefix(for: name)).\(getpid()).\(temporaryNames.add(1, ordering: .relaxed).newValue).tmp"
}

/// A path beside `path` with a hidden name that no other writer in this process uses.
func temporaryPath(for path: String) -> String {
  let (directory, name) = splitPath(path)
  return "\(directory)/\(temporaryName(for: name))"
}

/// The beginning of a hidden name for a file that will replace `NAME`: `.NAME`. Long names are cut, so that 48 bytes may
/// follow: a name has 255 bytes at most.
package func temporaryPrefix(for name: String) -> String {
  var prefix = "."
  for character in name {
    guard prefix.utf8.count + character.utf8.count <= 207 else { break }
    prefix.append(character)
  }
  return prefix
}

/// Replaces a file atomically and durably: after a crash it has the old or the new content.
///
/// Writes a hidden temporary file beside it, which is removed after an error too.
package func writeFileAtomically(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
  try withTemporaryFile(for: path) { temporary throws(SystemError) in
    let file = try writeNewFile(temporary, bytes, mode: mode)
    try value(SystemCalls.fsync(file.raw), of: "fsync", path: temporary)
    try rename(temporary, to: path)
  }
  try syncDirectory(splitPath(path).directory)
}

/// Replaces a file atomically for its readers, without waiting for the disk: after a crash of the machine it may be empty.
///
/// ext4 and btrfs send a file to the disk at once when it is renamed over another one, which takes several times as long as the rest.
/// They do not when two names are exchanged.
package func writeFileWithoutWaiting(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
  try withTemporaryFile(for: path) { temporary throws(SystemError) in
    _ = try writeNewFile(temporary, bytes, mode: mode)
    try replaceWithoutWaiting(path, by: temporary)
  }
}

/// Gives a file the name `path` in place of the file there, which is removed.
func replaceWithoutWaiting(_ path: String, by temporary: String) throws(SystemError) {
  if !replaceByExchange(path, with: temporary) { try rename(temporary, to: path) }
}

/// Calls `replace` with a hidden name beside a path, and removes the file of this name after an error.
private func withTemporaryFile(
  for path: String, _ replace: (_ temporary: String) throws(SystemError) -> Void
) throws(SystemError) {
  let temporary = temporaryPath(for: path)
  do throws(SystemError) {
    try replace(temporary)
  } catch {
    _ = withPath(temporary) { SystemCalls.unlink($0) }
    throw error
  }
}

func rename(_ temporary: String, to path: String) throws(SystemError) {
  let answer = withPath(temporary) { old in withPath(path) { new in SystemCalls.rename(old, new) } }
  try value(answer, of: "rename", path: path)
}

/// Exchanges two names, then removes the old file. Returns false, with both names as before, if `path` does not exist or is a
/// directory, or if the file system cannot exchange names.
private func replaceByExchange(_ path: String, with temporary: String) -> Bool {
  guard exchangeNames(path, temporary) else { return false }
  if withPath(temporary, SystemCalls.unlink) == 0 { return true }
  _ = exchangeNames(path, temporary)
  return false
}

/// Returns false, with both names as before, if one does not exist or if the file system cannot exchange names.
func exchangeNames(_ first: String, _ second: String) -> Bool {
  withPath(first) { first in withPath(second) { SystemCalls.exchange(first, $0) } } == 0
}

/// Creates a file with the default mode, 0666 reduced by the umask. Throws `exists` if the name is in use, also by a broken
/// link. Leaves no file that it could not write.
package func makeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = try descriptor(withPath(path) { SystemCalls.open($0, flags, 0o666) }, of: "open", path: path)
  do throws(SystemError) {
    try writeAll(bytes, to: file, path: path)
  } catch {
    try? removeFileIfThere(path)
    throw error
  }
}

/// Removes a name that is not a directory, durably: it does not come back after a crash. A missing name is not an error.
package func removeFileDurably(_ path: String) throws(SystemError) {
  try removeFileIfThere(path)
  try syncDirectory(splitPath(path).directory)
}

/// Removes the temporary files that a killed process left beside a path.
///
/// Call it only while no process writes to the path.
package func removeAbandonedTemporaries(of path: String) throws(SystemError) {
  let (directory, name) = splitPath(path)
  for entry in try listDirectory(directory)
  where entry.kind == .regular && entry.name.utf8.starts(with: ".\(name).".utf8) && entry.name.hasSuffix(".tmp") {
    try removeFile("\(directory)/\(entry.name)")
  }
}

/// Renames a file to the first free name of `PATH.aside-1`, `PATH.aside-2` and so on, and overwrites nothing. Throws `exists`
/// after 9,999 used names.
///
/// - Returns: the new path.
package func setAside(_ path: String) throws(SystemError) -> String {
  let isDirectory = try linkStatus(path).kind == .directory
  for number in 1...9_999 {
    let aside = "\(path).aside-\(number)"
    do throws(SystemError) {
      // An empty file reserves the name until the rename replaces it. A directory can only replace an empty directory.
      if !isDirectory { _ = try writeNewFile(aside, [], mode: 0o600) }
    } catch {
      guard error.errno == .exists else { throw error }
      continue
    }
    do throws(SystemError) {
      try value(
        withPath(path) { old in withPath(aside) { new in SystemCalls.rename(old, new) } }, of: "rename", path: path)
      return aside
    } catch {
      let isTaken = [.exists, .notEmpty, .notDirectory].contains(error.errno)
      if isDirectory, isTaken { continue }
      if !isDirectory { try? removeFile(aside) }
      throw error
    }
  }
  throw SystemError(call: "rename", errno: .exists, path: path)
}

private func syncDirectory(_ path: String) throws(SystemError) {
  let directory = try descriptor(
    withPath(path) { SystemCalls.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }, of: "open", path: path)
  try value(SystemCalls.fsync(directory.raw), of: "fsync", path: path)
}

func writeNewFile(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) -> FileDescriptor {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = try descriptor(withPath(path) { SystemCalls.open($0, flags, 0o600) }, of: "open", path: path)
  try writeAll(bytes, to: file, path: path)
  try value(SystemCalls.changeMode(of: file.raw, mode), of: "fchmod", path: path)
  return file
}

func writeAll(_ bytes: [UInt8], to file: borrowing FileDescriptor, path: String) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let answer = bytes.withUnsafeBytes { buffer in
      SystemCalls.write(file.raw, UnsafeRawBufferPointer(rebasing: buffer[written...]))
    }
    written += try value(answer, of: "write", path: path)
  }
}

/// The directory of a path, `.` if it names none, and the name after it.
package func splitPath(_ path: String) -> (directory: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let name = String(path[path.utf8.index(after: slash)...])
  return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
}
