// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import TextComparison

@testable import LiveryService
@testable import ThemeWatch

/// When files are read that a program has open for writing.
@Suite struct OpenFilesTests {
  private static let timeout: UInt64 = 100

  /// The files of a bundle with `a`, `d/b`, `d/e/c` and `do`.
  private struct Bundle {
    var files = ListedFiles()
    var open = OpenFiles(timeout: OpenFilesTests.timeout)

    init() { record(changed: ["d/b", "a", "d/e/c", "do"], isComplete: true, now: 0) }

    /// Records one batch of the watcher as the daemon does. Returns the files to read.
    @discardableResult mutating func record(
      changed: BytewiseSet = [], removed: BytewiseSet = [], writing: BytewiseSet = [], gone: BytewiseSet = [],
      isComplete: Bool = false, isRootGone: Bool = false, now: UInt64
    ) -> [String] {
      var changes = RootChanges(root: RootID(number: 1))
      changes.changed = changed
      changes.removed = removed
      changes.beingWritten = writing
      changes.gone = gone
      changes.isComplete = isComplete
      changes.isRootGone = isRootGone
      let work = files.record(changes)
      open.record(changes, work, now: now)
      return work.toRead
    }
  }

  @Test func waitsForWriters() {
    var bundle = Bundle()
    #expect(bundle.record(changed: ["new"], writing: ["new", "a", "never"], now: 5) == [])
    #expect(bundle.open.deadline == 5 + Self.timeout)
    // A further write does not move the deadline.
    #expect(bundle.record(writing: ["a"], now: 7) == [])
    #expect(bundle.open.deadline == 5 + Self.timeout)
    #expect(bundle.record(changed: ["a"], now: 8) == ["a"])
    #expect(bundle.open.overdue(now: 4 + Self.timeout) == [])
    #expect(bundle.open.overdue(now: 5 + Self.timeout) == ["new"])
    bundle.open.finish(["new"])
    #expect(bundle.open.overdue(now: .max) == [])
    #expect(bundle.open.deadline == nil)
    #expect(bundle.files.known.containsBytewise("new"))
  }

  /// A megabyte a second is read of a file that its writer does not close.
  @Test func looksSeldomAtWhatIsWrittenWithoutEnd() {
    var bundle = Bundle()
    let (bytes, pause) = (5000, 5000 * OpenFiles.pausePerByte)
    #expect(bundle.record(writing: ["a", "do"], now: 0) == [])
    #expect(bundle.open.toLookAt(now: 1) == ["a", "do"])
    bundle.open.recordLook(at: "a", bytes: bytes, now: 1)
    #expect(bundle.open.toLookAt(now: pause) == ["do"])
    #expect(bundle.open.overdue(now: Self.timeout) == ["do"], "nor is it overdue")
    #expect(bundle.open.overdue(now: pause + 1) == ["a", "do"])
    // One that was read and is written on.
    bundle.open.finish(["a", "do"])
    bundle.open.recordLook(at: "a", bytes: bytes, now: pause)
    #expect(bundle.record(writing: ["a"], now: pause) == [])
    #expect(bundle.open.deadline == 2 * pause)
    // Its close, and a different file in its place.
    #expect(bundle.record(changed: ["a"], now: pause) == ["a"])
    #expect(bundle.record(writing: ["a"], now: pause) == [])
    #expect(bundle.open.toLookAt(now: pause) == ["a"])
  }

  @Test func forgetsWritersOfWhatIsRemoved() {
    var bundle = Bundle()
    #expect(bundle.record(writing: ["a", "d/b"], now: 0) == [])
    #expect(bundle.record(removed: ["a"], gone: ["d"], now: 0) == [])
    #expect(bundle.open.deadline == nil)
  }

  @Test func forgetsWritersOfABundleThatIsGone() {
    var bundle = Bundle()
    #expect(bundle.record(writing: ["a"], now: 0) == [])
    #expect(bundle.record(isRootGone: true, now: 0) == [])
    #expect(bundle.open.deadline == nil)
  }
}
