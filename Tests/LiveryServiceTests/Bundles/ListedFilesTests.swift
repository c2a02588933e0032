// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import Testing
import TextComparison

@testable import LiveryService
@testable import ThemeWatch

@Suite struct ListedFilesTests {
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

  /// The files to read, the removed ones, and the ones in the middle of a save.
  private func work(_ toRead: [String] = [], removed: [String] = [], writing: [String] = []) -> ListedFiles.Work {
    ListedFiles.Work(toRead: toRead, removed: removed, beingWritten: writing)
  }

  /// The files of a bundle with `a`, `d/b`, `d/e/c` and `do`.
  private func files() -> ListedFiles {
    var files = ListedFiles()
    let all = files.record(changes(changed: ["d/b", "a", "d/e/c", "do"], isComplete: true))
    #expect(all == work(["a", "d/b", "d/e/c", "do"]))
    return files
  }

  @Test func readsWhatChanged() {
    var files = files()
    #expect(files.record(changes(changed: ["a", "new"])) == work(["a", "new"]))
    #expect(files.known == ["a", "d/b", "d/e/c", "do", "new"])
    files.forget("a")
    #expect(files.known == ["d/b", "d/e/c", "do", "new"])
  }

  /// Whether anything can be read under their paths or not.
  @Test func readsNothingThatIsNoFileOfTheBundle() {
    var files = files()
    #expect(files.record(changes(removed: ["a", "never"])) == work(removed: ["a"]))
    #expect(files.record(changes(changed: ["d/e/x"], gone: ["d/e"])) == work(["d/e/x"], removed: ["d/e/c"]))
    #expect(files.record(changes(gone: ["d"])) == work(removed: ["d/b", "d/e/x"]))
    #expect(files.record(changes(changed: ["z"], isComplete: true)) == work(["z"], removed: ["do"]))
    #expect(files.known == ["z"])
  }

  @Test func readsBelowWhatCannotBeListed() {
    var files = files()
    #expect(files.record(changes(unreadable: ["d/e"])) == work(["d/e/c"]))
    #expect(files.record(changes(gone: ["d"], unreadable: ["d/e"])) == work(["d/e/c"], removed: ["d/b"]))
    let rest = files.record(changes(changed: ["a"], unreadable: ["d"], isComplete: true))
    #expect(rest == work(["a", "d/e/c"], removed: ["do"]))
  }

  @Test func leavesOpenFilesToTheirWriters() {
    var files = files()
    let work = files.record(changes(changed: ["new"], writing: ["new", "a", "never"]))
    #expect(work == self.work(writing: ["a", "new"]))
    #expect(work.isEmpty)
    #expect(files.known.containsBytewise("new"))
    #expect(files.record(changes(changed: ["a"])) == self.work(["a"]))
  }

  @Test func readsNothingWhileTheRootIsGone() {
    var files = files()
    #expect(files.record(changes(writing: ["a"])) == work(writing: ["a"]))
    #expect(files.record(changes(isRootGone: true)) == work())
    #expect(files.isRootGone)
    let back = files.record(changes(changed: ["a"], isComplete: true))
    #expect(back == work(["a"], removed: ["d/b", "d/e/c", "do"]))
    #expect(!files.isRootGone)
  }
}
