// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import Foundation
import LinuxIO
import TestSupport
import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import LiveryService
@testable import ThemeWatch

/// After any series of changes, the watcher lists and the reader opens exactly the files of a new walk, with
/// their content. `LIVERY_FILE_ROUNDS` is the number of rounds.
@Suite(.serialized) struct MembershipTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// The files of a followed bundle, as the daemon keeps them.
  private final class Followed {
    let watcher: Watcher
    private let id: RootID
    private let path: String
    private(set) var bounds = BundleBounds(outside: ["../out"])
    private var reader: BundleReader
    private var files = ListedFiles()
    private var open = OpenFiles(timeout: 1)
    private var shared = SharedFiles()
    private var contents: BytewiseDictionary<String> = [:]
    /// Released last: properties are destroyed in this order, and the watcher must be gone before.
    private let turn = WatcherTurn()

    init(_ path: String) throws {
      self.path = path
      reader = BundleReader(path: path)
      var settings = BundleSettings()
      settings.bounds = bounds
      _ = reader.apply(settings)
      watcher = try Watcher()
      id = try watcher.add(root: path)
      watcher.set(bounds, of: id)
    }

    /// Leaves paths out from now on.
    func exclude(_ patterns: [String]) throws {
      bounds.exclude = patterns.isEmpty ? nil : try Selection(patterns)
      watcher.set(bounds, of: id)
    }

    /// Takes over all that was written before.
    func synchronize() {
      var thoroughness = Watcher.Thoroughness.full
      var batch: WatchBatch
      repeat {
        batch = watcher.drain(thoroughness)
        thoroughness = .due
        for changes in batch.roots {
          let work = files.record(changes)
          open.record(changes, work, now: 0)
          for path in work.removed { forget(path) }
          read(work.toRead)
        }
      } while batch.hasMore
      read(shared.changed(in: path) + shared.gained(among: files.known, in: path))
      let overdue = open.overdue(now: .max)
      open.finish(overdue)
      read(overdue)
    }

    private func read(_ paths: [String]) {
      for change in reader.read(paths, noting: &shared) {
        contents[change.path] = Self.text(of: change.content)
        if contents[change.path] == nil { forget(change.path) }
      }
    }

    private func forget(_ path: String) {
      contents[path] = nil
      files.forget(path)
      open.forget(path)
      shared.forget(path)
    }

    /// The files; nil while the root is missing.
    var served: BytewiseDictionary<String>? { files.isRootGone ? nil : contents }

    /// The files that a cold start finds.
    var truth: BytewiseDictionary<String>? {
      guard let paths = try? walkBundle(path, bounds) else { return nil }
      var truth: BytewiseDictionary<String> = [:]
      for change in reader.read(paths) { truth[change.path] = Self.text(of: change.content) }
      return truth
    }

    private static func text(of content: FileChange.Content) -> String? {
      switch content {
      case .gone: nil
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .unreadable(let finding): "\(finding.code.rawValue) \(finding.message)"
      }
    }
  }

  private func shell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = URL(filePath: scratch.path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(script)")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Run one after the other in the directory that holds `bundle`, `out` and `else`, with a look after each.
    let steps: [String]
    /// The files that exist in the end.
    let expected: BytewiseDictionary<String>

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a link that leads out in place of a directory, and its removal",
      steps: ["mv bundle/d old; ln -s ../else bundle/d", "rm bundle/d", "mkdir bundle/d"], expected: [:]),
    Case(
      name: "a link to itself in place of a directory, and its removal",
      steps: ["mv bundle/d old; ln -s d bundle/d", "rm bundle/d"], expected: [:]),
    Case(
      name: "a link to a directory comes to lead to one that holds it",
      steps: [
        "mkdir bundle/e; ln -s ../else bundle/x; ln -s ../e bundle/d/l; echo 1 > bundle/e/a.json",
        "ln -sfn . bundle/d/l",
      ],
      expected: [
        "d/a.json": "0\n", "e/a.json": "1\n",
        "x": "LV0011 `x` is a link that leads out of the bundle, to `SCRATCH/else`",
      ]),
    Case(
      name: "a file becomes a link to the root", steps: ["ln -sfn .. bundle/d/a.json"], expected: [:]),
    Case(
      name: "a file becomes a link to a directory outside",
      steps: ["ln -sfn ../../out bundle/d/a.json"], expected: ["d/a.json/a.json": "2\n"]),
    Case(name: "a file becomes a FIFO", steps: ["rm bundle/d/a.json; mkfifo bundle/d/a.json"], expected: [:]),
    Case(
      name: "a file becomes a link that leads nowhere", steps: ["ln -sfn nowhere bundle/d/a.json"],
      expected: ["d/a.json": "LV0010 `d/a.json` is a link to `nowhere`, which does not exist"]),
    Case(
      name: "what a link out of the bundle leads to comes and goes",
      steps: [
        "ln -s ../else/new.json bundle/n.json; ln -s ../else/a.json bundle/m.json",
        "touch else/new.json; rm else/a.json",
      ],
      expected: [
        "d/a.json": "0\n", "m.json": "LV0010 `m.json` is a link to `../else/a.json`, which does not exist",
        "n.json": "LV0011 `n.json` is a link that leads out of the bundle, to `SCRATCH/else/new.json`",
      ]),
    Case(
      name: "a file is written through another name",
      steps: ["ln bundle/d/a.json else/b.json", "echo 7 > else/b.json", "echo 8 > else/b.json; rm else/b.json"],
      expected: ["d/a.json": "8\n"]),
    Case(
      name: "a file is written through a name that is none of the bundle's",
      steps: [
        "ln bundle/d/a.json bundle/d/copy; ln -s d/a.json bundle/l.json", "echo 7 > bundle/d/copy",
        "chmod 600 bundle/d/copy",
      ],
      expected: ["d/a.json": "7\n", "l.json": "7\n"]),
    Case(
      name: "a link that leads out and in again",
      steps: ["ln -s ../bundle/d else/way; ln -s ../else/way bundle/w", "ln -sfn ../out else/way"],
      expected: ["d/a.json": "0\n", "w/a.json": "2\n"]),
  ]

  @Test(arguments: cases) func check(_ one: Case) throws {
    try shell("mkdir -p bundle/d out else; echo 0 > bundle/d/a.json; echo 2 > out/a.json; echo 3 > else/a.json")
    let followed = try Followed(scratch("bundle"))
    followed.synchronize()
    #expect(followed.served == ["d/a.json": "0\n"])
    for step in one.steps {
      try shell(step)
      followed.synchronize()
      #expect(followed.served == followed.truth, "\(step)")
    }
    let served = followed.served?.mapValues { $0.replacing(scratch.path, with: "SCRATCH") }
    #expect(served == one.expected)
  }

  /// Patterns that fit paths of a random tree: none, and some.
  private static let excluded = [[], ["d"], ["**/e"], ["d/**", "e", "a.json"]]

  @Test(arguments: [1, 2, UInt64.random(in: 0 ... .max)]) func anySeriesOfChanges(_ seed: UInt64) throws {
    let rounds = ProcessInfo.processInfo.environment["LIVERY_FILE_ROUNDS"].flatMap { Int($0) } ?? 1500
    var tree = try RandomTree(in: scratch, seed: seed)
    var dice = SplitMix(seed: seed)
    let followed = try Followed(scratch("bundle"))
    followed.synchronize()
    for round in 1...rounds {
      for _ in 0..<Int.random(in: 1...4, using: &dice) { tree.change() }
      if round.isMultiple(of: 20) { try tree.restoreRoot() }
      if round.isMultiple(of: 7) { try followed.exclude(Self.excluded.randomElement(using: &dice) ?? []) }
      followed.synchronize()
      let (served, truth) = (followed.served, followed.truth)
      guard served != truth else { continue }
      Issue.record(
        """
        seed \(seed), round \(round): served \(String(describing: served)), cold \(String(describing: truth)), after
        \(tree.history.suffix(12).joined(separator: "\n"))
        """)
      return
    }
  }
}
