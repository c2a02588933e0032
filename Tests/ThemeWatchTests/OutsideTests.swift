// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import ThemeWatch

/// Links into directories outside of the bundle. Beside the bundle lie `common` with `a.json` and `d/b.json`, and `other`
/// with `a.json`.
@Suite(.serialized) struct OutsideTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    var outside = ["../common"]
    let before: String
    let script: String
    /// Exactly the paths that are reported. Nil for all.
    let expected: BytewiseSet?
    /// The files afterwards.
    let files: BytewiseDictionary<String>

    var testDescription: String { name }
  }

  static let changes: [Change] = [
    Change(
      name: "a file, in place", before: "ln -s ../common/a.json l.json", script: "echo 2 > ../common/a.json",
      expected: ["l.json"], files: ["l.json": "2\n"]),
    Change(
      name: "a file, by a rename", before: "ln -s ../common/a.json l.json",
      script: "echo 2 > ../x; mv ../x ../common/a.json", expected: ["l.json"], files: ["l.json": "2\n"]),
    Change(
      name: "a file that goes", before: "ln -s ../common/a.json l.json", script: "rm ../common/a.json",
      expected: ["l.json"], files: [:]),
    Change(
      name: "a file deep below", before: "ln -s ../common/d/b.json l.json",
      script: "mv ../common/d ../common/e; mkdir ../common/d; echo 2 > ../common/d/b.json", expected: ["l.json"],
      files: ["l.json": "2\n"]),
    Change(
      name: "its neighbours", before: "ln -s ../common/a.json l.json", script: "echo 2 > ../common/c.json",
      expected: [], files: ["l.json": "1\n"]),
    Change(
      name: "a directory", before: "ln -s ../common s", script: "echo 2 > ../common/d/b.json; mkdir ../common/e",
      expected: ["s/d/b.json"], files: ["s/a.json": "1\n", "s/d/b.json": "2\n"]),
    Change(
      name: "a directory that is not listed", before: "ln -s ../other o", script: "echo 2 > ../other/a.json",
      expected: [], files: ["o": "a directory"]),
    Change(
      name: "a link to a directory that is not listed comes later", before: "true", script: "ln -s ../other o",
      expected: ["o"], files: ["o": "a directory"]),
    Change(
      name: "a link to a directory that is not listed goes", before: "ln -s ../other o", script: "rm o",
      expected: ["o"], files: [:]),
    Change(
      name: "a link to a directory that is not listed comes to lead to a listed one", before: "ln -s ../other o",
      script: "ln -sfn ../common/d o", expected: ["o", "o/b.json"], files: ["o/b.json": "1\n"]),
    Change(
      name: "a link to a listed directory comes to lead to a different one", before: "ln -s ../common/d o",
      script: "ln -sfn ../other o", expected: ["o"], files: ["o": "a directory"]),
    Change(
      name: "a directory with a link to a directory that is not listed goes", before: "mkdir d; ln -s ../../other d/o",
      script: "mv d ../d", expected: [], files: [:]),
    Change(
      name: "a link to a directory that is not listed becomes a directory", before: "ln -s ../other o",
      script: "rm o; mkdir o; echo 2 > o/x.json", expected: ["o", "o/x.json"], files: ["o/x.json": "2\n"]),
    Change(
      name: "a link that comes later", before: "true", script: "ln -s ../common/d s", expected: ["s/b.json"],
      files: ["s/b.json": "1\n"]),
    Change(
      name: "links within what is outside", before: "ln -s ../common s",
      script: "ln -s d/b.json ../common/l.json; ln -s ../../bundle ../common/up; echo 2 > ../common/d/b.json",
      expected: ["s/l.json", "s/d/b.json"], files: ["s/a.json": "1\n", "s/d/b.json": "2\n", "s/l.json": "2\n"]),
    Change(
      name: "the whole of it is replaced", before: "ln -s ../common/a.json l.json",
      script: "mv ../common ../old; mv ../other ../common; echo 3 > ../old/a.json", expected: nil,
      files: ["l.json": "1\n"]),
    Change(
      name: "it appears", outside: ["../later/deep"], before: "ln -s ../later/deep/a.json l.json",
      script: "mkdir -p ../later/deep; echo 2 > ../later/deep/a.json", expected: nil, files: ["l.json": "2\n"]),
    Change(
      name: "it is a link itself", outside: ["../current"],
      before: "ln -s common ../current; ln -s ../current/a.json l.json",
      script: "echo 5 > ../other/a.json; ln -sfn other ../current", expected: nil, files: ["l.json": "5\n"]),
    Change(
      name: "the bundle lies in it", outside: [".."], before: "ln -s .. up; echo 1 > x.json",
      script: "echo 2 > x.json; echo 2 > ../other/a.json", expected: ["x.json", "up/other/a.json"],
      files: ["x.json": "2\n", "up/other/a.json": "2\n", "up/common/a.json": "1\n", "up/common/d/b.json": "1\n"]),
    Change(
      name: "a hidden file of the bundle", outside: [], before: "mkdir .h; echo 1 > .h/a.json; ln -s .h/a.json l.json",
      script: "echo 2 > .h/a.json", expected: ["l.json"], files: ["l.json": "2\n"]),
  ]

  private static let neighbours =
    "mkdir -p ../common/d ../other; for f in common/a common/d/b other/a; do echo 1 > ../$f.json; done; "

  @Test(arguments: changes) func check(_ change: Change) throws {
    let observer = try Observer(Self.neighbours + change.before, outside: change.outside)
    try observer.run(change.script)
    try observer.settle()
    if let expected = change.expected { #expect(observer.changed == expected) }
    #expect(observer.files == change.files)
    #expect(try observer.truth() == observer.files)
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  /// The reader refuses it in any case.
  @Test func aFileOutsideOfTheAllowedDirectories() throws {
    let observer = try Observer(
      Self.neighbours + "ln -s ../other/a.json l.json; ln -s ../common/a.json m.json", outside: ["../common"])
    try observer.run("echo 2 > ../other/a.json")
    #expect(try observer.isQuiet())
    #expect(observer.files == ["l.json": "1\n", "m.json": "1\n"])
  }

  /// The allowed directories may change while the bundle is watched. No watch is left behind.
  @Test func theAllowedDirectoriesChange() throws {
    let observer = try Observer(Self.neighbours + "ln -s ../common s; echo 1 > x.json")
    let watches = observer.watcher.watchCount
    #expect(observer.files == ["s": "a directory", "x.json": "1\n"])
    observer.set(BundleBounds(outside: ["../common"]))
    #expect(observer.files == ["x.json": "1\n", "s/a.json": "1\n", "s/d/b.json": "1\n"])
    observer.set(BundleBounds())
    #expect(observer.files == ["s": "a directory", "x.json": "1\n"])
    try observer.settle()
    #expect(observer.watcher.watchCount == watches)
  }
}
