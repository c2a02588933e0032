// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryConfiguration
import TestSupport
import Testing

@testable import LiveryService

/// A daemon compresses the texts of a large bundle a moment after the load. Saves, held files and the record for the next start are
/// what they are without it.
@Suite(.serialized) struct CompressionTests {
  private let directory: ScratchDirectory
  private let time = DrivenClock()
  private let lines = Lines()
  private static let fileCount = 150

  init() throws {
    directory = try ScratchDirectory()
    let paths = (0..<Self.fileCount).map { "\"f\($0).json\"" }.joined(separator: ", ")
    try directory.write("large/theme.inc.json", "{ \"themes\": [\(paths)] }")
    for number in 0..<Self.fileCount { try directory.write("large/f\(number).json", Self.text(number)) }
  }

  /// About eight kilobytes.
  private static func text(_ number: Int, width: Int = 1) -> String {
    let title = String(repeating: "A title for the button of number \(number). ", count: 220)
    return #"{ "width\#(number)": \#(width), "s\#(number)": { "title": "\#(title)" } }"#
  }

  private func daemon() throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["large"])
    configuration.stateDirectory = directory("state")
    configuration.clock = time.clock
    configuration.log = Log(level: .debug) { lines.append($0) }
    return try RunningDaemon(configuration)
  }

  private func compressions(_ daemon: RunningDaemon, after milliseconds: UInt64) throws -> [String] {
    time.advance(milliseconds: milliseconds)
    _ = try daemon.call("Status")
    return lines.all.filter { $0.contains("compresses") }
  }

  private func snapshot(_ daemon: RunningDaemon) throws -> JSONValue {
    _ = try daemon.call("Sync")
    return try #require(try daemon.call("Resolve")["snapshot"])
  }

  private func width(_ number: Int, _ snapshot: JSONValue) -> Double? {
    snapshot["constants"]?["width\(number)"]?.number
  }

  @Test func savesAndHeldFilesAreTheSame() throws {
    var daemon = try daemon()
    let first = try snapshot(daemon)
    #expect(try compressions(daemon, after: 249).isEmpty)
    // All texts in one turn, and none is left for the next.
    #expect(try compressions(daemon, after: 1).count == 1)
    #expect(try compressions(daemon, after: 10_000).count == 1)
    #expect(try snapshot(daemon) == first)

    try directory.write("large/f7.json", Self.text(7, width: 2))
    let saved = try snapshot(daemon)
    #expect(width(7, saved) == 2 && width(8, saved) == 1)
    try directory.write("large/f7.json", Self.text(7, width: 345))
    #expect(try width(7, snapshot(daemon)) == 345)

    try directory.write("large/f8.json", "{ \"width8\": 5, \"s8\": { ")
    let held = try snapshot(daemon)
    #expect(held["held"] == 1 && width(8, held) == 1)
    daemon.stop()
    for earlier in 1...2 {
      daemon = try self.daemon()
      #expect(try compressions(daemon, after: 250).count == earlier + 1)
      let restarted = try snapshot(daemon)
      #expect(restarted["digest"] == held["digest"])
      #expect(restarted["held"] == 1)
      #expect(restarted["diagnostics"] == held["diagnostics"])
      daemon.stop()
    }
    daemon = try self.daemon()
    _ = try compressions(daemon, after: 250)
    try directory.write("large/f8.json", Self.text(8))
    let mended = try snapshot(daemon)
    #expect(mended["held"] == nil && width(8, mended) == 1)
  }

  @Test func aSmallBundleStaysAsItIs() throws {
    for number in 50..<Self.fileCount { try directory.remove("large/f\(number).json") }
    let daemon = try daemon()
    #expect(try compressions(daemon, after: 1000).isEmpty)
  }

  /// The bundle is compressed that a client added.
  @Test func anAddedBundleIsCompressed() throws {
    var configuration = DaemonConfiguration.inTest(directory)
    configuration.clock = time.clock
    configuration.log = Log(level: .debug) { lines.append($0) }
    let daemon = try RunningDaemon(configuration, watches: true)
    _ = try daemon.call("AddBundle", ["path": .string(directory("large"))])
    #expect(try compressions(daemon, after: 250).count == 1)
  }
}
