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
    changed: BytewiseSet = [], removed: BytewiseSet = [], writing: BytewiseSet = [], gone: BytewiseSet = [],
    unreadable: BytewiseSet = [], isComplete: Bool = false, isRootGone: Bool = false
  ) -> RootChanges {
    var changes = RootChanges(root: RootID(number: 1))
    changes.changed = changed
    changes.removed = removed
    changes.beingWritten = writing
    changes.gone = gone
    changes.unreadable = unreadable
    changes.isComplete = isComplete
    changes.isRootGone = isRootGone
    return changes
  }

  /// What has to be read, and what is removed.
  private func work(_ toRead: [String] = [], removed: [String] = []) -> BundleFiles.Work {
    BundleFiles.Work(toRead: toRead, removed: removed)
  }

  /// The files of a bundle with `a`, `d/b`, `d/e/c` and `do`.
  private func files() -> BundleFiles {
    var files = BundleFiles(longestWriting: Self.limit)
    let all = files.take(changes(changed: ["d/b", "a", "d/e/c", "do"], isComplete: true), now: 0)
    #expect(all == work(["a", "d/b", "d/e/c", "do"]))
    return files
  }

  @Test func readsWhatChanged() {
    var files = files()
    #expect(files.take(changes(changed: ["a", "new"]), now: 0) == work(["a", "new"]))
    #expect(files.known == ["a", "d/b", "d/e/c", "do", "new"])
    files.forget("a")
    #expect(files.known == ["d/b", "d/e/c", "do", "new"])
  }

  /// No matter what could be read under their paths.
  @Test func readsNothingThatIsNoFileOfTheBundle() {
    var files = files()
    #expect(files.take(changes(removed: ["a", "never"]), now: 0) == work(removed: ["a"]))
    #expect(files.take(changes(changed: ["d/e/x"], gone: ["d/e"]), now: 0) == work(["d/e/x"], removed: ["d/e/c"]))
    #expect(files.take(changes(gone: ["d"]), now: 0) == work(removed: ["d/b", "d/e/x"]))
    #expect(files.take(changes(changed: ["z"], isComplete: true), now: 0) == work(["z"], removed: ["do"]))
    #expect(files.known == ["z"])
  }

  @Test func readsBelowWhatCannotBeListed() {
    var files = files()
    #expect(files.take(changes(unreadable: ["d/e"]), now: 0) == work(["d/e/c"]))
    #expect(files.take(changes(gone: ["d"], unreadable: ["d/e"]), now: 0) == work(["d/e/c"], removed: ["d/b"]))
    let rest = files.take(changes(changed: ["a"], unreadable: ["d"], isComplete: true), now: 0)
    #expect(rest == work(["a", "d/e/c"], removed: ["do"]))
  }

  @Test func waitsForWriters() {
    var files = files()
    #expect(files.take(changes(changed: ["new"], writing: ["new", "a", "never"]), now: 5) == work())
    #expect(files.deadline == 5 + Self.limit)
    // Another write does not put it off.
    #expect(files.take(changes(writing: ["a"]), now: 7) == work())
    #expect(files.deadline == 5 + Self.limit)
    #expect(files.take(changes(changed: ["a"]), now: 8) == work(["a"]))
    #expect(files.unfinished(by: 4 + Self.limit) == [])
    #expect(files.unfinished(by: 5 + Self.limit) == ["new"])
    files.finish(["new"])
    #expect(files.unfinished(by: .max) == [])
    #expect(files.deadline == nil)
    #expect(files.known.containsBytewise("new"))
  }

  @Test func forgetsWritersOfWhatIsRemoved() {
    var files = files()
    #expect(files.take(changes(writing: ["a", "d/b"]), now: 0) == work())
    #expect(files.take(changes(removed: ["a"], gone: ["d"]), now: 0) == work(removed: ["a", "d/b", "d/e/c"]))
    #expect(files.deadline == nil)
  }

  @Test func readsNothingWhileTheRootIsGone() {
    var files = files()
    #expect(files.take(changes(writing: ["a"]), now: 0) == work())
    #expect(files.take(changes(isRootGone: true), now: 0) == work())
    #expect(files.isRootGone)
    #expect(files.deadline == nil)
    let back = files.take(changes(changed: ["a"], isComplete: true), now: 0)
    #expect(back == work(["a"], removed: ["d/b", "d/e/c", "do"]))
    #expect(!files.isRootGone)
  }
}
