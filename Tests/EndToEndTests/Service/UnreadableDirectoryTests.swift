// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// A directory of a bundle that the daemon may not read any more takes no values away, also over a restart.
@Suite(.serialized) struct UnreadableDirectoryTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("one/theme.inc.json", #"{ "themes": ["parts/values.json", "other.json"] }"#)
    try folder.write("one/parts/values.json", #"{ "gap": 4 }"#)
    try folder.write("one/other.json", #"{ "edge": 1 }"#)
    try folder.write("livery.json", #"{ "bundles": { "one": { "path": "one" } } }"#)
  }

  /// The beginning of a command with a user's rights.
  private static let user =
    getuid() == 0 ? ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []

  /// A daemon with a user's rights.
  private func daemon() throws -> Program {
    if getuid() == 0 { chmod(folder.path, 0o777) }
    let daemon = try Program(
      "/bin/bash",
      ["-c", #"exec "$@" 2>&1"#, "bash"] + Self.user + [
        Program.built("liveryd"), "--config", folder("livery.json"), "--socket", folder("s"), "--state-dir",
        folder("state"),
      ])
    while try !daemon.line().contains("listening on") {}
    return daemon
  }

  private func output(_ arguments: String...) throws -> String {
    let (output, end) = try Program(livery, arguments + ["--socket", folder("s")]).outputAndEnd()
    #expect(end.code == 0, "\(arguments): \(end.errors)")
    return output
  }

  /// With mode 0644 the names in a directory can be read, and no file: the slip of `chmod -R` without `X`. With mode 0111 each file can
  /// be opened by its name, and no name can be read.
  @Test(
    arguments: [
      ("one/parts", "the directory `parts` of the bundle in"),
      ("one", "the bundle `one` waits for its directory: "),
    ], [0, 0o644, 0o111]) func keepsWhatItHad(_ lost: (directory: String, problem: String), mode: mode_t) throws
  {
    let (directory, problem) = lost
    var daemon = try daemon()
    chmod(folder(directory), mode)
    for restarts in [false, true, true] {
      if restarts {
        daemon.kill()
        _ = daemon.end()
        daemon = try self.daemon()
      }
      _ = try output("sync")
      #expect(try output("get", "constants/gap", "--raw") == "4\n", "\(restarts)")
      let status = try output("status")
      #expect(status.contains(problem) && status.contains("Permission denied"), "\(status)")
    }
    chmod(folder(directory), 0o755)
    try folder.write("one/other.json", #"{ "edge": 2 }"#)
    let subscriber = try Program(livery, ["subscribe", "--socket", folder("s"), "--reconnect"])
    while try !isEdited(subscriber.event()) {}
    #expect(
      try JSONValue(parsing: Array(output("bundles", "--format", "json").utf8))["bundles"]?.array?.first?["held"] == 0)
    subscriber.interrupt()
    _ = subscriber.end()
    daemon.kill()
    _ = daemon.end()
  }

  /// Without a daemon nothing is known of its files: a check that says nothing would pass a bundle without them.
  @Test(arguments: [0, 0o644, 0o111] as [mode_t]) func aCheckNamesIt(mode: mode_t) throws {
    if getuid() == 0 { chmod(folder.path, 0o777) }
    chmod(folder("one/parts"), mode)
    defer { chmod(folder("one/parts"), 0o755) }
    let command = Self.user + [livery, "check", folder("one"), "--format", "concise", "--color", "never"]
    let (output, end) = try Program(command[0], Array(command.dropFirst())).outputAndEnd()
    #expect(end.code == 1, "\(end.errors)")
    let lines = output.split(separator: "\n").map { $0.drop { $0 != "[" } }
    #expect(
      lines == [
        "[LV0010] the directory `parts` cannot be read: Permission denied",
        "[LV1006] `parts/values.json` is in the directory `parts`, which cannot be read",
      ], "\(output)")
  }

  private func isEdited(_ event: JSONValue) -> Bool {
    event["snapshot"]?["constants"]?["edge"] == 2
      || event["delta"]?["patch"]?.array?.contains { $0["value"] == 2 } ?? false
  }
}
