// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// A bundle with more directories than a bundle may have, which its manifest excludes.
@Suite(.serialized) struct LargeBundleTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("b/theme.inc.json", #"{ "themes": ["a.json"] }"#)
    try folder.write("b/a.json", #"{ "a": 1 }"#)
    try folder.write("b/drafts/d.json", #"{ "d": 1 }"#)
    try folder.write("b/livery.json", #"{ "exclude": ["big", "drafts"] }"#)
    let mkdir = try Process.run(
      URL(filePath: "/bin/bash"), arguments: ["-c", "mkdir -p '\(folder("b"))'/big/x{1..165}/m{1..199}"])
    mkdir.waitUntilExit()
    #expect(mkdir.terminationStatus == 0)
  }

  private func output(_ arguments: String...) throws -> String {
    let (output, end) = try Program(livery, arguments + ["--socket", folder("s")]).outputAndEnd()
    #expect(end.code == 0, "\(arguments): \(output)\(end.errors)")
    return output + end.errors
  }

  /// Reads events until the finding that the bundle is too large is there, or is gone.
  private func wait(_ subscriber: Program, untilTooLarge isExpected: Bool) throws {
    while true {
      let event = try subscriber.event()
      guard let findings = (event["snapshot"] ?? event["delta"] ?? event)["diagnostics"]?.array else { continue }
      if findings.contains(where: { $0["code"] == "LV0009" }) == isExpected { return }
    }
  }

  @Test func staysWhatItIsWithoutItsManifest() throws {
    let daemon = try Program(
      Program.built("liveryd"), ["--socket", folder("s"), "--state-dir", folder("state"), folder("b")])
    defer { daemon.kill() }
    let subscriber = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect"])
    defer { subscriber.kill() }
    #expect(try subscriber.event()["event"] == "snapshot")

    // Its last state is served, with the last manifest: that of the next look is the one on disk.
    try folder.remove("b/livery.json")
    try wait(subscriber, untilTooLarge: true)
    _ = try output("sync")
    #expect(try output("get", "constants/a", "--raw").hasPrefix("1\n"))

    // The next look, after ten seconds, finds a manifest that makes it small. What comes with it is not to be undone.
    try folder.write("b/livery.json", #"{ "exclude": ["big"] }"#)
    try wait(subscriber, untilTooLarge: false)
    _ = try output("sync")
    #expect(try !output("undo", "--write").contains("drafts/d.json"))
    #expect(try folder.text("b/drafts/d.json") == #"{ "d": 1 }"#)
  }
}
