// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// Changes of the configuration, by the commands that administrators use.
@Suite(.serialized) struct ConfigurationCommandTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")
  private let liveryd = Program.built("liveryd")
  private let file: String

  init() throws {
    folder = try ScratchDirectory()
    file = folder("livery.json")
    for name in ["one", "two"] {
      try folder.write("\(name)/theme.inc.json", #"{ "themes": ["values.json"] }"#)
      try folder.write("\(name)/values.json", #"{ "gap": 4 }"#)
    }
    try folder.write("livery.json", #"{ "bundles": { "a": { "path": "one" } } }"#)
  }

  /// A daemon whose log is its output.
  private func daemon() throws -> Program {
    let program = try Program(
      "/bin/bash",
      [
        "-c", #"exec "$@" 2>&1"#, "bash", liveryd, "--config", file, "--socket", folder("s"), "--state-dir",
        folder("state"),
      ])
    while try !program.line().contains("listening on") {}
    return program
  }

  /// The output of a command, with `@` for the scratch directory, and its exit status.
  private func run(_ program: String, _ arguments: String...) throws -> (output: String, errors: String, code: Int32) {
    let (output, end) = try Program(program, arguments).outputAndEnd()
    func short(_ text: String) -> String { text.replacingOccurrences(of: folder.path, with: "@") }
    return (short(output), short(end.errors), end.code)
  }

  private func reload() throws -> (output: String, errors: String, code: Int32) {
    try run(livery, "reload", "--socket", folder("s"))
  }

  @Test func theConfigurationIsChecked() throws {
    try folder.write(
      "livery.json.d/50-two.json",
      "{ \"bundles\": { \"two\": { \"path\": \"../two\" },\n\"a\": { \"path\": \"no\" } } }")
    let good = try run(liveryd, "--check-config", "--config", file)
    #expect(
      good.output.split(separator: "\n").map { $0.split(separator: " ") } == [
        ["BUNDLE", "PATH", "FROM"], ["a", "@/livery.json.d/no", "@/livery.json.d/50-two.json:2:16"],
        ["two", "@/livery.json.d/../two", "@/livery.json.d/50-two.json:1:33"],
      ])
    #expect(
      good.errors == """
        @/livery.json.d/50-two.json:2:16: info: takes the place of the bundle `a` of @/livery.json:1:31
        @/livery.json.d/50-two.json:2:16: warning: the bundle cannot be read: @/livery.json.d/no: No such file or directory; \
        a start waits for it; a reload that adds it fails

        """)
    #expect(good.code == 0)
    let root = try run(liveryd, "--check-config", "--config", file, "/")
    #expect(root.errors.hasSuffix("warning: the root of the file system is not a bundle; name a directory of themes\n"))
    try folder.write("livery.json.d/60.json", "{\n  \"bundels\": {} }")
    try folder.write("livery.json.d/70.json", "{ \"limits\" }")
    let bad = try run(liveryd, "--check-config", "--config", file)
    #expect(bad.output == "")
    #expect(
      bad.errors.hasPrefix(
        "@/livery.json.d/60.json:2:3: error: unknown key `bundels`; did you mean `bundles`?\n"))
    #expect(bad.errors.contains("\n@/livery.json.d/70.json:1:11: error: "), "\(bad.errors)")
    #expect(bad.code == 2)
    // A start refuses every configuration that the check refuses.
    #expect(try run(liveryd, "--config", file, "--socket", folder("s")).code == 2)
    #expect(try !folder.names().contains("s"))
  }

  /// It is Livery that refuses, and not a stranger at the socket.
  @Test func aLimitOfConnectionsIsNamed() throws {
    try folder.write(
      "livery.json", #"{ "bundles": { "a": { "path": "one" } }, "limits": { "connectionsPerUser": 1 } }"#)
    let daemon = try daemon()
    let subscriber = try Program(livery, ["subscribe", "--socket", folder("s")])
    #expect(try subscriber.event()["event"] == "snapshot")
    let status = try run(livery, "status", "--socket", folder("s"))
    #expect(
      status.errors == """
        livery: the daemon's limit `connectionsPerUser` is reached: 1
          help: end programs that are connected, or raise the limit in the daemon's configuration

        """)
    #expect(status.code == 1)
    let doctor = try run(livery, "doctor", "--socket", folder("s"))
    #expect(doctor.output.contains("takes no more connections: its limit `connectionsPerUser` of 1 is reached"))
    subscriber.interrupt()
    _ = subscriber.end()
    daemon.kill()
    _ = daemon.end()
  }

  @Test func aReloadSaysWhatItChanges() throws {
    let daemon = try daemon()
    let follower = try Program(livery, ["subscribe", "a", "--socket", folder("s")])
    #expect(try follower.event()["event"] == "snapshot")

    // A package of a theme installs a link to its own file.
    try folder.write("two/daemon.json", #"{ "bundles": { "two": { "path": "../two" } }, "tint": 1 }"#)
    try FileManager.default.createDirectory(atPath: folder("livery.json.d"), withIntermediateDirectories: true)
    try folder.link("livery.json.d/50-two.json", to: "../two/daemon.json")
    let added = try reload()
    #expect(added.output == "added two\n")
    #expect(
      added.errors.hasPrefix(
        "livery: @/livery.json.d/50-two.json:1:47: warning: unknown key `tint`, which is ignored\n"),
      "\(added.errors)")
    #expect(added.code == 0)

    // A misspelt key would take all bundles away.
    try folder.write("livery.json", #"{ "bundels": { "a": { "path": "one" } } }"#)
    let refused = try reload()
    #expect(refused.output == "")
    #expect(
      refused.errors == "livery: @/livery.json:1:3: unknown key `bundels`\n  help: did you mean `bundles`?\n")
    #expect(refused.code == 2)
    try folder.write("one/values.json", #"{ "gap": 5 }"#)
    #expect(try follower.event()["event"] == "delta")

    try folder.write("livery.json", "{}")
    try FileManager.default.removeItem(atPath: folder("livery.json.d/50-two.json"))
    let removed = try reload()
    #expect(removed.output == "removed a\nremoved two\n")
    #expect(removed.errors == "")
    #expect(try follower.event()["event"] == "end")
    daemon.interrupt()
    _ = daemon.outputAndEnd()
  }

  @Test func theLevelOfTheLogHoldsFromTheReloadOn() throws {
    let daemon = try daemon()
    try folder.write("livery.json", #"{ "bundles": { "a": { "path": "one" } }, "logLevel": "debug" }"#)
    #expect(try reload().code == 0)
    try folder.write("one/values.json", #"{ "gap": 5 }"#)
    while try !daemon.line().hasPrefix("<7>a: reads values.json") {}
    try folder.write("livery.json", #"{ "bundles": { "a": { "path": "one" } }, "logLevel": "error" }"#)
    #expect(try reload().code == 0)
    try folder.write("one/values.json", #"{ "gap": 6 }"#)
    #expect(try run(livery, "sync", "--socket", folder("s")).code == 0)
    daemon.interrupt()
    let (output, end) = daemon.outputAndEnd()
    #expect(output == "", "neither the save nor the end of the daemon is an error")
    #expect(end.code == 0)
  }
}
