// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Numbers temporary names, so that two writers in one process never share one.
private let temporaryNames = Atomic<Int>(0)

/// Replaces a file as one step: a reader, or the next start after a crash, finds the old content or the new, never a part.
///
/// The content is on the disk when this returns. A temporary file beside it, hidden by a dot, is gone also after an error.
package func writeFileAtomically(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
  try replaceFile(path) { temporary throws(SystemError) in
    let file = try writeNewFile(temporary, bytes, mode: mode)
    try value(SystemCalls.fsync(file.raw), of: "fsync", path: temporary)
  }
  try syncDirectory(splitPath(path).directory)
}

/// Replaces a file as one step for all who read it, without waiting for the disk: after a crash of the machine it may be
/// empty. For what can be had again.
package func writeFileWithoutWaiting(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
  try replaceFile(path) { temporary throws(SystemError) in
    _ = try writeNewFile(temporary, bytes, mode: mode)
  }
}

private func replaceFile(
  _ path: String, writing write: (_ temporary: String) throws(SystemError) -> Void
) throws(SystemError) {
  let (directory, name) = splitPath(path)
  let number = temporaryNames.add(1, ordering: .relaxed).newValue
  let temporary = "\(directory)/.\(name).\(getpid()).\(number).tmp"
  do throws(SystemError) {
    try write(temporary)
    try value(
      withPath(temporary) { old in withPath(path) { new in SystemCalls.rename(old, new) } }, of: "rename", path: path)
  } catch {
    _ = withPath(temporary) { SystemCalls.unlink($0) }
    throw error
  }
}

/// Makes a file that is not there yet, with the mode of new files: 0666 less what the umask takes. A name that is taken, be
/// it by a link to nowhere, is the error `exists`.
package func makeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = try descriptor(withPath(path) { SystemCalls.open($0, flags, 0o666) }, of: "open", path: path)
  try writeAll(bytes, to: file, path: path)
}

/// Removes a name that is no directory, for good: it does not come back after a crash. A name that is not there is no error.
package func removeFileDurably(_ path: String) throws(SystemError) {
  do throws(SystemError) {
    try removeFile(path)
  } catch {
    guard error.errno == .noSuchFile else { throw error }
  }
  try syncDirectory(splitPath(path).directory)
}

/// Removes the temporary files that `writeFileAtomically` left beside a path when its process was killed.
///
/// To be called while nobody writes to the path.
package func removeAbandonedTemporaries(of path: String) throws(SystemError) {
  let (directory, name) = splitPath(path)
  for entry in try listDirectory(directory)
  where entry.kind == .regular && entry.name.utf8.starts(with: ".\(name).".utf8) && entry.name.hasSuffix(".tmp") {
    try removeFile("\(directory)/\(entry.name)")
  }
}

/// Gives what has a path the first free name of `PATH.aside-1`, `PATH.aside-2` and so on: nothing is overwritten. After
/// 9,999 names that are taken it gives up with `exists`.
///
/// - Returns: the new path.
package func setAside(_ path: String) throws(SystemError) -> String {
  let isDirectory = try linkStatus(path).kind == .directory
  for number in 1...9_999 {
    let aside = "\(path).aside-\(number)"
    do throws(SystemError) {
      // An empty file holds the name until the rename replaces it. A directory replaces nothing but an empty one.
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

private func writeNewFile(
  _ path: String, _ bytes: [UInt8], mode: UInt32
) throws(SystemError) -> FileDescriptor {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = try descriptor(withPath(path) { SystemCalls.open($0, flags, 0o600) }, of: "open", path: path)
  try writeAll(bytes, to: file, path: path)
  try value(SystemCalls.changeMode(of: file.raw, mode), of: "fchmod", path: path)
  return file
}

private func writeAll(_ bytes: [UInt8], to file: borrowing FileDescriptor, path: String) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let answer = bytes.withUnsafeBytes { buffer in
      SystemCalls.write(file.raw, UnsafeRawBufferPointer(rebasing: buffer[written...]))
    }
    written += try value(answer, of: "write", path: path)
  }
}

/// The directory of a path, `.` when it names none, and what follows it.
package func splitPath(_ path: String) -> (directory: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let name = String(path[path.utf8.index(after: slash)...])
  return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
}
