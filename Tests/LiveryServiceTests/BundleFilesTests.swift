// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Testing
import TextComparison

@testable import LiveryService
@testable import ThemeWatch

@Suite struct BundleFilesTests {
  private static let limit: UInt64 = 100

  /// One batch of the watcher.
  private func changes(
    changed: BytewiseSet = [], writing: BytewiseSet = [], gone: BytewiseSet = [], unreadable: BytewiseSet = [],
    isComplete: Bool = false, isRootGone: Bool = false
  ) -> RootChanges {
    var changes = RootChanges(root: RootID(number: 1))
    changes.changed = changed
    changes.beingWritten = writing
    changes.gone = gone
    changes.unreadable = unreadable
    changes.isComplete = isComplete
    changes.isRootGone = isRootGone
    return changes
  }

  /// The files of a bundle with `a`, `d/b`, `d/e/c` and `do`.
  private func files() -> BundleFiles {
    var files = BundleFiles(longestWriting: Self.limit)
    #expect(
      files.take(changes(changed: ["d/b", "a", "d/e/c", "do"], isComplete: true), now: 0) == [
        "a", "d/b", "d/e/c", "do",
      ])
    return files
  }

  @Test func readsWhatChanged() {
    var files = files()
    #expect(files.take(changes(changed: ["a", "new"]), now: 0) == ["a", "new"])
    #expect(files.known == ["a", "d/b", "d/e/c", "do", "new"])
    files.forget("a")
    #expect(files.known == ["d/b", "d/e/c", "do", "new"])
  }

  @Test func readsAllThatMayBeGone() {
    var files = files()
    #expect(files.take(changes(gone: ["d"]), now: 0) == ["d/b", "d/e/c"])
    #expect(files.take(changes(changed: ["d/e/x"], gone: ["d/e"]), now: 0) == ["d/e/c", "d/e/x"])
    #expect(files.take(changes(gone: ["a"]), now: 0) == ["a"])
    #expect(files.take(changes(unreadable: ["d/e"]), now: 0) == ["d/e/c", "d/e/x"])
    #expect(files.take(changes(changed: ["z"], isComplete: true), now: 0) == ["a", "d/b", "d/e/c", "d/e/x", "do", "z"])
  }

  @Test func waitsForWriters() {
    var files = files()
    #expect(files.take(changes(changed: ["new"], writing: ["new", "a"]), now: 5) == [])
    #expect(files.deadline == 5 + Self.limit)
    // Another write does not put it off.
    #expect(files.take(changes(writing: ["a"]), now: 7) == [])
    #expect(files.deadline == 5 + Self.limit)
    #expect(files.take(changes(changed: ["a"]), now: 8) == ["a"])
    #expect(files.unfinished(by: 4 + Self.limit) == [])
    #expect(files.unfinished(by: 5 + Self.limit) == ["new"])
    files.finish(["new"])
    #expect(files.unfinished(by: .max) == [])
    #expect(files.deadline == nil)
    #expect(files.known.contains("new"))
  }

  @Test func readsNothingWhileTheRootIsGone() {
    var files = files()
    #expect(files.take(changes(writing: ["a"]), now: 0) == [])
    #expect(files.take(changes(isRootGone: true), now: 0) == [])
    #expect(files.isRootGone)
    #expect(files.deadline == nil)
    #expect(files.take(changes(changed: ["a"], isComplete: true), now: 0) == ["a", "d/b", "d/e/c", "do"])
    #expect(!files.isRootGone)
  }
}
