// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import TestSupport
import Testing

@testable import LiveryService

/// Held states outlive the daemon: with any files at the next start, programs keep their values.
@Suite(.serialized) struct HeldStoreTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["palette/colors.json", "button.json"] }"#)
    try directory.write("aurora/palette/colors.json", #"{ "accent": 1, "base": 2 }"#)
    try directory.write("aurora/button.json", #"{ "button": { "gap": "ref://accent", "width": 1 } }"#)
  }

  private func daemon(_ bundle: String = "aurora") throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: [bundle])
    configuration.stateDirectory = directory("state")
    return try RunningDaemon(configuration)
  }

  private var file: String { directory("state/aurora.held.json") }

  private func hiddenFiles() throws -> [String] {
    try directory.names(in: "state").filter { $0.hasPrefix(".aurora.held") }
  }

  private func snapshot(_ daemon: RunningDaemon) throws -> JSONValue {
    _ = try daemon.call("Sync")
    return try #require(try daemon.call("Resolve")["snapshot"])
  }

  /// A file that the system refuses to read is not replaced, and set aside before a new one is written.
  @Test func aFileThatCannotBeReadStays() throws {
    let daemon = try daemon()
    try Slip.cutOff.make(in: directory)
    _ = try snapshot(daemon)
    daemon.stop()
    func store() -> HeldStore {
      HeldStore(
        directory: directory("state"), bundle: "aurora", bundleDirectory: directory("aurora"),
        log: Log(level: .error) { _ in })
    }
    var good = store()
    let loaded = good.load()
    let record = try #require(loaded)
    var next = store()
    #expect(interceptingSystemCalls({ $0 == .open ? .failure(.inputOutput) : .none }) { next.load() } == nil)
    #expect(
      next.problem?.hasPrefix("the held states of `aurora` are not in use, since the file cannot be read") == true)
    next.keep(nil)
    next.retry()
    #expect(next.problem != nil)
    var again = store()
    #expect(again.load() == record)
    next.keep(record)
    #expect(next.problem == nil)
    #expect(try directory.names(in: "state").contains("aurora.held.json.aside-1"))
  }

  private enum Slip: CaseIterable {
    case cutOff, rootGone, misspelt, entryGone, colour

    func make(in directory: ScratchDirectory) throws {
      switch self {
      case .cutOff: try directory.write("aurora/palette/colors.json", #"{ "accent": 1, "ba"#)
      case .rootGone: try removeFile(directory("aurora/theme.inc.json"))
      case .misspelt: try directory.write("aurora/button.json", #"{ "button": { "gap": "ref://acent", "width": 1 } }"#)
      case .entryGone: try removeFile(directory("aurora/palette/colors.json"))
      case .colour: try directory.write("aurora/palette/colors.json", #"{ "accent": "ref://gone", "base": 2 }"#)
      }
    }
  }

  @Test(arguments: Slip.allCases)
  private func aSlipTakesNothingAwayOverARestart(_ slip: Slip) throws {
    var daemon = try daemon()
    let good = try snapshot(daemon)
    try slip.make(in: directory)
    let held = try snapshot(daemon)
    #expect(held["digest"] == good["digest"])
    #expect(held["held"] == 1)
    #expect(try daemon.call("ListBundles")["bundles"]?.array?.first?["held"] == 1)
    #expect(try fileStatus(file).mode & 0o777 == 0o600)
    for _ in 0..<2 {
      daemon.stop()
      daemon = try self.daemon()
      let restarted = try snapshot(daemon)
      #expect(restarted["digest"] == good["digest"])
      #expect(restarted["held"] == 1)
      #expect(restarted["diagnostics"] == held["diagnostics"], "since when is known, too")
    }
    let generation = try daemon.call("Forget")["generation"]?.number ?? 0
    let forgotten = try snapshot(daemon)
    #expect(forgotten["digest"] != good["digest"])
    #expect(forgotten["generation"]?.number == generation)
    #expect(forgotten["held"] == nil, "\(forgotten)")
    #expect(throws: SystemError.self, "nothing is held any more") { _ = try fileStatus(file) }
  }

  /// An edit of a comment, which the engine has seen, makes no generation either.
  @Test func forgettingNothingMakesNoGeneration() throws {
    let daemon = try daemon()
    let good = try snapshot(daemon)
    #expect(try daemon.call("Forget")["generation"] == good["generation"])
    try directory.write("aurora/button.json", #"{ "button": { "gap": "ref://accent", "width": 1 } } // a button"#)
    #expect(try snapshot(daemon)["generation"] == good["generation"])
    #expect(try daemon.call("Forget")["generation"] == good["generation"])
    try directory.write("aurora/button.json", #"{ "button": { "gap": "ref://accent", "width": 2 } }"#)
    let edited = try snapshot(daemon)
    #expect(edited["generation"]?.number == (good["generation"]?.number ?? 0) + 1)
    #expect(edited["styles"] == ["button": ["gap": 1, "width": 2]])
  }

  @Test func whatIsRightAgainLeavesNothing() throws {
    var daemon = try daemon()
    _ = try snapshot(daemon)
    let colors = try directory.text("aurora/palette/colors.json")
    for _ in 0..<3 {
      try Slip.cutOff.make(in: directory)
      #expect(try snapshot(daemon)["held"] != nil)
      try directory.write("aurora/palette/colors.json", colors)
      #expect(try snapshot(daemon)["held"] == nil)
      #expect(throws: SystemError.self) { _ = try fileStatus(file) }
      #expect(try hiddenFiles().count == 1, "the next record reuses the removed file")
    }
    try Slip.cutOff.make(in: directory)
    _ = try snapshot(daemon)
    daemon.stop()
    #expect(try fileStatus(file).mode == 0o600)
    try directory.write("aurora/palette/colors.json", #"{ "accent": 5 }"#)
    daemon = try self.daemon()
    let snapshot = try snapshot(daemon)
    #expect(snapshot["constants"] == ["accent": 5])
    #expect(snapshot["held"] == nil)
    #expect(throws: SystemError.self) { _ = try fileStatus(file) }
  }

  @Test(arguments: ["", "{", "[]", #"{"version": 1, "held": {}}"#, #"{"version": 2}"#])
  func aFileThatMakesNoSenseIsSetAside(_ text: String) throws {
    try directory.write("state/aurora.held.json", text)
    let daemon = try daemon()
    #expect(try snapshot(daemon)["constants"] == ["accent": 1, "base": 2])
    #expect(try readFile("\(file).aside-1", limit: 1 << 10) == Array(text.utf8))
  }

  @Test func whatCannotBeKeptIsServedAllTheSame() throws {
    let daemon = try daemon()
    let good = try snapshot(daemon)
    // A directory in the place of the file, which no file can replace.
    try directory.write("state/aurora.held.json/x", "")
    try Slip.misspelt.make(in: directory)
    #expect(try snapshot(daemon)["digest"] == good["digest"])
    // Without a further generation, it is kept at the end.
    try directory.remove("state/aurora.held.json")
    daemon.stop()
    #expect(try snapshot(self.daemon())["digest"] == good["digest"])
  }

  /// Two ways to write a path are one place.
  @Test func anotherSpellingOfThePath() throws {
    let daemon = try daemon()
    let good = try snapshot(daemon)
    try Slip.misspelt.make(in: directory)
    _ = try snapshot(daemon)
    daemon.stop()
    #expect(try snapshot(self.daemon("./aurora//"))["digest"] == good["digest"])
  }
}
