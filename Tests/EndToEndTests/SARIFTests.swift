// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing

/// SARIF logs, read by the models of sarif-pydantic.
@Suite struct SARIFTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func path(_ path: String) -> String { root.appending(path: path).path }

  /// Compares the log of a check with the models, and with the same findings as JSON.
  ///
  /// - Parameter isComplete: whether the bundle can be read.
  private func check(
    _ bundle: String, isComplete: Bool = true, _ location: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let folder = try ScratchDirectory()
    func output(_ format: String) throws -> String {
      let program = try Program(
        "/bin/bash",
        ["-c", #""$0" check "$1" --format "$2" > "$3""#, Program.built("livery"), bundle, format, folder(format)])
      _ = program.end()
      return folder(format)
    }
    let reader = try Program(
      Self.path(".build/python/bin/python3"), [Self.path("Tests/EndToEndTests/Clients/sarif.py"), try output("sarif")])
    let count = try reader.line()
    #expect(reader.end().code == 0, sourceLocation: location)
    let log = try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: folder("sarif")))), maximumDepth: 64)
    let invocation = log["runs"]?.array?.first?["invocations"]?.array?.first
    #expect(invocation?["executionSuccessful"] == (isComplete ? nil : false), sourceLocation: location)
    let json = try JSONValue(parsing: Array(Data(contentsOf: URL(filePath: output("json")))), maximumDepth: 64)
    let reported = try #require(json["diagnostics"]?.array).count
    #expect(Double(count) == Double(reported) + (json["suppressed"]?.number ?? 0), sourceLocation: location)
    return reported
  }

  @Test(arguments: ["aurora", "studio", "harbor", "gallery"]) func logsOfExamples(name: String) throws {
    _ = try check(Self.path("Examples/\(name)"))
  }

  /// The directory is missing, or has no theme file.
  @Test func aLogWithoutABundle() throws {
    #expect(try check("/nowhere", isComplete: false) == 0)
    let folder = try ScratchDirectory()
    try folder.write("empty/note.txt", "")
    #expect(try check(folder("empty"), isComplete: false) == 1)
  }

  @Test func aLogWithFixesAndPlacesInSeveralFiles() throws {
    let folder = try ScratchDirectory()
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["a.json", "b.json", "gone.json"] }"#)
    try folder.write("bundle/a.json", #"{ "ink": "ref://papr", "paper": "ref://ink" "x": 1 }"#)
    try folder.write("bundle/b.json", #"{ "one": "ref://two", "two": "ref://one", "paper": 2 }"#)
    #expect(try check(folder("bundle")) > 2)
  }
}
