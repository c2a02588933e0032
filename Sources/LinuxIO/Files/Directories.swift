// SPDX-License-Identifier: MIT

import Glibc

/// A name in a directory, and what it is; a link is not followed.
package struct DirectoryEntry: Hashable, Sendable {
  /// A name that is not UTF-8 is repaired with U+FFFD, and leads to no file then.
  package let name: String
  package let kind: FileKind
}

/// Finds out whether a directory's entries may be listed, without reading them. Errors: those of open(2).
package func checkIsListable(_ path: String) throws(SystemError) {
  _ = try descriptor(
    withPath(path) { SystemCalls.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }, of: "open", path: path)
}

/// Reads a directory: readdir(3), in the kernel's order, without `.` and `..`. A name that goes while it is read is left out.
package func listDirectory(_ path: String) throws(SystemError) -> [DirectoryEntry] {
  var stream: OpaquePointer?
  try value(withPath(path) { SystemCalls.openDirectoryStream($0, &stream) }, of: "opendir", path: path)
  guard let stream else { return [] }
  defer { closedir(stream) }

  var entries: [DirectoryEntry] = []
  while true {
    var next: UnsafeMutablePointer<dirent>?
    try value(SystemCalls.readDirectory(stream, &next), of: "readdir", path: path)
    guard let entry = next else { return entries }
    // The name ends with a NUL inside the entry, which lives until the next readdir.
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard name != ".", name != ".." else { continue }
    if let kind = fileKind(entry.pointee.d_type) ?? (try? linkStatus("\(path)/\(name)"))?.kind {
      entries.append(DirectoryEntry(name: name, kind: kind))
    }
  }
}

/// Nothing when the file system does not say.
private func fileKind(_ type: UInt8) -> FileKind? {
  switch Int(type) {
  case Int(DT_REG): .regular
  case Int(DT_DIR): .directory
  case Int(DT_LNK): .link
  case Int(DT_FIFO): .fifo
  case Int(DT_SOCK): .socket
  case Int(DT_CHR), Int(DT_BLK): .device
  default: nil
  }
}

/// Makes one directory with exactly this mode, less what the umask takes: mkdir(2).
package func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
  try value(withPath(path) { SystemCalls.mkdir($0, mode) }, of: "mkdir", path: path)
}

/// Makes a directory and those above it that are missing, all with this mode. One that exists is left as it is.
package func makeDirectories(_ path: String, mode: UInt32) throws(SystemError) {
  do throws(SystemError) {
    try makeDirectory(path, mode: mode)
  } catch {
    switch error.errno {
    case .noSuchFile:
      let parent = splitPath(path).directory
      guard parent != path, parent != "." else { throw error }
      try makeDirectories(parent, mode: mode)
      try makeDirectory(path, mode: mode)
    case .exists:
      guard try fileStatus(path).kind == .directory else { throw error }
    default:
      throw error
    }
  }
}

/// Removes a name that is no directory: unlink(2).
package func removeFile(_ path: String) throws(SystemError) {
  try value(withPath(path) { SystemCalls.unlink($0) }, of: "unlink", path: path)
}

/// A path from the root of the file system on, its links as they are: a relative one begins at the working directory.
package func absolutePath(_ path: String) throws(SystemError) -> String {
  if path.utf8.first == UInt8(ascii: "/") { return path }
  let directory = try currentDirectory()
  return directory == "/" ? "/\(path)" : "\(directory)/\(path)"
}

/// The absolute path without links, `.` and `..`: realpath(3).
package func realPath(_ path: String) throws(SystemError) -> String {
  var resolved: UnsafeMutablePointer<CChar>?
  try value(withPath(path) { SystemCalls.realPath($0, &resolved) }, of: "realpath", path: path)
  guard let resolved else { return path }
  // The string was allocated for us and ends with a NUL.
  defer { free(resolved) }
  return String(cString: resolved)
}

/// What a link says, unresolved: readlink(2).
package func linkTarget(_ path: String) throws(SystemError) -> String {
  var answer = 0
  // The kernel keeps no longer targets than a path may be, and fills `answer` bytes without a NUL.
  let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    answer = withPath(path) { SystemCalls.readlink($0, buffer) }
    return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(answer, 0)), as: UTF8.self)
  }
  try value(answer, of: "readlink", path: path)
  return target
}
