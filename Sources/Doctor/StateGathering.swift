// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO
import TextComparison
import ThemeModel

/// Examines the directory in which the daemon keeps its state.
struct StateGathering {
  let root: String

  /// - Parameter account: the daemon's user.
  func facts(of path: String, _ account: Account?) -> StateFacts {
    var state = StateFacts(path: path, reach: .unknown)
    do throws(SystemError) {
      guard try fileStatus(path).kind == .directory else {
        state.reach = .noDirectory
        return state
      }
    } catch {
      if error.errno == .noSuchFile { state.reach = .missing }
      return state
    }
    let entries = ((try? listDirectory(path)) ?? []).sorted { Bytewise($0.name) < Bytewise($1.name) }
    state.ownership = Ownership(of: path)
    state.setAside = entries.map(\.name).filter { $0.holds(".aside-") }
    // On a read-only file system this is the error of every user whose rights would suffice, and root's would.
    if let error = accessError(path, for: .changingNames), error.name == "EROFS" {
      state.reach = .readOnly(mount: mountPoint(of: path))
      return state
    }
    state.isFull = (try? freeBytes(at: path)) == 0
    if let account, let error = withFileRights(of: account, { accessError(path, for: .changingNames) }) {
      state.reach = error.map { .closed($0.text) } ?? .writable
    } else if state.ownership?.user == account?.name, state.ownership.map({ $0.mode & 0o700 }) == 0o700 {
      state.reach = .writable
    }
    if let account, state.reach == .writable {
      // The daemon does not follow links here, and the rights of their targets are not to be changed.
      let files = entries.filter { $0.kind == .regular && $0.name.hasSuffix(".json") }.map(\.name)
      let closed = withFileRights(of: account) {
        files.filter { accessError("\(path)/\($0)", for: .reading) == .accessDenied }
      }
      state.unreadable = closed ?? []
    }
    return state
  }

  /// The mount point of the file system of a path, by /proc/self/mountinfo, see proc_pid_mountinfo(5).
  func mountPoint(of path: String) -> String {
    let path = (try? realPath(path)) ?? path
    var found = "/"
    for line in ((try? readKernelFile("\(root)/proc/self/mountinfo", limit: 1 << 20)) ?? []).split(separator: 0x0A) {
      let fields = line.split(separator: 0x20, maxSplits: 5)
      guard fields.count > 4 else { continue }
      let point = Self.unescaped(fields[4])
      // The last of several mounts at the same place hides the others.
      if isWithin(path, point), point.utf8.count >= found.utf8.count { found = point }
    }
    return found
  }

  /// The text of a field, in which bytes such as a blank are three octal digits behind a backslash.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
