// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing

/// A program that follows a bundle whose dialect becomes known, and then changes: a delta does not name it.
@Suite(.serialized) final class DialectChangeTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private let daemon: Program

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("b/.keep", "")
    daemon = try Program(
      "/bin/bash",
      [
        "-c", #"exec "$@" 2>&1"#, "bash", Program.built("liveryd"), "--socket", folder("s"), "--state-dir",
        folder("state"), folder("b"),
      ])
    while try !daemon.line().contains("listening on") {}
  }

  deinit {
    daemon.kill()
    _ = daemon.end()
  }

  private func finish(_ program: Program) {
    program.interrupt()
    _ = program.end()
  }

  /// The dialect of the next snapshot, the event of which may follow others.
  private func nextDialect(_ subscriber: Program) throws -> String? {
    while true {
      let event = try subscriber.event()
      if event["event"] == "snapshot" { return event["snapshot"]?["dialect"]?.string }
    }
  }

  @Test func aConsumerGetsASnapshot() throws {
    let subscriber = try Program(livery, ["subscribe", "--socket", folder("s")])
    #expect(try nextDialect(subscriber) == "")
    try folder.write("b/a.json", ##"{"Button": {"backgroundColor": "#123456"}}"##)
    #expect(try nextDialect(subscriber) == "inlthemes")
    // The values stay, and become those of another dialect.
    try folder.write("b/theme.inc.json", #"{"themes": ["a.json"]}"#)
    #expect(try nextDialect(subscriber) == "redbeard")
    let state = try Program(livery, ["subscribe", "--socket", folder("s")])
    #expect(try nextDialect(state) == "redbeard")
    finish(state)
    finish(subscriber)
  }
}
