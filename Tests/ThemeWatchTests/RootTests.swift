// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import ThemeWatch

extension WatcherTests {
  /// The directory above is watched for names only: a log that grows there must not wake the daemon.
  @Test func writesBesideTheBundleCauseNoEvents() throws {
    let observer = try Observer("touch ../neighbour.log")
    try observer.run("for line in 1 2 3; do echo $line >> ../neighbour.log; done")
    #expect(try observer.isQuiet())
    try observer.run("echo 1 > x.json")
    #expect(try !observer.isQuiet())
  }

  /// A change of the root, and its expected result.
  struct RootChange: Sendable, CustomTestStringConvertible {
    let name: String
    /// Runs in the directory that contains `bundle`.
    var before = "echo 1 > bundle/x.json"
    /// The watched path in that directory.
    var path = "bundle"
    let script: String
    /// Nil if the root is gone.
    let expected: BytewiseDictionary<String>?

    var testDescription: String { name }
  }

  static let rootChanges: [RootChange] = [
    RootChange(name: "removed", script: "rm -r bundle", expected: nil),
    RootChange(name: "moved away", script: "mv bundle old", expected: nil),
    RootChange(name: "becomes a file", script: "rm -r bundle; touch bundle", expected: nil),
    RootChange(
      name: "recreated", script: "rm -r bundle; mkdir bundle; echo 2 > bundle/y.json", expected: ["y.json": "2\n"]),
    RootChange(
      name: "replaced by a rename",
      script: "mkdir new; echo 2 > new/y.json; mv bundle old; mv new bundle; echo 3 > old/z.json",
      expected: ["y.json": "2\n"]),
    RootChange(
      name: "exchanged in one step",
      script: """
        mkdir new; echo 2 > new/y.json; \
        python3 -c 'import ctypes; ctypes.CDLL(None).renameat2(-100, b"new", -100, b"bundle", 2)'
        """, expected: ["y.json": "2\n"]),
    RootChange(name: "moved away and back", script: "mv bundle old; mv old bundle", expected: ["x.json": "1\n"]),
    RootChange(
      name: "moved away, changed and back", script: "mv bundle old; echo 2 > old/x.json; mv old bundle",
      expected: ["x.json": "2\n"]),
    RootChange(
      name: "a link that is swapped", before: "mkdir v1 v2; echo 1 > v1/x.json; echo 2 > v2/x.json; ln -s v1 current",
      path: "current", script: "ln -sfn v2 current", expected: ["x.json": "2\n"]),
    RootChange(
      name: "a link on the way that is swapped",
      before: "mkdir -p v1/b v2/b; echo 1 > v1/b/x.json; echo 2 > v2/b/x.json; ln -s v1 current",
      path: "current/b", script: "ln -sfn v2 current", expected: ["x.json": "2\n"]),
    RootChange(
      name: "its parent is moved away", before: "mkdir -p a/b/c; echo 1 > a/b/c/x.json", path: "a/b/c",
      script: "mv a old", expected: nil),
    RootChange(
      name: "its grandparent is replaced", before: "mkdir -p a/b/c; echo 1 > a/b/c/x.json", path: "a/b/c",
      script: "mv a old; mkdir -p a/b/c; echo 2 > a/b/c/x.json", expected: ["x.json": "2\n"]),
    RootChange(
      name: "all of the way is removed", before: "mkdir -p a/b/c; echo 1 > a/b/c/x.json", path: "a/b/c",
      script: "rm -r a", expected: nil),
    RootChange(
      name: "removed while it is a working directory", before: "echo 1 > bundle/x.json", path: "bundle",
      script: "cd bundle; rm -r ../bundle; mkdir ../bundle; echo 2 > ../bundle/y.json", expected: ["y.json": "2\n"]),
  ]

  @Test(arguments: rootChanges) func check(_ change: RootChange) throws {
    let observer = try Observer("cd ..; \(change.before)", path: change.path)
    #expect(observer.files == ["x.json": "1\n"])
    let before = observer.watcher.watchCount
    try shell(change.script, in: observer.scratch.path)
    try observer.wait("the change of the root is seen") {
      change.expected == nil ? observer.isGone : observer.completions > 0 && observer.files == change.expected
    }

    // Files created there afterwards are reported in each case.
    if change.expected == nil {
      try shell("rm -rf \(change.path); mkdir -p \(change.path)", in: observer.scratch.path)
      try shell("echo 3 > \(change.path)/new.json", in: observer.scratch.path)
      try observer.wait("the root is back") { observer.files == ["new.json": "3\n"] }
      #expect(!observer.isGone)
    }
    try shell("mkdir -p \(change.path)/d; echo 4 > \(change.path)/d/last.json", in: observer.scratch.path)
    try observer.wait("a new file is seen") { observer.files["d/last.json"] == "4\n" }
    try observer.checkAgreement()
    #expect(observer.watcher.watchCount == before + 1, "those of then, and the one of the new directory")
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  private static let canMount =
    effectiveUser == 0
    && (try? shell("d=$(mktemp -d) && mount -t tmpfs none $d && umount $d && rmdir $d", in: "/var/tmp")) != nil

  @Test(.enabled(if: canMount, "only root may mount")) func itsParentIsUnmounted() throws {
    try check(
      RootChange(
        name: "its parent is unmounted",
        before: "mkdir m; mount -t tmpfs none m; mkdir m/bundle; echo 1 > m/bundle/x.json", path: "m/bundle",
        script: "umount m", expected: nil))
  }

  /// A root that becomes a large part of the machine is released, and followed again when it is a bundle.
  @Test func theRootOfTheFileSystemIsNoBundle() throws {
    let observer = try Observer("cd ..; mkdir v1; echo 1 > v1/x.json; ln -s v1 current", path: "current")
    let before = observer.watcher.watchCount
    try shell("ln -sfn / current", in: observer.scratch.path)
    observer.drain(.full)
    #expect(observer.isGone)
    #expect(observer.refusals == [.fileSystemRoot])
    #expect(observer.watcher.watchCount <= before)
    try shell("ln -sfn v1 current", in: observer.scratch.path)
    observer.drain()
    #expect(observer.files == ["x.json": "1\n"])
    #expect(observer.watcher.watchCount == before)
  }

  @Test(arguments: [
    ("mkdir d1 d2 d3 d4", RootRefusal.tooManyDirectories(limit: 4), "rmdir d1"),
    ("mkdir ../t; touch ../t/{1..20}.txt; mv ../t .", RootRefusal.tooManyNames(limit: 20), "rm t/{1..5}.txt"),
    ("mkdir -p ../t/{1..9}; mv ../t .", RootRefusal.tooManyDirectories(limit: 4), "rm -r t/{1..8}"),
  ]) func aDirectoryThatIsTooLargeIsNoBundle(script: String, refusal: RootRefusal, remedy: String) throws {
    let time = DrivenClock()
    let observer = try Observer("echo 1 > x.json", clock: time.clock)
    observer.watcher.table.walkLimits = WalkLimits(maximumDirectories: 4, maximumNames: 20)
    let before = observer.watcher.watchCount
    // Found by events, and by a walk over everything.
    for isWhole in [false, true] {
      observer.forget()
      try observer.run(script)
      if isWhole { observer.set(BundleBounds()) } else { observer.drain() }
      #expect(observer.isGone)
      #expect(observer.refusals == [refusal])
      #expect(observer.watcher.watchCount < before, "its own watches are given back")
      #expect(observer.files == ["x.json": "1\n"], "what is known stays")

      // A full drain does not walk it before the pause is over.
      try observer.run("\(remedy); echo 2 > x.json")
      observer.drain(.full)
      #expect(observer.isGone)
      let deadline = try #require(observer.watcher.deadline)
      time.advance(milliseconds: (deadline - time.clock.now()) / 1_000_000 + 1)
      observer.drain()
      #expect(!observer.isGone)
      #expect(observer.files["x.json"] == "2\n")
      try observer.run("rm -rf d* t *.txt; echo 1 > x.json")
      observer.drain()
      #expect(observer.watcher.watchCount == before)
    }
  }

  @Test func namesBesideTheRootAreNoNews() throws {
    let observer = try Observer("echo 1 > x.json")
    try shell(
      "touch bundl bundle2; mkdir other; echo > other/x.json; chmod 700 bundle; mv other z", in: observer.scratch.path)
    try observer.settle()
    #expect(observer.changed.isEmpty && observer.gone.isEmpty && observer.completions == 0)
  }

  @Test func aMissingRootIsAnError() throws {
    let observer = try Observer("touch file")
    let absent = #expect(throws: SystemError.self) { _ = try observer.watcher.add(root: "\(observer.root)/absent") }
    #expect(absent?.errno == .noSuchFile)
    let file = #expect(throws: SystemError.self) { _ = try observer.watcher.add(root: "\(observer.root)/file") }
    #expect(file?.errno == .notDirectory)
  }

  /// Two bundles, one inside the other, share watches, and each gets its own changes.
  @Test func aBundleInABundle() throws {
    let observer = try Observer("mkdir inner; echo 1 > inner/x.json")
    let inner = try observer.watcher.add(root: "\(observer.root)/inner")
    let first = observer.watcher.drain()
    #expect(first.roots.map(\.root) == [inner])
    #expect(first.roots.map(\.changed) == [["x.json"]])
    try observer.run("echo 2 > inner/x.json; echo 2 > y.json")
    let second = observer.watcher.drain()
    #expect(second.roots.map(\.root) == [observer.id, inner])
    #expect(second.roots.map(\.changed) == [["inner/x.json", "y.json"], ["x.json"]])

    let shared = observer.watcher.watchCount
    observer.watcher.remove(observer.id)
    try observer.run("echo 3 > inner/x.json; echo 3 > y.json")
    let third = observer.watcher.drain()
    #expect(third.roots.map(\.root) == [inner])
    observer.watcher.remove(inner)
    #expect(shared > 0 && observer.watcher.watchCount == 0)
    #expect(observer.libraryWatchCount == 0)
  }
}
