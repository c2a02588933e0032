// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import Foundation
import JSONText
import LiveryConfiguration
import TestSupport
import Testing

@testable import LiveryService

/// The waits of the daemon and their lengths, by a clock that the test moves.
@Suite(.serialized) struct TimeoutTests {
  let directory: ScratchDirectory
  private let time = DrivenClock()
  private let lines = Lines()

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/theme.inc.json", #"{ "themes": ["theme.json", "other.json"] }"#)
    try directory.write("bundle/theme.json", #"{ "number": 0 }"#)
    try directory.write("bundle/other.json", #"{ "other": 0 }"#)
  }

  private func daemon(_ prepare: () throws -> Void = {}) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["bundle"])
    configuration.clock = time.clock
    configuration.log = Log(level: .warning) { lines.append($0) }
    return try RunningDaemon(configuration) { try prepare() }
  }

  private func shell(_ script: String, in place: String = "bundle") throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(filePath: directory(place))
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(script)")
  }

  /// Moves the clock. When this returns, earlier writes are seen and due work is done: a call wakes the
  /// daemon, and is answered after that.
  private func generation(_ daemon: RunningDaemon, after milliseconds: UInt64 = 0) throws -> Int {
    time.advance(milliseconds: milliseconds)
    return try Int(#require(daemon.call("ListBundles")["bundles"]?.array?.first?["generation"]?.number))
  }

  private func snapshot(_ daemon: RunningDaemon) throws -> JSONValue {
    try #require(daemon.call("Resolve")["snapshot"])
  }

  private func constant(_ name: String, _ daemon: RunningDaemon) throws -> Double? {
    try snapshot(daemon)["constants"]?[name]?.number
  }

  // MARK: Errors

  @Test func aStateWithNewErrorsWaitsForItsRepair() throws {
    let daemon = try daemon()
    let start = try generation(daemon)
    try directory.write("bundle/theme.json", #"{ "number": "#)
    #expect(try generation(daemon) == start)
    #expect(try generation(daemon, after: 29) == start)
    // A further error does not move the end.
    try directory.write("bundle/theme.json", #"{ "number": [ "#)
    #expect(try generation(daemon) == start)
    #expect(try generation(daemon, after: 1) == start + 1)
    #expect(try constant("number", daemon) == 0, "the last good state serves")
    #expect(try !(daemon.call("Check")["diagnostics"]?.array ?? []).isEmpty)
    // Good news does not wait.
    try directory.write("bundle/theme.json", #"{ "number": 1 }"#)
    #expect(try generation(daemon) == start + 2)
    #expect(try constant("number", daemon) == 1)
  }

  @Test func aFileThatIsAwayForAMomentIsNoNews() throws {
    let daemon = try daemon()
    let start = try generation(daemon)
    try shell("mv theme.json theme.json~")
    #expect(try generation(daemon, after: 29) == start)
    try directory.write("bundle/theme.json", #"{ "number": 1 }"#)
    #expect(try generation(daemon) == start + 1)
    #expect(try generation(daemon, after: 1000) == start + 1)
  }

  // MARK: Writers

  @Test func aFileThatNobodyClosesIsReadInTheEnd() throws {
    let daemon = try daemon()
    let start = try generation(daemon)
    let file = try WrittenFile(directory("bundle/theme.json"))
    try file.write(#"{ "number": 1 }"#)
    #expect(try generation(daemon) == start)
    #expect(try generation(daemon, after: 99) == start)
    #expect(try generation(daemon, after: 1) == start + 1)
    #expect(try constant("number", daemon) == 1)
    try file.close()
    #expect(try generation(daemon, after: 1000) == start + 1)
  }

  /// Programs that write many files one after the other, without git's lock to say when they are done.
  @Test(arguments: ["cp -r ../new/. .", "tar -C ../new -cf - . | tar -xf -", "rsync -a --checksum ../new/ ."])
  func manyFilesAreTwoGenerationsAtMost(script: String) throws {
    guard !script.hasPrefix("rsync") || FileManager.default.isExecutableFile(atPath: "/usr/bin/rsync") else {
      return print("skipped: rsync is not installed")
    }
    let daemon = try daemon {
      try shell(
        """
        mkdir many ../new; echo '{ "themes": ["theme.json"' > theme.inc.json
        for i in {1..300}; do
          echo ", \\"many/$i.json\\"" >> theme.inc.json; echo "{ \\"k$i\\": \\"ref://number\\", \\"v$i\\": 1 }" > many/$i.json
        done
        echo ']}' >> theme.inc.json; cp -r . ../new; cd ../new; echo '{ "number": 5 }' > theme.json
        sed -i 's/ 1 / 2 /' many/*.json
        """)
    }
    let start = try generation(daemon)
    try shell(script)
    let first = try generation(daemon)
    #expect(first == start + 1, "what came first did not wait, and nothing more came of the rest")
    #expect(try generation(daemon, after: 19) == first)
    #expect(try generation(daemon, after: 1) <= first + 1)
    let constants = try snapshot(daemon)["constants"]
    for number in 1...300 {
      #expect(constants?["k\(number)"]?.number == 5)
      #expect(constants?["v\(number)"]?.number == 2)
    }
    #expect(try generation(daemon, after: 1000) <= first + 1)
  }

  /// A dragged colour, or a program that writes a log into the bundle.
  @Test func aFileThatIsSavedOverAndOverIsPublishedEachTime() throws {
    let daemon = try daemon()
    let start = try generation(daemon)
    for round in 1...10 {
      try directory.write("bundle/theme.json", #"{ "number": \#(round) }"#)
      #expect(try generation(daemon) == start + round)
    }
    // A different file right after may be part of the same save, and is held back for a pause alone.
    try directory.write("bundle/other.json", #"{ "other": 1 }"#)
    #expect(try generation(daemon) == start + 10)
    #expect(try generation(daemon, after: 19) == start + 10)
    #expect(try generation(daemon, after: 1) == start + 11)
    // After a pause it is published at once.
    #expect(try generation(daemon, after: 20) == start + 11)
    try directory.write("bundle/theme.json", #"{ "number": 11 }"#)
    #expect(try generation(daemon) == start + 12)
    #expect(try generation(daemon, after: 20) == start + 12)
    try directory.write("bundle/other.json", #"{ "other": 2 }"#)
    #expect(try generation(daemon) == start + 13)
  }

  @Test func whoNeverStopsHoldsNothingBackForLong() throws {
    let daemon = try daemon()
    let start = try generation(daemon)
    try directory.write("bundle/theme.json", #"{ "number": 1 }"#)
    #expect(try generation(daemon) == start + 1)
    try directory.write("bundle/other.json", #"{ "other": 1 }"#)
    for round in 0..<25 {
      #expect(try generation(daemon) == start + 1, "after \(10 * round) ms")
      time.advance(milliseconds: 10)
      try directory.write("bundle/new\(round).json", "{}")
    }
    #expect(try generation(daemon) == start + 2)
    #expect(try constant("other", daemon) == 1)
  }

  /// Sync ends all waiting.
  @Test func syncEndsAllWaiting() throws {
    let daemon = try daemon()
    try directory.write("bundle/theme.json", #"{ "number": 1 }"#)
    let start = try generation(daemon)
    try directory.write("bundle/other.json", #"{ "other": 1 }"#)
    #expect(try generation(daemon) == start)
    #expect(try daemon.call("Sync")["generation"]?.number == Double(start + 1))
    #expect(try constant("other", daemon) == 1)
  }

  /// New names for complete files: there is no close event.
  @Test(arguments: [
    "ln ../ready.json theme.json",
    """
    python3 -c 'import ctypes, os
    file = os.open(".", os.O_TMPFILE | os.O_RDWR)
    os.write(file, open("../ready.json", "rb").read())
    assert not ctypes.CDLL(None).linkat(-100, b"/proc/self/fd/%d" % file, -100, b"theme.json", 0x400)'
    """,
  ]) func syncCoversFilesThatAreNamedWhenTheyAreDone(script: String) throws {
    let daemon = try daemon { try directory.write("ready.json", #"{ "number": 1 }"#) }
    let start = try generation(daemon)
    try shell("rm theme.json; \(script)")
    #expect(try generation(daemon) == start)
    #expect(try daemon.call("Sync")["generation"]?.number == Double(start + 1))
    #expect(try constant("number", daemon) == 1)
    #expect(try generation(daemon, after: 1000) == start + 1)
  }

  @Test func syncLeavesAFileAloneThatIsHalfWritten() throws {
    let daemon = try daemon()
    let start = try generation(daemon)
    let file = try WrittenFile(directory("bundle/theme.json"))
    try file.write(#"{ "number": "#)
    #expect(try daemon.call("Sync")["generation"]?.number == Double(start))
    try file.write("1 }")
    try file.close()
    #expect(try generation(daemon) == start + 1)
    #expect(try constant("number", daemon) == 1)
  }

  // MARK: The root

  /// When the daemon sees the steps of a program.
  enum Order: CaseIterable {
    /// In the timing of the machine.
    case asItComes
    /// After the last step.
    case atOnce
    /// After each step.
    case stepByStep
  }

  /// The way in which a bundle is replaced by one that was prepared beside it. Steps run in the directory that holds both.
  struct Replacement {
    var preparation = "true"
    let steps: [String]
    /// Removes the replaced bundle.
    var cleaning = "true"
  }

  private static let replacements = [
    Replacement(steps: ["mv bundle old", "mv new bundle"], cleaning: "rm -r old"),
    // The steps of `rm -r bundle; cp -r new bundle`.
    Replacement(steps: [
      "rm bundle/theme.json", "rm bundle/other.json", "rm bundle/theme.inc.json", "rmdir bundle", "mkdir bundle",
      "cp new/theme.inc.json bundle", "cp new/theme.json bundle", "cp new/other.json bundle",
    ]),
    // The steps of `rm -r bundle/*; cp -r new/* bundle`.
    Replacement(steps: [
      "rm bundle/theme.inc.json", "rm bundle/theme.json", "rm bundle/other.json", "cp new/theme.json bundle",
      "cp new/theme.inc.json bundle", "cp new/other.json bundle",
    ]),
    Replacement(preparation: "mv bundle v1; ln -s v1 bundle", steps: ["ln -sfn new bundle"]),
    Replacement(
      preparation: "mv bundle v1; ln -s v1 bundle", steps: ["ln -s new next", "mv -T next bundle"], cleaning: "rm -r v1"
    ),
    Replacement(
      steps: [#"python3 -c 'import ctypes; ctypes.CDLL(None).renameat2(-100, b"new", -100, b"bundle", 2)'"#],
      cleaning: "rm -r new"),
  ]

  @Test(arguments: Self.replacements, Order.allCases)
  func aReplacedBundleIsOneGeneration(replacement: Replacement, order: Order) throws {
    let daemon = try daemon {
      try shell(
        """
        cp -r bundle new; echo '{ "number": 7 }' > new/theme.json; echo '{ "other": 7 }' > new/other.json
        \(replacement.preparation)
        """, in: ".")
    }
    let steps = replacement.steps
    let start = try generation(daemon)
    switch order {
    case .asItComes: try shell(steps.joined(separator: "; "), in: ".")
    case .atOnce: try daemon.whileItStands { try shell(steps.joined(separator: "; "), in: ".") }
    case .stepByStep:
      for step in steps {
        #expect(try generation(daemon) == start, "before \(step)")
        try shell(step, in: ".")
      }
    }
    #expect(try generation(daemon) == start + 1)
    #expect(try constant("number", daemon) == 7)
    #expect(try constant("other", daemon) == 7)
    try shell(replacement.cleaning, in: ".")
    #expect(try generation(daemon, after: 1000) == start + 1)
    try directory.write("bundle/theme.json", #"{ "number": 8 }"#)
    #expect(try generation(daemon) == start + 2)
  }

  /// Last good serves as long as the bundle is away.
  @Test func aBundleThatIsAwayIsServed() throws {
    let daemon = try daemon()
    let start = try generation(daemon)
    try shell("mv ../bundle ../away")
    #expect(try generation(daemon) == start)
    #expect(try generation(daemon, after: 1000) == start + 1, "only that it is gone is news")
    #expect(try constant("number", daemon) == 0)
    #expect(try generation(daemon, after: 20) == start + 1)
    try directory.write("away/theme.json", #"{ "number": 1 }"#)
    try FileManager.default.moveItem(atPath: directory("away"), toPath: directory("bundle"))
    #expect(try generation(daemon) == start + 2)
    #expect(try constant("number", daemon) == 1)
  }

  /// Files that go before their directory come back when it is gone, unless that took longer than the period of grace.
  @Test func aDeletedBundleKeepsItsLastGoodState() throws {
    let daemon = try daemon()
    let follower = try Follower(daemon)
    let start = try generation(daemon)
    try shell("rm -r ../bundle")
    #expect(try generation(daemon) == start)
    #expect(try generation(daemon, after: 30) == start + 1)
    #expect(try follower.take() == "diagnostics")
    #expect(follower.codes == ["LV0010"])
    #expect(follower.value("constants", "number") == 0)
    #expect(try constant("number", daemon) == 0)
  }

  // MARK: Git

  @Test func aLockIsWaitedForTwoSeconds() throws {
    let daemon = try daemon { try shell("mkdir -p ../.git; touch ../.git/index.lock") }
    let start = try generation(daemon)
    try directory.write("bundle/theme.json", #"{ "number": 1 }"#)
    #expect(try generation(daemon) == start)
    #expect(try generation(daemon, after: 1999) == start)
    #expect(lines.all.isEmpty)
    #expect(try generation(daemon, after: 1) == start + 1)
    #expect(lines.all.count == 1 && lines.all[0].contains("git's lock"), "reported once")
    try directory.write("bundle/theme.json", #"{ "number": 2 }"#)
    #expect(try generation(daemon) == start + 2, "a lock that stays is waited for once")
    try shell("rm ../.git/index.lock; echo > ../.git/index.lock")
    try directory.write("bundle/theme.json", #"{ "number": 3 }"#)
    #expect(try generation(daemon, after: 1999) == start + 2)
    try shell("rm ../.git/index.lock")
    #expect(try generation(daemon) == start + 3)
  }

  /// A clone, or a submodule, in the bundle.
  @Test func aLockInTheBundleHoldsItBack() throws {
    let daemon = try daemon {
      try shell(
        """
        mkdir -p part/.git; echo '{ "part": 0 }' > part/a.json
        echo '{ "themes": ["theme.json", "other.json", "part/a.json"] }' > theme.inc.json
        """)
    }
    let start = try generation(daemon)
    try shell("touch part/.git/index.lock; echo '{ \"part\": 1 }' > part/a.json")
    #expect(try generation(daemon) == start)
    try shell("rm part/.git/index.lock")
    #expect(try generation(daemon) == start + 1)
    #expect(try constant("part", daemon) == 1)
  }

  // MARK: Polling

  @Test func whatCannotBeWatchedIsLookedAtEachSecond() throws {
    let daemon = try daemon { livery_inotify_grant_watches(0) }
    let start = try generation(daemon)
    for round in 1...3 {
      try directory.write("bundle/theme.json", #"{ "number": \#(round) }"#)
      #expect(try generation(daemon, after: 999) == start + round - 1)
      #expect(try generation(daemon, after: 1) == start + round)
      #expect(try constant("number", daemon) == Double(round))
    }
  }
}
