// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import FleetReleases
import Foundation
import LinuxIO
import TestSupport
import Testing

/// The release that `current` leads to stays, whatever is asked for and whatever was damaged.
extension MirrorDirectoryTests {
  /// The path of the first release, or of its list.
  private func path(of release: ReleaseName, _ suffix: String = "") -> String { "mirror/releases/\(release)\(suffix)" }

  /// A mirror of one release.
  private func makeMirror() throws -> ReleaseName {
    let mirror = try open()
    try take(1, Self.first, in: mirror)
    return try #require(mirror.current?.name)
  }

  @Test func theCurrentReleaseIsNeverRemoved() throws {
    let mirror = try open()
    try take(1, Self.first, in: mirror)
    let (manifest, list) = release(1, Self.first)
    let builder = try mirror.begin(manifest, list, damaged: [])
    #expect(served() == Self.first)
    mirror.abandon(builder)
    #expect(served() == Self.first)
    #expect(mirror.current?.manifest == manifest)
    #expect(try folder.names(in: "mirror/releases").count == 2)
    // With an error after the swap it is current already.
    try take(1, Self.first, in: mirror)
    mirror.abandon(try mirror.begin(release(1, Self.first).0, list, damaged: []))
    #expect(served() == Self.first)
    #expect(mirror.damagedFiles() == [])
  }

  @Test func damagedFilesOfTheCurrentReleaseAreReplaced() throws {
    let mirror = try open()
    try take(1, Self.first, in: mirror)
    chmod(folder("mirror/current/livery.json"), 0o644)
    try folder.write("mirror/current/livery.json", "[]")
    try take(1, Self.first, in: mirror)
    #expect(served() == Self.first)
    #expect(mirror.damagedFiles() == [])
    #expect(try folder.names(in: "mirror/releases").count == 2)
  }

  /// - Parameters:
  ///   - texts: what is served meanwhile.
  ///   - damage: of the release that is current.
  private func checkLost(
    serving texts: [String: String]?, _ location: SourceLocation = #_sourceLocation,
    _ damage: (ReleaseName) throws -> Void
  ) throws {
    try? FileManager.default.removeItem(atPath: directory)
    let name = try makeMirror()
    try damage(name)
    do {
      let mirror = try open()
      #expect(mirror.isLost, sourceLocation: location)
      #expect(mirror.highest == ReleaseNumber(1), sourceLocation: location)
      #expect(mirror.floor == nil, sourceLocation: location)
      #expect(served() == texts, sourceLocation: location)
      #expect(throws: MirrorFailure.self, sourceLocation: location) { try mirror.rollBack(to: "1") }
      try take(1, Self.first, in: mirror)
      #expect(!mirror.isLost, sourceLocation: location)
    }
    let mirror = try open()
    #expect(served() == Self.first, sourceLocation: location)
    #expect(mirror.current?.name == name, sourceLocation: location)
    #expect(mirror.damagedFiles() == [], sourceLocation: location)
    #expect(try folder.names(in: "mirror/releases").count == 2, sourceLocation: location)
  }

  @Test func aLostReleaseIsFetchedAgain() throws {
    try checkLost(serving: Self.first) { try folder.remove(path(of: $0, ".json")) }
    try checkLost(serving: Self.first) { name in
      try folder.remove(path(of: name, ".json"))
      try folder.write(path(of: name, ".json"), "{")
    }
    try checkLost(serving: nil) { try folder.remove(path(of: $0)) }
    try checkLost(serving: [:]) { name in
      try folder.remove(path(of: name, ".json"))
      try folder.remove(path(of: name))
      try FileManager.default.createDirectory(atPath: folder(path(of: name)), withIntermediateDirectories: false)
    }
  }

  @Test func aReleaseThatWasGoneBackToIsNotFetchedAgain() throws {
    do {
      let mirror = try open()
      try take(1, Self.first, in: mirror)
      try take(2, Self.second, in: mirror)
      try folder.remove(path(of: try mirror.rollBack(to: "1").name, ".json"))
    }
    let mirror = try open()
    #expect(mirror.isLost)
    #expect(mirror.floor == ReleaseNumber(2))
    #expect(try mirror.rollBack(to: "2").manifest.number == ReleaseNumber(2))
  }

  /// At each step of a repair the old files or the new ones are served.
  @Test func eachCallOfARepairMayFail() throws {
    func repair(failing struck: Range<Int>) throws -> Int {
      try? FileManager.default.removeItem(atPath: directory)
      try folder.remove(path(of: try makeMirror(), ".json"))
      let faults = Faults(struck, .noSpace)
      do {
        let mirror = try open()
        interceptingSystemCalls(faults.decide) { () in
          try? take(1, Self.first, in: mirror)
        }
        #expect(served() == Self.first, "calls \(struck)")
      }
      let mirror = try open()
      #expect(served() == Self.first, "calls \(struck)")
      if mirror.isLost { try take(1, Self.first, in: mirror) }
      #expect(!mirror.isLost && served() == Self.first, "calls \(struck)")
      #expect(try folder.names(in: "mirror/releases").count == 2, "calls \(struck)")
      return faults.calls
    }
    let calls = try repair(failing: 0..<0)
    #expect(calls > 50)
    for step in 1...calls {
      _ = try repair(failing: step..<(step + 1))
      _ = try repair(failing: step..<Int.max)
    }
  }
}
