// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO

/// A directory of a test's own, gone with it.
final class ScratchDirectory {
  let path: String

  init() throws {
    var template = Array("/var/tmp/livery-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemError(call: "mkdtemp", errno: Errno(rawValue: errno), path: "/var/tmp")
    }
    path = try realPath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  deinit {
    Self.removeTree(path)
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  private static func removeTree(_ path: String) {
    for entry in (try? listDirectory(path)) ?? [] {
      let child = "\(path)/\(entry.name)"
      if entry.kind == .directory { removeTree(child) } else { unlink(child) }
    }
    rmdir(path)
  }
}
