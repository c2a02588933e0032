// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import TestSupport
import Testing
import TextComparison

@testable import ThemeWatch

/// Real files, real inotify. One watcher per process: the tests run one at a time.
@Suite(.serialized) struct WatcherTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    var before = "echo 1 > theme.json"
    let script: String
    /// Exactly the paths that are reported.
    let expected: BytewiseSet
    /// The directories that are reported as gone.
    var gone: BytewiseSet = []

    var testDescription: String { name }
  }

  static let changes: [Change] = [
    Change(name: "truncate", script: "echo 2 > theme.json", expected: ["theme.json"]),
    Change(name: "append", script: "echo 2 >> theme.json", expected: ["theme.json"]),
    Change(name: "rename save", script: "echo 2 > new.tmp; mv new.tmp theme.json", expected: ["theme.json"]),
    Change(name: "from outside", script: "echo 2 > ../x; mv ../x theme.json", expected: ["theme.json"]),
    Change(name: "copy over", script: "echo 2 > ../x; cp ../x theme.json", expected: ["theme.json"]),
    Change(name: "install", script: "echo 2 > ../x; install ../x theme.json", expected: ["theme.json"]),
    Change(name: "sed -i", script: "sed -i s/1/2/ theme.json", expected: ["theme.json"]),
    Change(name: "vim", script: "vim -Nu NONE -es -c '%s/1/2/' -c wq theme.json", expected: ["theme.json"]),
    Change(
      name: "vim in place", script: "vim -Nu NONE -es -c 'set nowritebackup' -c '%s/1/2/' -c wq theme.json",
      expected: ["theme.json"]),
    Change(name: "new file", script: "echo 2 > b.plist", expected: ["b.plist"]),
    Change(name: "hard link", script: "ln theme.json b.json", expected: ["b.json"]),
    Change(name: "removed", script: "rm theme.json", expected: ["theme.json"]),
    Change(name: "renamed", script: "mv theme.json b.xml", expected: ["theme.json", "b.xml"]),
    Change(name: "moved out", script: "mv theme.json ../x", expected: ["theme.json"]),
    Change(name: "mode", script: "chmod 600 theme.json", expected: ["theme.json"]),
    Change(name: "file to directory", script: "rm theme.json; mkdir theme.json", expected: ["theme.json"]),
    Change(
      name: "directory to file", before: "mkdir -p a.json; echo 1 > a.json/x.json",
      script: "rm -r a.json; echo 2 > a.json", expected: ["a.json"], gone: ["a.json"]),
    Change(
      name: "new directories", script: "mkdir -p a/b; echo 1 > a/b/x.json; echo 2 > a/y.json",
      expected: ["a/b/x.json", "a/y.json"]),
    Change(
      name: "a tree moved in", before: "mkdir -p ../t/a; echo 1 > ../t/a/x.json", script: "mv ../t .",
      expected: ["t/a/x.json"]),
    Change(
      name: "a tree moved within", before: "mkdir -p t/a; echo 1 > t/a/x.json", script: "mv t u",
      expected: ["u/a/x.json"], gone: ["t"]),
    Change(
      name: "two trees that change places", before: "mkdir t u; echo 1 > t/x.json; echo 2 > u/y.json",
      script: "mv t w; mv u t; mv w u", expected: ["t/y.json", "u/x.json"], gone: ["t", "u"]),
    Change(
      name: "ignored names",
      script: """
        touch .x.json '#x.json#' x.json~ 4913 .theme.json.swp .#x.json sedAbC123 .goutputstream-x .~lock.x.json#; \
        mkdir .git; touch .git/x.json; touch theme.json___jb_tmp___ theme.json___jb_old___ README.md
        """, expected: []),
    Change(
      name: "a link appears and is swapped", before: "echo 1 > a.json; echo 2 > b.json",
      script: "ln -s a.json l.json; ln -sfn b.json l.json", expected: ["l.json"]),
    Change(
      name: "what a link leads to", before: "mkdir p; echo 1 > p/a.json; ln -s p/a.json l.json",
      script: "echo 2 > p/a.json", expected: ["l.json", "p/a.json"]),
    Change(
      name: "a link that gets a target", before: "ln -s p/a.json l.json",
      script: "mkdir p; echo 2 > p/a.json", expected: ["l.json", "p/a.json"]),
    Change(
      name: "links in a circle", before: "mkdir a; ln -s .. a/up; ln -s a b; ln -s c c",
      script: "echo 1 > a/x.json", expected: ["a/x.json", "b/x.json"]),
    Change(
      name: "a linked directory", before: "mkdir d; echo 1 > d/x.json; ln -s d e; ln -s e f",
      script: "echo 2 > d/x.json", expected: ["d/x.json", "e/x.json", "f/x.json"]),
    Change(
      name: "a file below a linked directory", before: "mkdir -p a/b/c; ln -s a/b l", script: "echo 2 > a/b/c/x.json",
      expected: ["a/b/c/x.json", "l/c/x.json"]),
    Change(
      name: "new below a linked directory", before: "mkdir d; ln -s d e",
      script: "mkdir -p d/a/b; echo 1 > d/a/b/x.json; ln -s ../d/a d/l",
      expected: [
        "d/a/b/x.json", "d/l/b/x.json", "e/a/b/x.json", "e/l/b/x.json",
      ]),
    Change(
      name: "a linked directory is swapped", before: "mkdir v1 v2; echo 1 > v1/x.json; echo 2 > v2/y.json; ln -s v1 e",
      script: "ln -sfn v2 e", expected: ["e/y.json"], gone: ["e"]),
    Change(
      name: "a linked directory is made anew", before: "mkdir d; echo 1 > d/x.json; ln -s d e",
      script: "rm -r d; mkdir d; echo 2 > d/y.json", expected: ["d/x.json", "d/y.json", "e/x.json", "e/y.json"],
      gone: ["d", "e"]),
    Change(
      name: "a linked directory is moved away", before: "mkdir d; echo 1 > d/x.json; ln -s d e",
      script: "mv d ../z", expected: [], gone: ["d", "e"]),
    Change(
      name: "a link to a directory goes", before: "mkdir d; echo 1 > d/x.json; ln -s d e", script: "rm e", expected: [],
      gone: ["e"]),
    Change(
      name: "a link that leads out", before: "echo 1 > ../x.json", script: "ln -s ../x.json l.json",
      expected: ["l.json"]),
    Change(
      name: "a ConfigMap's swap",
      before: """
        rm -f theme.json; mkdir ..v1; echo 1 > ..v1/a.json; echo 1 > ..v1/b.json; ln -s ..v1 ..data; \
        ln -s ..data/a.json a.json; ln -s ..data/b.json b.json
        """,
      script: """
        mkdir ..v2; echo 2 > ..v2/a.json; echo 2 > ..v2/b.json; ln -s ..v2 ..tmp; mv -T ..tmp ..data; rm -r ..v1
        """, expected: ["a.json", "b.json"]),
    Change(
      name: "a hidden directory behind a link",
      before:
        "mkdir -p ..v1/d ..v2/d; echo 1 > ..v1/d/a.json; echo 2 > ..v2/d/b.json; ln -s ..v1 ..data; ln -s ..data/d d",
      script: "ln -sfn ..v2 ..data; echo 3 > ..v2/d/b.json", expected: ["d/b.json"], gone: ["d"]),
    // Two normal forms are two names.
    Change(
      name: "one of two names that Unicode holds equal", before: "echo 1 > e\u{301}.json; echo 2 > \u{E9}.json",
      script: "echo 3 > e\u{301}.json", expected: ["e\u{301}.json"]),
    Change(
      name: "renamed to what Unicode holds equal", before: "mkdir e\u{301}; echo 1 > e\u{301}/x.json",
      script: "mv e\u{301} \u{E9}", expected: ["\u{E9}/x.json"], gone: ["e\u{301}"]),
    Change(
      name: "a link through one of two such names", before: "mkdir e\u{301} \u{E9}; ln -s \u{E9} l",
      script: "echo 1 > e\u{301}/x.json; echo 2 > \u{E9}/y.json",
      expected: ["e\u{301}/x.json", "\u{E9}/y.json", "l/y.json"]),
    Change(
      name: "a name that begins with a combining mark", before: "mkdir \u{301}d; ln -s \u{301}d l",
      script: "echo 1 > \u{301}d/\u{301}x.json", expected: ["\u{301}d/\u{301}x.json", "l/\u{301}x.json"]),
  ]

  @Test(arguments: changes) func check(_ change: Change) throws {
    let observer = try Observer(change.before)
    try observer.run(change.script)
    try observer.settle()
    #expect(observer.changed == change.expected)
    #expect(observer.gone == change.gone)
    #expect(try observer.truth() == observer.files)
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  /// The reader reads while the script runs. No change is lost in any interleaving.
  @Test(
    arguments: [
      "mkdir -p a/b/c; echo 1 > a/b/c/x.json; echo 2 > a/y.json",
      "mkdir -p a/b; echo 1 > a/b/x.json; mv a d; echo 2 > d/b/x.json; mkdir a; mv d/b a/; rmdir d",
      "echo 1 > t; mv t x.json; rm x.json; echo 2 > x.json",
      "ln -s d/x.json l.json; mkdir d; echo 1 > d/x.json; mv d e; ln -sfn e d",
      "mkdir ..v1; echo 1 > ..v1/x.json; ln -s ..v1 d; mkdir ..v2; echo 2 > ..v2/y.json; ln -sfn ..v2 d; rm -r ..v1",
    ]) func nothingIsLostWhileItHappens(script: String) throws
  {
    let observer = try Observer("echo 0 > theme.json")
    for round in 1...40 {
      let writer = try Shell(
        starting: "mkdir \(round); cd \(round); \(script); echo > ../end\(round).json", in: observer.root)
      try observer.wait("round \(round) ends") { observer.files["end\(round).json"] != nil }
      try writer.join()
      try observer.checkAgreement()
    }
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  @Test func thousandsOfDirectoriesComeAndGo() throws {
    let observer = try Observer(
      "mkdir ../t; for i in {1..30}; do mkdir -p ../t/$i/{1..100}; done; echo 1 > ../t/30/100/x.json")
    let before = observer.watcher.watchCount
    for script in ["mv ../t .", "mv t u", "rm -r u/1*; mkdir -p u/1/{1..100}", "mv u ../t", "cp -r ../t v", "rm -r v"] {
      let writer = try Shell(starting: script, in: observer.root)
      observer.drain()
      try writer.join()
      try observer.checkAgreement()
    }
    #expect(observer.watcher.watchCount == before)
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  /// The cost of an event depends on the number of directories, not on the number of links through them.
  @Test func linksThroughADirectoryShareItsWatch() throws {
    let observer = try Observer("mkdir d{1..300}; for i in {1..300}; do ln -s d$i l$i; ln -s .. d$i/up; done")
    let before = observer.watcher.watchCount
    #expect(observer.watcher.table.watches.values.allSatisfy { $0.uses.count <= 5 })
    try observer.run("for i in {1..300}; do echo $i > d$i/x.json; done; mv d7 e; rm l8; ln -sfn d10 l9")
    try observer.checkAgreement()
    #expect(observer.files["l9/x.json"] == "10\n" && observer.files["l7/x.json"] == nil)
    try observer.run("rm -r d* l*")
    try observer.checkAgreement()
    #expect(observer.watcher.watchCount == before - 299, "the root, what is around it, and `e`")
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  @Test func anOverflowIsRepaired() throws {
    let observer = try Observer("mkdir a b; echo 1 > a/x.json; echo 1 > b/y.json")
    // Two alternating names, since the kernel merges equal consecutive events.
    try observer.run(
      "for i in {1..9000}; do : > 1.json; : > 2.json; done; mkdir c; echo 2 > c/z.json; echo 3 > a/x.json")
    try observer.run("rm -r b; mkdir b; echo 4 > b/y.json")
    observer.drain()
    #expect(observer.completions == 1)
    #expect(observer.files == ["1.json": "", "2.json": "", "a/x.json": "3\n", "b/y.json": "4\n", "c/z.json": "2\n"])
    // All directories are watched: the old ones, the new one, and the replaced one.
    observer.forget()
    try observer.run("for d in a b c; do echo 5 > $d/n.json; done")
    try observer.settle()
    #expect(observer.changed == ["a/n.json", "b/n.json", "c/n.json"])
    #expect(observer.completions == 0)
    #expect(observer.libraryWatchCount <= observer.watcher.watchCount)
  }

  @Test func watchesOfRemovedDirectoriesAreReleased() throws {
    let observer = try Observer()
    let before = observer.watcher.watchCount
    for round in 1...20_000 {
      mkdir("\(observer.root)/d\(round)", 0o755)
      if round % 3 == 0 { observer.drain() }
      rmdir("\(observer.root)/d\(round)")
      if round % 5 == 0 { observer.drain() }
    }
    try observer.checkAgreement()
    #expect(observer.completions == 0)
    #expect(observer.watcher.watchCount == before)
    #expect(observer.watcher.retiredCount == 0)
    #expect(observer.libraryWatchCount == before)
  }

  @Test func aWriterThatNeverStopsDoesNotHoldUpTheDrain() throws {
    let observer = try Observer()
    observer.watcher.eventsPerDrain = 10
    try observer.run("for i in {1..20}; do echo > $i.json; done")
    var changed: Set<String> = []
    var rounds = 0
    var batch: WatchBatch
    repeat {
      batch = observer.watcher.drain()
      changed.formUnion(batch.roots.flatMap(\.changed))
      rounds += 1
    } while batch.hasMore
    #expect(changed.count == 20)
    // Each file is created, written and closed.
    #expect(rounds == 7)
  }

  @Test func anUnreadableDirectoryIsAProblem() throws {
    let observer = try Observer("mkdir d; echo 1 > d/x.json")
    let error = SystemError(call: "opendir", errno: .accessDenied, path: "\(observer.root)/d")
    let problem = WatchProblem.unreadableDirectory(root: observer.id, path: "d", error: error)
    try observer.run("chmod 0 d")
    let batch = try withoutPrivileges { observer.watcher.drain() }
    #expect(batch.problems == [problem])
    #expect(batch.roots.map(\.unreadable) == [["d"]])
    #expect(observer.watcher.problems == [problem])
    #expect(observer.watcher.drain().isEmpty)

    try observer.run("chmod 755 d")
    let repaired = observer.watcher.drain()
    #expect(repaired.roots.map(\.changed) == [["d/x.json"]])
    #expect(observer.watcher.problems.isEmpty)
    try observer.run("echo 2 > d/y.json")
    #expect(observer.watcher.drain().roots.map(\.changed) == [["d/y.json"]])
  }

  @Test func anUnreadableRootIsOneThatIsGone() throws {
    let time = DrivenClock()
    let observer = try Observer("echo 1 > x.json", clock: time.clock)
    observer.drain()
    try observer.run("chmod 0 .")
    try withoutPrivileges { observer.drain() }
    #expect(observer.isGone)
    let error = SystemError(call: "open", errno: .accessDenied, path: observer.root)
    #expect(observer.refusals == [.unreadable(error)])
    #expect(observer.files == ["x.json": "1\n"], "what is known stays")

    try observer.run("chmod 755 .; echo 2 > x.json")
    let deadline = try #require(observer.watcher.deadline)
    time.advance(milliseconds: (deadline - time.clock.now()) / 1_000_000 + 1)
    observer.drain()
    #expect(!observer.isGone)
    #expect(observer.files == ["x.json": "2\n"])
    #expect(observer.watcher.deadline == nil)
  }

  @Test func filesBeingWrittenAreReported() throws {
    let observer = try Observer("echo 1 > theme.json")
    let writer = try WrittenFile("\(observer.root)/theme.json")
    try writer.write("2")
    let batch = observer.watcher.drain()
    #expect(batch.roots.map(\.beingWritten) == [["theme.json"]])
    #expect(batch.roots.map(\.changed) == [[]])
    #expect(observer.watcher.drain().isEmpty)
    try writer.close()
    let last = observer.watcher.drain()
    #expect(last.roots.map(\.beingWritten) == [[]])
    #expect(last.roots.map(\.changed) == [["theme.json"]])
  }

  /// What the tests rely on that write beside others that start processes.
  @Test func aFileThatATestWritesIsOpenInNoProcess() throws {
    let directory = try ScratchDirectory()
    let written = try WrittenFile(directory("written"))
    let inherited = open(directory("inherited"), O_WRONLY | O_CREAT, 0o600)
    defer { close(inherited) }
    try shell("readlink /proc/self/fd/* > open || true", in: directory.path)
    let paths = try directory.text("open").split(separator: "\n")
    #expect(paths.contains { $0 == directory("inherited") })
    #expect(!paths.contains { $0 == directory("written") })
    try written.close()
  }

  @Test func aSecondWatcherIsRefusedAndALaterOneStartsAfresh() throws {
    do {
      let observer = try Observer()
      let error = #expect(throws: SystemError.self) { _ = try Watcher() }
      #expect(error?.errno == .busy)
      try observer.checkAgreement()
      try observer.run("for i in {1..100}; do echo > $i.json; done")
    }
    let observer = try Observer()
    observer.drain()
    #expect(observer.changed.isEmpty && observer.completions == 0)
    try observer.checkAgreement()
  }
}
