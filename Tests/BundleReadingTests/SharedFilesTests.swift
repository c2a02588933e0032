// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import LinuxIO
import TestSupport
import Testing

@testable import BundleReading

/// Files with several names.
@Suite struct SharedFilesTests {
  private let directory: ScratchDirectory
  private let reader: BundleReader

  init() throws {
    directory = try ScratchDirectory()
    for name in ["a.json", "b.json", "c.json"] { try directory.write("bundle/\(name)", "1") }
    try FileManager.default.linkItem(atPath: directory("bundle/a.json"), toPath: directory("other"))
    reader = BundleReader(path: directory("bundle"), limit: 100)
  }

  /// Reads possibly changed files again, until the clock of the file system has gone on.
  private func settle(_ shared: inout SharedFiles) {
    while true {
      let changed = shared.changed(in: reader.path)
      if changed.isEmpty { return }
      _ = reader.read(changed, noting: &shared)
    }
  }

  @Test func onlyTheseAreLookedAt() throws {
    var shared = SharedFiles()
    _ = reader.read(["a.json", "b.json", "c.json"], noting: &shared)
    #expect(shared.count == 1)
    settle(&shared)
    var calls: [SystemCall] = []
    let changed = interceptingSystemCalls {
      calls.append($0)
      return .none
    } in: {
      shared.changed(in: reader.path)
    }
    #expect(changed == [])
    #expect(calls == [.stat])
  }

  @Test func aNameThatComesLaterIsSeen() throws {
    var shared = SharedFiles()
    let files = ["a.json", "b.json", "c.json"]
    _ = reader.read(files, noting: &shared)
    #expect(shared.gained(among: files, in: reader.path) == [])
    for name in ["b", "c"] {
      try FileManager.default.linkItem(atPath: directory("bundle/\(name).json"), toPath: directory("second-\(name)"))
    }
    #expect(shared.gained(among: files.reversed(), in: reader.path) == ["b.json", "c.json"])
    _ = reader.read(["b.json"], noting: &shared)
    #expect(shared.gained(among: files, in: reader.path) == ["c.json"])
    #expect(shared.count == 2)
  }

  @Test func aWriteThroughAnotherNameIsSeen() throws {
    var shared = SharedFiles()
    _ = reader.read(["a.json", "b.json"], noting: &shared)
    // Some of these writes come within a tick, and leave length and times unchanged.
    for round in 2...50 {
      try directory.write("other", "\(round % 10)")
      #expect(shared.changed(in: reader.path) == ["a.json"])
      _ = reader.read(["a.json"], noting: &shared)
    }
    settle(&shared)
    try directory.write("other", String(repeating: "x", count: 101))
    _ = reader.read(shared.changed(in: reader.path), noting: &shared)
    try directory.write("other", "1")
    #expect(shared.changed(in: reader.path) == ["a.json"], "one that could not be read")
    try directory.remove("other")
    _ = reader.read(["a.json"], noting: &shared)
    #expect(shared.count == 0)
  }
}
