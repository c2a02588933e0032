// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import Foundation
import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryConnection
import Synchronization
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

@testable import LiveryService

/// Settings of a manifest for the daemon: the bundle's name, the directories that links may lead into, the limit of files.
@Suite(.serialized) struct ManifestTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["palette.json"] }"#)
    try directory.write("common/palette.json", #"{ "accent": "red" }"#)
  }

  private func daemon(_ change: (inout DaemonConfiguration) -> Void = { _ in }) throws -> RunningDaemon {
    var configuration = DaemonConfiguration.inTest(directory, bundles: ["aurora"])
    change(&configuration)
    return try RunningDaemon(configuration)
  }

  private func write(manifest: String) throws { try directory.write("aurora/livery.json", manifest) }

  // MARK: Name

  @Test func theManifestNamesTheBundle() throws {
    try write(manifest: #"{ "name": "Northern lights" }"#)
    let daemon = try daemon { $0.stateDirectory = directory("state") }
    let bundles = try #require(try daemon.call("ListBundles")["bundles"]?.array)
    #expect(bundles.map { $0["name"] } == ["Northern lights"])
    let snapshot = try daemon.call("Resolve", ["bundle": "Northern lights"])["snapshot"]
    #expect(snapshot?["bundle"] == "Northern lights")
    #expect(throws: ClientError.self) { try daemon.call("Resolve", ["bundle": "aurora"]) }
    daemon.stop()
    let kept = try FileManager.default.contentsOfDirectory(atPath: directory("state"))
    #expect(kept.contains("Northern lights.generation.json"))
  }

  @Test func theLongestNameIsKeptOverRestarts() throws {
    try write(manifest: #"{ "name": "\#(String(repeating: "é", count: 127))" }"#)
    let first = try daemon { $0.stateDirectory = directory("state") }
    let generation = try first.call("Resolve")["snapshot"]?["generation"]
    first.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory("state")).count == 1)
    let second = try daemon { $0.stateDirectory = directory("state") }
    #expect(try second.call("Resolve")["snapshot"]?["generation"] == generation)
  }

  @Test func whoStartsTheDaemonHasTheLastWord() throws {
    try write(manifest: #"{ "name": "a" }"#)
    let daemon = try daemon { $0.bundles[0].name = "b" }
    #expect(try daemon.call("Resolve")["snapshot"]?["bundle"] == "b")
  }

  @Test func aNameThatIsNoneLeavesTheDirectorys() throws {
    try write(manifest: #"{ "name": "a/b" }"#)
    let snapshot = try daemon().call("Resolve")["snapshot"]
    #expect(snapshot?["bundle"] == "aurora")
    #expect(snapshot?["diagnostics"]?.array?.contains { $0["code"] == "LV0013" } == true)
  }

  @Test func refusesBundlesThatNameThemselvesTheSame() throws {
    try write(manifest: #"{ "name": "theme" }"#)
    try directory.write("theme/theme.inc.json", "{}")
    #expect(throws: DaemonError.sameName("theme")) {
      try RunningDaemon(DaemonConfiguration.inTest(directory, bundles: ["aurora", "theme"]))
    }
  }

  /// Consumers ask for it by name, and its files are called after it: the name holds until the next start.
  @Test func aNameThatChangesIsForTheNextStart() throws {
    try directory.write("aurora/palette.json", "{}")
    let lines = Lines()
    let daemon = try daemon { $0.log = Log(level: .warning) { line in lines.append(line) } }
    try write(manifest: #"{ "name": "borealis" }"#)
    _ = try daemon.call("Sync", ["bundle": "aurora"])
    try write(manifest: #"{ "name": "borealis", "exclude": [] }"#)
    _ = try daemon.call("Sync", ["bundle": "aurora"])
    #expect(try daemon.call("Resolve")["snapshot"]?["bundle"] == "aurora")
    #expect(lines.all.count == 1 && lines.all.first?.contains("`borealis`") == true)
    daemon.stop()
    #expect(try self.daemon().call("Resolve")["snapshot"]?["bundle"] == "borealis")
  }

  // MARK: Outside

  @Test func linksLeadWhereTheManifestSays() throws {
    try directory.link("aurora/palette.json", to: "../common/palette.json")
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(follower.codes.contains("LV0011"))
    try write(manifest: #"{ "outside": ["../common"] }"#)
    try follower.take()
    #expect(follower.value("constants", "accent") == "red")
    #expect(follower.codes == [])

    // Saved in place, and by a rename.
    try directory.write("common/palette.json", #"{ "accent": "green" }"#)
    try follower.take()
    #expect(follower.value("constants", "accent") == "green")
    try directory.write("common/new", #"{ "accent": "blue" }"#)
    #expect(rename(directory("common/new"), directory("common/palette.json")) == 0)
    try follower.take()
    #expect(follower.value("constants", "accent") == "blue")

    try write(manifest: "{}")
    #expect(try follower.take() == "diagnostics")
    #expect(follower.codes == ["LV0011"])
    #expect(follower.value("constants", "accent") == "blue", "the last good state")
  }

  @Test func linksToDirectoriesAreWalkedWhereTheManifestSays() throws {
    try directory.link("aurora/common", to: directory("common"))
    try write(manifest: #"{ "outside": ["\#(directory("common"))"] }"#)
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(follower.value("constants", "accent") == "red")
    try directory.write("common/palette.json", #"{ "accent": "green" }"#)
    try follower.take()
    #expect(follower.value("constants", "accent") == "green")
    try directory.write("common/deep/more.json", #"{ "more": 1 }"#)
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["palette.json", "more.json"] }"#)
    while follower.value("constants", "more") != 1 { try follower.take() }
  }

  @Test func linksToOtherDirectoriesAreFindings() throws {
    try directory.write("aurora/palette.json", #"{ "accent": "red" }"#)
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(follower.codes == [])
    try directory.link("aurora/common", to: "../common")
    #expect(try follower.take() == "diagnostics")
    #expect(follower.codes == ["LV0011"])
    try write(manifest: #"{ "outside": ["../common"] }"#)
    while follower.codes.contains("LV0011") { try follower.take() }
    try write(manifest: "{}")
    while !follower.codes.contains("LV0011") { try follower.take() }
    try directory.remove("aurora/common")
    while follower.codes.contains("LV0011") { try follower.take() }
    #expect(follower.codes == [])
  }

  /// A directory that is listed and not there yet is waited for.
  @Test func anOutsideThatAppears() throws {
    try directory.link("aurora/palette.json", to: "../later/palette.json")
    try write(manifest: #"{ "outside": ["../later"] }"#)
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(follower.codes == ["LV0010"])
    try directory.write("later/palette.json", #"{ "accent": "green" }"#)
    while follower.value("constants", "accent") != "green" { try follower.take() }
  }

  @Test func theManifestItselfLiesInTheBundle() throws {
    try directory.write("common/livery.json", #"{ "outside": ["../common"], "name": "x" }"#)
    try directory.link("aurora/livery.json", to: "../common/livery.json")
    try directory.write("aurora/palette.json", "{}")
    let snapshot = try daemon().call("Resolve")["snapshot"]
    #expect(snapshot?["bundle"] == "aurora")
    #expect(snapshot?["diagnostics"]?.array?.map { $0["code"] } == ["LV0011"])
  }

  /// An include file names files of the bundle: the list of the manifest is for links alone.
  @Test func pathsDoNotClimbOut() throws {
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["../common/palette.json"] }"#)
    try write(manifest: #"{ "outside": ["../common"] }"#)
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(follower.codes == ["LV0011"])
  }

  // MARK: Exclude

  /// A bundle whose manifest excludes the directory of one of its files.
  private func writeDrafts() throws {
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["palette.json", "more.json"] }"#)
    try directory.write("aurora/palette.json", #"{ "accent": "red" }"#)
    try directory.write("aurora/drafts/deep/more.json", #"{ "more": 1 }"#)
    try write(manifest: #"{ "exclude": ["drafts"] }"#)
  }

  /// The watcher leaves out directories that the manifest excludes, and comes back to them when it does no more.
  @Test func excludedDirectoriesComeAndGo() throws {
    try writeDrafts()
    let daemon = try daemon()
    let follower = try Follower(daemon)
    #expect(follower.value("constants", "more") == nil)
    try directory.write("aurora/drafts/deep/more.json", #"{ "more": 2 }"#)

    try write(manifest: "{}")
    while follower.value("constants", "more") != 2 { try follower.take() }
    #expect(follower.codes == [])
    try directory.write("aurora/drafts/deep/more.json", #"{ "more": 3 }"#)
    while follower.value("constants", "more") != 3 { try follower.take() }

    try write(manifest: #"{ "exclude": ["drafts/**"] }"#)
    while follower.codes.isEmpty { try follower.take() }
    #expect(follower.value("constants", "more") == 3, "the last good state")
    try directory.write("aurora/drafts/deep/more.json", #"{ "more": 4 }"#)
    try directory.write("aurora/palette.json", #"{ "accent": "green" }"#)
    while follower.value("constants", "accent") != "green" { try follower.take() }
    #expect(follower.value("constants", "more") == 3)
    // A file that came or went with the manifest has not changed on disk: `livery undo` must not remove it or write it again.
    let generations = try daemon.call("ListGenerations")["generations"]?.array ?? []
    let changed = try generations.compactMap { $0["generation"] }.map { generation in
      let files = try daemon.call("ListChangedFiles", ["generation": generation])["files"]?.array ?? []
      return files.compactMap { $0["file"]?.string }
    }
    #expect(changed == [[], ["palette.json"]] + Array(repeating: ["livery.json", "palette.json"], count: 3))
  }

  /// The bounds of a last good manifest go with it.
  @Test func forgottenBounds() throws {
    try writeDrafts()
    let daemon = try daemon()
    let follower = try Follower(daemon)
    try write(manifest: #"{ "exclude": ["drafts" "#)
    #expect(try follower.take() == "diagnostics")
    #expect(follower.value("constants", "more") == nil)
    _ = try daemon.call("Forget")
    while follower.value("constants", "more") != 1 { try follower.take() }
  }

  // MARK: Limits

  @Test func filesAreAsLargeAsTheManifestSays() throws {
    try directory.write(
      "aurora/palette.json", #"{ "accent": "red", "long": "\#(String(repeating: "x", count: 200))" }"#)
    let daemon = try daemon { $0.limits.file = 100 }
    let follower = try Follower(daemon)
    #expect(follower.codes == ["LV0009"])
    try write(manifest: #"{ "limits": { "fileSize": 300 } }"#)
    try follower.take()
    #expect(follower.codes == [])
    #expect(follower.value("constants", "accent") == "red")
    try write(manifest: #"{ "limits": { "fileSize": 200 } }"#)
    #expect(try follower.take() == "diagnostics")
    #expect(follower.codes == ["LV0009"])
  }

  // MARK: Without a daemon

  @Test func isReadByCommandsToo() throws {
    try directory.link("aurora/palette.json", to: "../common/palette.json")
    try directory.link("aurora/more", to: "../common")
    try write(manifest: #"{ "outside": ["../common"], "exclude": ["more"], "name": "x" }"#)
    let contents = try BundleContents(directory: directory("aurora"))
    let (engine, paths) = (contents.engine(named: "x", rootFile: nil), contents.files.map(\.path))
    #expect(paths == ["livery.json", "palette.json", "theme.inc.json"])
    #expect(engine.open(Context()).diagnostics == [])
    #expect(BundleName(ofBundleAt: directory("aurora")).text == "x")
    #expect(BundleName(ofBundleAt: directory("common")).text == "common")
    #expect(BundleName(ofBundleAt: "/").text == "root")
  }
}

/// Log entries, from any thread.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  func append(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
