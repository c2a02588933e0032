// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO

/// A directory of a test's own, gone with it, and small bundles in it.
final class ScratchBundles {
  let path: String

  init() throws {
    var template = Array("/var/tmp/livery-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemError(call: "mkdtemp", errno: Errno(rawValue: errno), path: "/var/tmp")
    }
    path = try realPath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    try makeDirectories("\(path)/empty", mode: 0o755)
    try bundle("good", #"{ "gap": 4, "box": { "margin": "ref://gap" } }"#)
    try bundle("bad", #"{ "gap": 4, "box": { "margin": "ref://gab" } }"#)
  }

  deinit { ScratchBundles.removeTree(path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  func text(_ name: String) throws -> String {
    String(decoding: try readFile(self(name), limit: 1 << 20), as: UTF8.self)
  }

  private func bundle(_ name: String, _ values: String) throws {
    try makeDirectories(self(name), mode: 0o755)
    try writeFileAtomically(
      self("\(name)/theme.inc.json"), Array(#"{ "include": [], "themes": ["values.json"] }"#.utf8), mode: 0o644)
    try writeFileAtomically(self("\(name)/values.json"), Array("\(values)\n".utf8), mode: 0o644)
  }

  private static func removeTree(_ path: String) {
    for entry in (try? listDirectory(path)) ?? [] {
      let child = "\(path)/\(entry.name)"
      if entry.kind == .directory { removeTree(child) } else { unlink(child) }
    }
    rmdir(path)
  }
}
