// SPDX-License-Identifier: MIT

import Glibc

/// A name in a directory with its kind. Links are not followed.
package struct DirectoryEntry: Hashable, Sendable {
  /// A name that is not UTF-8 is repaired with U+FFFD, and names no file then.
  package let name: String
  package let kind: FileKind
}

/// Throws if the entries of a directory cannot be listed or looked up. Does not read them. Errors: those of open(2).
package func checkIsListable(_ path: String) throws(SystemError) {
  let directory = try descriptor(
    withPath(path) { SystemCalls.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }, of: "open", path: path)
  try checkIsSearchable(directory.raw, path)
}

/// Throws if the entries of a directory cannot be looked up: without the right to search it, as with mode 0644, their names can be
/// read, and nothing else.
private func checkIsSearchable(_ directory: Int32, _ path: String) throws(SystemError) {
  var status = stat()
  try value(withPath(".") { SystemCalls.linkStatus(in: directory, $0, &status) }, of: "fstatat", path: path)
}

/// Lists a directory: readdir(3), in the order of the kernel, without `.` and `..`. Names that disappear meanwhile are left
/// out. Throws `permissionDenied` as well where names can be read and not looked up.
package func listDirectory(_ path: String) throws(SystemError) -> [DirectoryEntry] {
  var stream: OpaquePointer?
  try value(withPath(path) { SystemCalls.openDirectoryStream($0, &stream) }, of: "opendir", path: path)
  guard let stream else { return [] }
  defer { closedir(stream) }
  try checkIsSearchable(dirfd(stream), path)

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

/// Nil if the file system does not tell the kind.
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

/// Creates one directory with this mode, reduced by the umask: mkdir(2).
package func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) {
  try value(withPath(path) { SystemCalls.mkdir($0, mode) }, of: "mkdir", path: path)
}

/// Creates a directory and its missing ancestors, all with this mode. Existing directories stay as they are.
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

/// Removes a name that is not a directory: unlink(2).
package func removeFile(_ path: String) throws(SystemError) {
  try value(withPath(path) { SystemCalls.unlink($0) }, of: "unlink", path: path)
}

/// Removes a name that is not a directory. A missing name is not an error.
package func removeFileIfThere(_ path: String) throws(SystemError) {
  do throws(SystemError) {
    try removeFile(path)
  } catch {
    guard error.errno == .noSuchFile else { throw error }
  }
}

/// The absolute form of a path, links not resolved. A relative path begins at the working directory.
package func absolutePath(_ path: String) throws(SystemError) -> String {
  if path.utf8.first == UInt8(ascii: "/") { return path }
  let directory = try currentDirectory()
  return directory == "/" ? "/\(path)" : "\(directory)/\(path)"
}

/// A path without empty segments and `.`, so that two ways to write it are equal. `..` stays, since a link may be before it.
package func plainPath(_ path: String) -> String {
  let segments = path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
  let joined = segments.map { String(Substring($0)) }.joined(separator: "/")
  return path.utf8.first == UInt8(ascii: "/") ? "/" + joined : joined
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

/// The target of a link as it is stored: readlink(2).
package func linkTarget(_ path: String) throws(SystemError) -> String {
  var answer = 0
  // Targets are at most as long as a path. The kernel fills `answer` bytes without a NUL.
  let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    answer = withPath(path) { SystemCalls.readlink($0, buffer) }
    return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(answer, 0)), as: UTF8.self)
  }
  try value(answer, of: "readlink", path: path)
  return target
}

/// Removes an empty directory: rmdir(2).
package func removeDirectory(_ path: String) throws(SystemError) {
  try value(withPath(path) { SystemCalls.rmdir(in: AT_FDCWD, $0) }, of: "rmdir", path: path)
}
