// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import FleetReleases
import Foundation
import LinuxIO
import MessageDigest
import TestSupport
import Testing

/// Releases in a directory, and the remains of faults and crashes.
@Suite struct MirrorDirectoryTests {
  let folder: ScratchDirectory
  var directory: String { folder("mirror") }

  init() throws { folder = try ScratchDirectory() }

  /// A release of files with these texts.
  func release(_ number: UInt64, _ texts: [String: String]) -> (Manifest, FileList) {
    let list = FileList(
      texts.map { path, text in
        let bytes = Array(text.utf8)
        return ListedFile(
          path: path, size: bytes.count, digest: ChunkName(hashing: bytes),
          chunks: chunks(of: bytes, size: 4).map(\.name))
      })
    let manifest = Manifest(
      number: ReleaseNumber(number) ?? .maximum, previous: nil, instance: "i", publisher: "p", bundle: "b",
      generation: 1, version: "1", digest: "d", files: list.files.count, bytes: list.bytes,
      list: chunks(of: list.text, size: 1 << 20).map(\.name))
    return (manifest, list)
  }

  static let first = [
    "livery.json": "{}", "themes/day.json": "day", "themes/deep/er/night.json": "night", "e": "",
  ]
  static let second = ["livery.json": "{}", "themes/day.json": "noon", "copy/night.json": "night"]

  /// Makes a release and swaps to it.
  func take(_ number: UInt64, _ texts: [String: String], in mirror: MirrorDirectory) throws {
    let (manifest, list) = release(number, texts)
    try mirror.checkSpace(for: manifest)
    let builder = try mirror.begin(manifest, list, damaged: mirror.damagedFiles())
    do {
      try builder.linkUnchanged()
      for missing in builder.missing {
        let file = try builder.make(missing)
        try file.append(Array(try #require(texts[missing.path]).utf8))
        try builder.finish(file)
      }
      try builder.finish()
      try mirror.complete(builder)
    } catch {
      mirror.abandon(builder)
      throw error
    }
    try mirror.swap(to: builder.release)
  }

  func open(_ bucket: String? = "bucket") throws -> MirrorDirectory {
    try MirrorDirectory.open(directory, bucket: bucket)
  }

  /// The files of `current` by path; nil when it leads nowhere.
  func served() -> [String: String]? {
    let root = folder("mirror/current")
    guard FileManager.default.fileExists(atPath: root) else { return nil }
    var texts: [String: String] = [:]
    let walk = FileManager.default.enumerator(atPath: (try? realPath(root)) ?? "")
    while let path = walk?.nextObject() as? String {
      if walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
        texts[path] = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
      }
    }
    return texts
  }

  @Test func aReleaseIsSwappedTo() throws {
    let mirror = try open()
    #expect(served() == nil)
    try take(1, Self.first, in: mirror)
    #expect(served() == Self.first)
    let old = try fileStatus(folder("mirror/current/livery.json"))
    #expect(old.mode == 0o444)
    #expect(try fileStatus(folder("mirror/current/themes")).mode == 0o755)
    try take(2, Self.second, in: mirror)
    #expect(served() == Self.second)
    // Unchanged bytes get a second name, also under a new path.
    #expect(try fileStatus(folder("mirror/current/livery.json")).identity == old.identity)
    #expect(try fileStatus(folder("mirror/current/copy/night.json")).linkCount == 2)
    #expect(try fileStatus(folder("mirror/current/themes/day.json")).linkCount == 1)
    #expect(mirror.highest == ReleaseNumber(2))
    #expect(mirror.record.releases.count == 2)
  }

  @Test func aRestartKnowsEverything() throws {
    do { try take(1, Self.first, in: try open()) }
    do { try take(7, Self.second, in: try open()) }
    let mirror = try open()
    #expect(mirror.highest == ReleaseNumber(7))
    #expect(mirror.current?.manifest.number == ReleaseNumber(7))
    #expect(mirror.damagedFiles() == [])
    #expect(throws: MirrorFailure.self) { try open() }
  }

  @Test func aRollBackIsKept() throws {
    do {
      let mirror = try open()
      try take(1, Self.first, in: mirror)
      try take(2, Self.second, in: mirror)
    }
    do {
      // No bucket is named: no server is needed.
      let mirror = try open(nil)
      #expect(try mirror.rollBack(to: "1").manifest.number == ReleaseNumber(1))
      #expect(throws: MirrorFailure.self) { try mirror.rollBack(to: "5") }
    }
    #expect(served() == Self.first)
    let mirror = try open()
    #expect(mirror.highest == ReleaseNumber(2))
    #expect(mirror.record.left == ReleaseNumber(2))
    try take(3, Self.second, in: mirror)
    #expect(mirror.highest == ReleaseNumber(3))
  }

  @Test func onlyOurOwnIsRemoved() throws {
    let mirror = try open()
    try take(1, Self.first, in: mirror)
    try folder.write("mirror/releases/mine/file", "x")
    try folder.write("mirror/notes", "x")
    try take(2, Self.second, in: mirror)
    try mirror.remove([mirror.record.releases[0]])
    #expect(try folder.names(in: "mirror/releases").contains("mine"))
    #expect(try folder.names(in: "mirror").contains("notes"))
    #expect(mirror.record.releases.count == 1)
  }

  @Test func theOldestMakePlaceForOneMore() throws {
    var record = MirrorRecord(bucket: "bucket")
    record.releases = try (1...FleetLimits.maximumStoredReleases).map { number in
      try #require(ReleaseName("\(String(repeating: "0", count: 16))\(1_000 + number)-0123456789ab"))
    }
    for name in record.releases {
      try folder.write("mirror/releases/\(name)/file", "")
      try folder.write("mirror/releases/\(name).json", "{}")
    }
    try folder.write("mirror/.livery-mirror", record.text)
    let mirror = try open()
    #expect(mirror.record.releases.count == FleetLimits.maximumStoredReleases)
    try take(9_001, Self.first, in: mirror)
    try take(9_002, Self.first, in: mirror)
    #expect(mirror.record.releases.first == record.releases[2])
    #expect(mirror.record.releases.count == FleetLimits.maximumStoredReleases)
    #expect(try folder.names(in: "mirror/releases").count == 2 * FleetLimits.maximumStoredReleases)
    // A record that the next process could not read is not written.
    #expect(throws: SystemError.self) {
      try mirror.recordServer(String(repeating: "9", count: MirrorRecord.maximumBytes))
    }
    #expect(mirror.record.server == nil)
  }

  @Test func theFirstServedReleaseBindsTheBundle() throws {
    do {
      let mirror = try open()
      var (manifest, list) = release(1, Self.first)
      manifest.bundle = "other"
      mirror.abandon(try mirror.begin(manifest, list, damaged: []))
      #expect(mirror.bundle == nil)
      try take(2, Self.second, in: mirror)
      #expect(mirror.bundle == "b")
    }
    do {
      let mirror = try open()
      #expect(mirror.bundle == "b")
      try take(3, Self.first, in: mirror)
      try folder.remove("mirror/releases/\(try #require(mirror.linked)).json")
    }
    let mirror = try open()
    #expect(mirror.isLost && mirror.bundle == "b")
  }

  /// A start writes nothing, so that it works on a full disk and on one that is read-only.
  @Test func aStartNeedsNoSpace() throws {
    do {
      let mirror = try open()
      try take(1, Self.first, in: mirror)
      let (manifest, list) = release(2, Self.second)
      _ = try mirror.begin(manifest, list, damaged: [])
    }
    let faults = Faults(1..<Int.max, .noSpace)
    let writing: [SystemCall] = [.write, .rename, .fsync, .unlink]
    let decide: @Sendable (SystemCall) -> Interception = { writing.contains($0) ? faults.decide($0) : .none }
    try interceptingSystemCalls(decide) { () in
      let mirror = try open()
      #expect(mirror.current?.name.number == ReleaseNumber(1))
      #expect(mirror.floor == ReleaseNumber(1))
    }
    #expect(faults.calls > 0)
    let mirror = try open()
    #expect(try folder.names(in: "mirror/releases").count == 2)
    try take(2, Self.second, in: mirror)
  }

  private func checkRefused(_ bucket: String? = "bucket", _ location: SourceLocation = #_sourceLocation) {
    #expect(throws: MirrorFailure.self, sourceLocation: location) { try open(bucket) }
  }

  @Test func otherDirectoriesAreRefused() throws {
    checkRefused(nil)
    try folder.write("mirror/file", "x")
    checkRefused()
    #expect(try folder.names(in: "mirror") == ["file"])
    try folder.remove("mirror/file")
    do { try take(1, Self.first, in: try open()) }
    checkRefused("other")
    try folder.remove("mirror/current")
    try folder.link("mirror/current", to: "/etc")
    checkRefused()
    try folder.remove("mirror/current")
    try folder.write("mirror/current/file", "x")
    checkRefused()
    try folder.write("mirror/.livery-mirror", "{")
    checkRefused()
  }

  @Test func damagedFilesAreNotUsedAgain() throws {
    let mirror = try open()
    try take(1, Self.first, in: mirror)
    chmod(folder("mirror/current/livery.json"), 0o644)
    try folder.write("mirror/current/livery.json", "[]")
    #expect(mirror.damagedFiles() == ["livery.json"])
    try take(2, Self.second, in: mirror)
    #expect(served() == Self.second)
  }

  @Test func aLinkInATreeIsNotFollowed() throws {
    let mirror = try open()
    let (manifest, list) = release(1, ["a/b": "x"])
    let builder = try mirror.begin(manifest, list, damaged: [])
    try builder.linkUnchanged()
    let tree = mirror.path(of: builder.release.name)
    try folder.write("outside/there", "")
    rmdir("\(tree)/a")
    symlink(folder("outside"), "\(tree)/a")
    #expect(throws: SystemError.self) { _ = try builder.make(list.files[0]) }
    #expect(try folder.names(in: "outside") == ["there"])
  }

  // MARK: Faults

  /// Fails calls from a number on, or one call alone; and counts them.
  final class Faults: @unchecked Sendable {
    // It belongs to one thread.
    var calls = 0
    let struck: Range<Int>
    let errno: Errno

    init(_ struck: Range<Int>, _ errno: Errno) { (self.struck, self.errno) = (struck, errno) }

    func decide(_ call: SystemCall) -> Interception {
      calls += 1
      return struck.contains(calls) && call != .close ? .failure(errno) : .none
    }
  }

  /// Takes a release while calls fail, then reads the directory, as a restart does.
  ///
  /// - Returns: the number of calls.
  private func check(
    failing: (Int) -> Range<Int>, from step: Int, _ errno: Errno, fileSyncs: Int,
    _ location: SourceLocation = #_sourceLocation
  ) throws -> Int {
    try? FileManager.default.removeItem(atPath: directory)
    var mirror: MirrorDirectory? = try open()
    mirror?.maximumFileSyncs = fileSyncs
    try mirror.map { try take(1, Self.first, in: $0) }
    let faults = Faults(failing(step), errno)
    interceptingSystemCalls(faults.decide) { () in
      if let mirror { try? take(2, Self.second, in: mirror) }
    }
    let after = served()
    #expect(after == Self.first || after == Self.second, "call \(step)", sourceLocation: location)
    mirror = nil
    // The next process finds a whole release, and takes the new one.
    let next = try open()
    #expect(served() == after, "call \(step)", sourceLocation: location)
    #expect(next.damagedFiles() == [], "call \(step)", sourceLocation: location)
    #expect(
      next.record.releases.count == (after == Self.second ? 2 : next.record.releases.count), sourceLocation: location)
    if after == Self.first { try take(2, Self.second, in: next) }
    #expect(served() == Self.second, "call \(step)", sourceLocation: location)
    let names = try folder.names(in: "mirror").filter { ![".livery-mirror", "current", "releases"].contains($0) }
    #expect(names == [], "call \(step)", sourceLocation: location)
    #expect(try folder.names(in: "mirror/releases").count == 4, "call \(step)", sourceLocation: location)
    return faults.calls
  }

  /// A release of few new files synchronizes each; one of many synchronizes the file system.
  @Test(arguments: [64, 0]) func eachCallMayFail(fileSyncs: Int) throws {
    let calls = try check(failing: { _ in 0..<0 }, from: 0, .noSpace, fileSyncs: fileSyncs)
    #expect(calls > 50)
    for step in 1...calls {
      _ = try check(failing: { $0..<($0 + 1) }, from: step, .noSpace, fileSyncs: fileSyncs)
    }
  }

  /// Every call from one on fails, as after a kill at this place, or on a disk that stays full.
  @Test(arguments: [64, 0]) func aKillAtEachStepLeavesAWholeRelease(fileSyncs: Int) throws {
    let calls = try check(failing: { _ in 0..<0 }, from: 0, .noSpace, fileSyncs: fileSyncs)
    for step in 1...calls { _ = try check(failing: { $0..<Int.max }, from: step, .noSpace, fileSyncs: fileSyncs) }
  }

  /// The calls that wait for the disk come before the list that makes a release whole, and that comes before the link.
  @Test(arguments: [
    (files: 3, expected: Array(repeating: SystemCall.fsync, count: 4)), (files: 65, expected: [.syncfs]),
  ]) func whatIsServedIsOnTheDisk(files: Int, expected: [SystemCall]) throws {
    let mirror = try open()
    let texts = Dictionary(uniqueKeysWithValues: (0..<files).map { ("f\($0).json", "\($0)") })
    let calls = Recorded()
    try interceptingSystemCalls(calls.decide) { () in try take(1, texts, in: mirror) }
    // Before these the record is written, which names the release: two calls.
    #expect(calls.syncs.dropFirst(2).prefix(expected.count) == expected[...])
    // The list, `releases`, the directory of the mirror.
    #expect(calls.syncs.count == 2 + expected.count + 3)
  }

  private final class Recorded: @unchecked Sendable {
    // It belongs to one thread.
    var syncs: [SystemCall] = []

    func decide(_ call: SystemCall) -> Interception {
      if [.fsync, .syncfs].contains(call) { syncs.append(call) }
      return .none
    }
  }
}
