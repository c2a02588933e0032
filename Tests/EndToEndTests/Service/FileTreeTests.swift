// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConnection
import TestSupport
import Testing

/// Changes of the directories and links of a bundle, and of its parent directories, while programs serve it.
@Suite(.serialized) final class FileTreeTests {
  /// How a program gets the path of a bundle.
  enum Naming: CaseIterable {
    case watch, operand, configuration, addition
  }

  private let folder: ScratchDirectory
  private var socket: String { folder("socket") }

  init() throws { folder = try ScratchDirectory() }

  private func shell(_ script: String) throws {
    let program = try Program("/bin/bash", ["-ec", "cd \(folder.path); \(script)"])
    let end = program.end()
    if end.code != 0 { throw EndToEndFailure(description: "\(script): \(end.errors)") }
  }

  /// Starts a program that serves the bundle at a path relative to the folder, and returns when it can be asked.
  private func serve(_ path: String, _ naming: Naming) throws -> (program: Program, connection: VarlinkConnection) {
    let common = "--socket \(socket) --state-dir \(folder("state"))"
    let command =
      switch naming {
      case .watch: "\(Program.built("livery")) watch \(path) --socket \(socket)"
      case .operand: "\(Program.built("liveryd")) \(common) \(path)"
      case .configuration, .addition: "\(Program.built("liveryd")) \(common) --config livery.json"
      }
    let bundles = naming == .configuration ? #""current": { "path": "\#(path)" }"# : ""
    try folder.write("livery.json", #"{ "bundles": { \#(bundles) } }"#)
    let program = try Program("/bin/bash", ["-c", "cd \(folder.path); exec \(command) 2>&1"])
    while try !program.line().contains("listening on") {}
    let connection = try VarlinkConnection(path: socket)
    if naming == .addition {
      _ = try connection.call("io.livery.Theme.AddBundle", JSONObject([("path", .string(folder(path)))]))
    }
    return (program, connection)
  }

  private func call(_ method: String, _ connection: VarlinkConnection) throws -> JSONValue {
    .object(try connection.call("io.livery.Theme.\(method)"))
  }

  private func generation(_ connection: VarlinkConnection) throws -> Double {
    try #require(try call("Sync", connection)["generation"]?.number)
  }

  private func constants(_ connection: VarlinkConnection) throws -> JSONValue? {
    try call("Resolve", connection)["snapshot"]?["constants"]
  }

  /// Releases in directories of their own, and a link that says which of them holds.
  @Test(arguments: Naming.allCases, ["current", "top/current", "in/current"])
  func aBundleNamedByALinkIsFollowed(_ naming: Naming, path: String) throws {
    try shell(
      """
      for release in 1 2 3; do
        mkdir -p r$release/sub; echo '{ "themes": ["a.json"] }' > r$release/theme.inc.json
        echo "{ \\"release\\": $release }" > r$release/sub/a.json
      done
      ln -s r1 current; ln -s . top; mkdir in; ln -s ../current in/current
      """)
    let (program, connection) = try serve(path, naming)
    let bundle = try #require(try call("ListBundles", connection)["bundles"]?.array?.first)
    #expect(bundle["name"] == "current")
    #expect(bundle["path"] == .string(folder("r1")))
    let start = try generation(connection)
    #expect(try constants(connection) == ["release": 1])

    try shell("ln -sfn r2 current")
    #expect(try generation(connection) == start + 1)
    #expect(try constants(connection) == ["release": 2])
    #expect(try call("ListBundles", connection)["bundles"]?.array?.first?["path"] == .string(folder("r2")))
    try shell("ln -s r3 next; mv -T next current")
    #expect(try generation(connection) == start + 2)
    #expect(try constants(connection) == ["release": 3])
    // The old directory does not belong to the bundle any more.
    try shell(#"echo '{ "release": 4 }' > r1/sub/a.json; rm -r r2"#)
    #expect(try generation(connection) == start + 2)
    try shell(#"echo '{ "release": 5 }' > r3/sub/a.json"#)
    #expect(try generation(connection) == start + 3)
    #expect(try constants(connection) == ["release": 5])

    // A different way: the link or the directory above is replaced.
    let above = path == "in/current" ? "mv in old; mkdir in; ln -s ../r1 in/current" : "ln -sfn r1 current"
    // Seen at once, as it takes more than one step.
    try program.whileItStands {
      try shell(path == "top/current" ? "mkdir else; ln -s ../r1 else/current; ln -sfn else top" : above)
    }
    #expect(try generation(connection) == start + 4)
    #expect(try constants(connection) == ["release": 4])
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// The snapshot of `livery resolve` for the same files.
  private func resolvedAnew() throws -> JSONValue? {
    let program = try Program(Program.built("livery"), ["resolve", folder("bundle")])
    var text = ""
    while let line = try? program.line() { text += line + "\n" }
    return try JSONValue(parsing: Array(text.utf8), maximumDepth: 256)["constants"]
  }

  /// A start would find the same state.
  @Test(arguments: [
    // A directory, a link out of the bundle in its place, and nothing.
    ["mv bundle/d old; ln -s ../else bundle/d", "rm bundle/d", "mkdir bundle/d"],
    ["mv bundle/d old; ln -s d bundle/d", "rm bundle/d"],
    [
      "mkdir bundle/e; mv bundle/d/b.json bundle/e; ln -s ../e bundle/d/l", "ln -sfn ../d bundle/d/l", "rm -r bundle/e",
    ],
    ["ln -sfn .. bundle/d/a.json", "rm bundle/d/a.json"],
    ["ln -sfn ../../else bundle/d/a.json", "ln -sfn ../b.json bundle/d/a.json"],
    ["rm bundle/d/a.json; mkfifo bundle/d/a.json"],
  ]) func nothingIsServedThatAStartWouldNotFind(_ steps: [String]) throws {
    try shell(
      """
      mkdir -p bundle/d else; echo '{ "themes": ["a.json", "b.json"] }' > bundle/theme.inc.json
      echo '{ "a": 1 }' > bundle/d/a.json; echo '{ "b": 1 }' > bundle/d/b.json; echo '{ "a": 2 }' > else/a.json
      """)
    let (program, connection) = try serve("bundle", .operand)
    for step in steps {
      try shell(step)
      _ = try call("Sync", connection)
      // Missing values keep their last good state until `livery forget`.
      _ = try call("Forget", connection)
      #expect(try constants(connection) == resolvedAnew(), "\(step)")
    }
    program.interrupt()
    #expect(program.end().code == 0)
  }

  /// Everything that was read by a program so far, in bytes.
  private func bytesRead(by program: Program) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(program.identifier)/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar:") })
    return try #require(Int(line.split(separator: " ").last ?? ""))
  }

  private func makeBundle() throws {
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["a.json", "b.json"] }"#)
    try folder.write("bundle/a.json", #"{ "a": 1 }"#)
    try folder.write("bundle/b.json", #"{ "b": 1 }"#)
  }

  @Test func writesThroughOtherNamesAreThereAfterSync() throws {
    try makeBundle()
    try shell("ln bundle/a.json outer; ln bundle/b.json bundle/copy")
    let (program, connection) = try serve("bundle", .operand)
    for round in 2...20 {
      try folder.write("outer", #"{ "a": \#(round) }"#)
      try folder.write("bundle/copy", #"{ "b": \#(round) }"#)
      _ = try call("Sync", connection)
      #expect(try constants(connection) == ["a": .number(Double(round)), "b": .number(Double(round))])
    }
    program.interrupt()
    #expect(program.end().code == 0)
  }

  @Test func aFileThatIsWrittenWithoutEndIsNotReadByEachSync() throws {
    try makeBundle()
    let (program, connection) = try serve("bundle", .operand)
    let size = 16 << 20
    let writer = try WrittenFile(folder("bundle/a.json"))
    try writer.write([UInt8](repeating: UInt8(ascii: " "), count: size))
    let before = try bytesRead(by: program)
    for _ in 0..<60 {
      try writer.write(" ")
      _ = try call("Sync", connection)
    }
    #expect(try bytesRead(by: program) - before < 3 * size)
    try writer.write(#"{ "a": 2 }"#)
    try writer.close()
    _ = try call("Sync", connection)
    let constants = try constants(connection)
    #expect(constants?["a"] == 2, "its close is taken at once: \(String(describing: constants))")
    program.interrupt()
    #expect(program.end().code == 0)
  }

  @Test func thousandsOfDirectoriesAndLinksComeAndGo() throws {
    try makeBundle()
    try shell("mkdir bundle/d{1..3000}; for i in {1..1000}; do ln -s d$i bundle/l$i; done")
    let (program, connection) = try serve("bundle", .operand)
    let watches = try #require(try call("Status", connection)["watches"]?.number)
    try shell("mkdir out; mv bundle/d2* bundle/d1* out; mv out/* bundle; echo '{ \"b\": 2 }' > bundle/d1500/b.json")
    try shell("rm bundle/b.json")
    _ = try call("Sync", connection)
    #expect(try constants(connection) == ["a": 1, "b": 2])
    #expect(try call("Status", connection)["watches"]?.number == watches)
    try shell("rm -r bundle/d* bundle/l*; echo '{ \"b\": 3 }' > bundle/b.json")
    _ = try call("Sync", connection)
    #expect(try constants(connection) == ["a": 1, "b": 3])
    #expect(try call("Status", connection)["watches"]?.number == watches - 3000)
    program.interrupt()
    #expect(program.end().code == 0)
  }

  @Test func whatIsNoBundleIsRefused() throws {
    try makeBundle()
    try shell("ln -s bundle current")
    let (program, connection) = try serve("current", .addition)
    #expect(throws: ClientError.self) {
      try connection.call("io.livery.Theme.AddBundle", JSONObject([("path", "/")]))
    }
    let watches = try #require(try call("Status", connection)["watches"]?.number)
    for replacement in ["ln -s / next", "mkdir many; cd many; mkdir {1..33000}; cd ..; ln -s many next"] {
      try shell("\(replacement); mv -T next current")
      _ = try call("Sync", connection)
      #expect(try constants(connection) == ["a": 1, "b": 1], "the last state is served")
      let findings = try #require(try call("Check", connection)["diagnostics"]?.array)
      #expect(findings.contains { $0["code"] == "LV0009" }, "\(findings)")
      #expect(try #require(try call("Status", connection)["watches"]?.number) <= watches)
      try shell("ln -s bundle next; mv -T next current")
      _ = try call("Sync", connection)
      #expect(try call("Check", connection)["diagnostics"]?.array?.contains { $0["code"] == "LV0009" } == false)
      #expect(try call("Status", connection)["watches"]?.number == watches)
    }
    for directory in ["/", folder("many")] {
      let check = try Program(Program.built("livery"), ["check", directory])
      #expect(check.end().code == 3)
    }
    program.interrupt()
    #expect(program.end().code == 0)
  }

  @Test func anySeriesOfChangesEndsWhereAStartDoes() throws {
    let rounds = ProcessInfo.processInfo.environment["LIVERY_FILE_ROUNDS"].flatMap { Int($0) } ?? 40
    let seed = UInt64.random(in: 0 ... .max)
    var tree = try RandomTree(in: folder, seed: seed)
    func prepare() throws {
      try tree.restoreRoot()
      try folder.write("bundle/theme.inc.json", #"{ "themes": ["a.json", "b.json", "f.json"] }"#)
      try folder.write("bundle/livery.json", #"{ "name": "random", "outside": ["../out"] }"#)
    }
    try prepare()
    let (program, connection) = try serve("bundle", .operand)
    for round in 1...rounds {
      for _ in 1...4 { tree.change() }
      try prepare()
      _ = try call("Sync", connection)
      _ = try call("Forget", connection)
      let (served, anew) = (try constants(connection), try resolvedAnew())
      #expect(served == anew, "seed \(seed), round \(round): \(tree.history.suffix(12))")
      guard served == anew else { return }
    }
    program.interrupt()
    #expect(program.end().code == 0)
  }
}
