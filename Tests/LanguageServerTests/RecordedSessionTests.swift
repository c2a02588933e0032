// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import Testing

@testable import LanguageServer

/// The messages of real editors, and the answers to them: `Tests/Editors/Sessions`, a message a line. `LIVERY_RECORD=1` records the
/// answers.
@Suite struct RecordedSessionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Editors/Sessions")

  /// The bundle of each is `SampleBundles.redbeard`, in `/w`.
  @Test(arguments: ["neovim"]) func replay(_ name: String) throws {
    let sent = try String(contentsOf: Self.folder.appending(path: "\(name).sent.ndjson"), encoding: .utf8)
    let session = try EditorSession(SampleBundles.redbeard, capabilities: nil)
    var lines: [String] = []
    session.received = { lines.append($0.text) }
    for line in sent.split(separator: "\n") {
      session.send(try JSONValue(parsing: Array(line.utf8), maximumDepth: 64))
      session.rest()
    }
    let answers = lines.joined(separator: "\n") + "\n"
    let url = Self.folder.appending(path: "\(name).answers.ndjson")
    if ProcessInfo.processInfo.environment["LIVERY_RECORD"] != nil {
      try answers.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(answers == (try? String(contentsOf: url, encoding: .utf8)))
    #expect(session.server.exitCode == 0, "the session ended as it should")
  }
}
