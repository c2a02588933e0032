// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TestSupport
import Testing

@testable import ThemeWatch

/// Links into directories outside of the bundle. Beside the bundle lie `shared`, with `a.json` and `d/b.json`, and `other`
/// with `a.json`.
@Suite(.serialized) struct OutsideTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    var outside = ["../shared"]
    let before: String
    let script: String
    /// Every path that is to be reported, and no other; nil when all are.
    let expected: Set<String>?
    /// What is to be there afterwards.
    let files: [String: String]

    var testDescription: String { name }
  }

  static let changes: [Change] = [
    Change(
      name: "a file, in place", before: "ln -s ../shared/a.json l.json", script: "echo 2 > ../shared/a.json",
      expected: ["l.json"], files: ["l.json": "2\n"]),
    Change(
      name: "a file, by a rename", before: "ln -s ../shared/a.json l.json",
      script: "echo 2 > ../x; mv ../x ../shared/a.json", expected: ["l.json"], files: ["l.json": "2\n"]),
    Change(
      name: "a file that goes", before: "ln -s ../shared/a.json l.json", script: "rm ../shared/a.json",
      expected: ["l.json"], files: [:]),
    Change(
      name: "a file deep below", before: "ln -s ../shared/d/b.json l.json",
      script: "mv ../shared/d ../shared/e; mkdir ../shared/d; echo 2 > ../shared/d/b.json", expected: ["l.json"],
      files: ["l.json": "2\n"]),
    Change(
      name: "its neighbours", before: "ln -s ../shared/a.json l.json", script: "echo 2 > ../shared/c.json",
      expected: [], files: ["l.json": "1\n"]),
    Change(
      name: "a directory", before: "ln -s ../shared s", script: "echo 2 > ../shared/d/b.json; mkdir ../shared/e",
      expected: ["s/d/b.json"], files: ["s/a.json": "1\n", "s/d/b.json": "2\n"]),
    Change(
      name: "a directory that is not listed", before: "ln -s ../other o", script: "echo 2 > ../other/a.json",
      expected: [], files: [:]),
    Change(
      name: "a link that comes later", before: "true", script: "ln -s ../shared/d s", expected: ["s/b.json"],
      files: ["s/b.json": "1\n"]),
    Change(
      name: "links within what is outside", before: "ln -s ../shared s",
      script: "ln -s d/b.json ../shared/l.json; ln -s ../../bundle ../shared/up; echo 2 > ../shared/d/b.json",
      expected: ["s/l.json", "s/d/b.json"], files: ["s/a.json": "1\n", "s/d/b.json": "2\n", "s/l.json": "2\n"]),
    Change(
      name: "the whole of it is replaced", before: "ln -s ../shared/a.json l.json",
      script: "mv ../shared ../old; mv ../other ../shared; echo 3 > ../old/a.json", expected: nil,
      files: ["l.json": "1\n"]),
    Change(
      name: "it appears", outside: ["../later/deep"], before: "ln -s ../later/deep/a.json l.json",
      script: "mkdir -p ../later/deep; echo 2 > ../later/deep/a.json", expected: nil, files: ["l.json": "2\n"]),
    Change(
      name: "it is a link itself", outside: ["../current"],
      before: "ln -s shared ../current; ln -s ../current/a.json l.json",
      script: "echo 5 > ../other/a.json; ln -sfn other ../current", expected: nil, files: ["l.json": "5\n"]),
    Change(
      name: "the bundle lies in it", outside: [".."], before: "ln -s .. up; echo 1 > x.json",
      script: "echo 2 > x.json; echo 2 > ../other/a.json", expected: ["x.json", "up/other/a.json"],
      files: ["x.json": "2\n", "up/other/a.json": "2\n", "up/shared/a.json": "1\n", "up/shared/d/b.json": "1\n"]),
    Change(
      name: "a hidden file of the bundle", outside: [], before: "mkdir .h; echo 1 > .h/a.json; ln -s .h/a.json l.json",
      script: "echo 2 > .h/a.json", expected: ["l.json"], files: ["l.json": "2\n"]),
  ]

  private static let neighbours =
    "mkdir -p ../shared/d ../other; for f in shared/a shared/d/b other/a; do echo 1 > ../$f.json; done; "

  @Test(arguments: changes) func check(_ change: Change) throws {
    let observer = try Observer(Self.neighbours + change.before, outside: change.outside)
    try observer.run(change.script)
    try observer.settle()
    if let expected = change.expected { #expect(observer.changed == expected) }
    #expect(observer.files == change.files)
    #expect(try observer.truth() == observer.files)
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  /// The reader refuses it anyway.
  @Test func aFileThatIsNotListed() throws {
    let observer = try Observer(
      Self.neighbours + "ln -s ../other/a.json l.json; ln -s ../shared/a.json m.json", outside: ["../shared"])
    try observer.run("echo 2 > ../other/a.json")
    #expect(try observer.isQuiet())
    #expect(observer.files == ["l.json": "1\n", "m.json": "1\n"])
  }

  /// What is listed may change while the bundle is watched, and nothing stays behind.
  @Test func whatIsListedChanges() throws {
    let observer = try Observer(Self.neighbours + "ln -s ../shared s; echo 1 > x.json")
    let watches = observer.watcher.watchCount
    #expect(observer.files == ["x.json": "1\n"])
    observer.allow(["../shared"])
    #expect(observer.files == ["x.json": "1\n", "s/a.json": "1\n", "s/d/b.json": "1\n"])
    observer.allow([])
    #expect(observer.files == ["x.json": "1\n"])
    try observer.settle()
    #expect(observer.watcher.watchCount == watches)
  }
}
