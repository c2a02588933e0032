// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import TestSupport
import Testing

/// Callers with the right to read block neither the daemon nor other callers. Each test is a script in `Clients`, which
/// describes it.
@Suite(.serialized) struct CallerTests {
  private let folder: ScratchDirectory

  init() throws {
    // Other users have to reach it.
    folder = try ScratchDirectory(in: "/tmp")
    for bundle in ["open", "secret"] {
      try folder.write("\(bundle)/theme.inc.json", #"{ "themes": ["good.json", "values.json"] }"#)
      try folder.write("\(bundle)/good.json", #"{ "good": 1 }"#)
      try folder.write("\(bundle)/values.json", #"{ "text": "a" }"#)
    }
  }

  private func run(_ script: String) throws {
    let clients = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Clients")
    let client = try Program(
      "/usr/bin/python3", [clients.appending(path: script).path, folder.path, Program.built("liveryd")])
    // A script that fails prints no line; its errors say why.
    let line = try? client.line(within: 600)
    #expect(line == "as promised", "\(client.end().errors)")
    #expect(client.end().code == 0)
  }

  @Test func whatACallerAsksForIsBounded() throws { try run("bounds.py") }

  /// Only root can run as a different user; without root this is skipped.
  @Test(.enabled(if: getuid() == 0)) func aBundleThatMayNotBeReadDoesNotExist() throws { try run("strangers.py") }
}
