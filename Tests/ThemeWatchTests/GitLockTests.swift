// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TestSupport
import Testing
import TextComparison

@testable import ThemeWatch

extension WatcherTests {
  /// The path of git's lock, and a script that creates the work tree in the directory of the bundle.
  @Test(arguments: [
    ("../.git/index.lock", "git init -q ."),
    (".git/index.lock", "git init -q bundle"),
    (".git/index.lock", "git init -q .; git init -q bundle"),
    (
      "../main/.git/worktrees/tree/index.lock",
      "mkdir -p main/.git/worktrees/tree; echo gitdir: main/.git/worktrees/tree > .git"
    ),
    ("../main/.git/index.lock", "git init -q main; ln -s main/.git .git"),
    ("part/.git/index.lock", "mkdir -p bundle/part/.git"),
    ("part/deep/.git/index.lock", "git init -q .; mkdir -p bundle/part/deep/.git"),
    (
      "../.git/modules/part/index.lock",
      "git init -q .; mkdir -p .git/modules/part bundle/part; echo gitdir: ../../.git/modules/part > bundle/part/.git"
    ),
    ("part/.git/index.lock", "mkdir -p bundle/part/.git; ln -s part bundle/again"),
    ("../clone/.git/index.lock", "mkdir -p clone/.git clone/a; ln -s ../clone bundle/linked"),
  ]) func aLockIsSeenWhereGitHasIt(lock: String, setup: String) throws {
    let observer = try Observer("cd ..; \(setup)", outside: ["../clone"])
    let (watcher, id) = (observer.watcher, observer.id)
    let before = watcher.watchCount
    #expect(!watcher.isLocked(id))
    try observer.run("touch \(lock)")
    #expect(try observer.isQuiet(), "git is not watched without a lock")
    #expect(watcher.isLocked(id))
    #expect(watcher.isLocked(id))
    #expect(watcher.watchCount == before + 1)
    observer.drain()
    // The end of the lock wakes the loop, both by git's rename and by a removal.
    for end in ["mv \(lock) \(lock.dropLast(5))", "rm \(lock)"] {
      try observer.run("touch \(lock)")
      #expect(watcher.isLocked(id))
      observer.drain()
      #expect(try observer.isQuiet())
      try observer.run(end)
      #expect(try !observer.isQuiet())
      #expect(!watcher.isLocked(id))
      #expect(watcher.watchCount == before)
      observer.drain()
    }
    #expect(observer.changed.isEmpty && observer.completions == 0)

    // A lock that outlasted its wait is ignored. The next one counts.
    try observer.run("touch \(lock)")
    #expect(watcher.isLocked(id))
    watcher.ignoreLock(id)
    #expect(!watcher.isLocked(id))
    #expect(watcher.watchCount == before)
    try observer.run("rm \(lock); echo anew > \(lock)")
    #expect(watcher.isLocked(id))
    watcher.remove(id)
    #expect(watcher.watchCount == 0)
  }

  /// Work trees appear and disappear while the bundle is watched. A script runs in the bundle; then there is a lock or not.
  @Test(arguments: [
    ("mkdir .git; touch .git/index.lock", true),
    ("mkdir ../.git; touch ../.git/index.lock", true),
    ("mkdir -p part/.git; touch part/.git/index.lock", true),
    ("mkdir -p ../x/part/.git; touch ../x/part/.git/index.lock; mv ../x/part .", true),
    ("touch old/.git/index.lock", true),
    ("touch old/.git/index.lock; mv old ../gone", false),
    ("touch old/.git/index.lock; mv old new", true),
    ("touch old/.git/index.lock; mv old/.git old/git", false),
    ("touch old/.git/index.lock; rm -r old", false),
    ("mkdir ../g; touch ../g/index.lock; rm -r old/.git; echo gitdir: ../../g > old/.git", true),
    (
      "echo gitdir: ../../g > other/.git; mkdir ../g; touch ../g/index.lock; echo gitdir: ../nowhere > other/.git",
      false
    ),
  ]) func workTreesComeAndGo(script: String, expected: Bool) throws {
    let observer = try Observer("mkdir -p old/.git other; touch old/x.json")
    #expect(!observer.watcher.isLocked(observer.id))
    try observer.run(script)
    observer.drain()
    #expect(observer.watcher.isLocked(observer.id) == expected)
    observer.watcher.remove(observer.id)
    #expect(observer.watcher.watchCount == 0)
  }

  /// Changes far above the bundle cause no event. A found location is valid for a while, in which it costs nothing.
  @Test func aWorkTreeFarAboveIsFoundInTime() throws {
    let time = DrivenClock()
    let observer = try Observer("mkdir -p a/b/c", path: "bundle/a/b/c", clock: time.clock)
    #expect(!observer.watcher.isLocked(observer.id))
    try observer.run("mkdir .git; touch .git/index.lock")
    observer.drain()
    time.advance(milliseconds: 9_999)
    #expect(!observer.watcher.isLocked(observer.id))
    time.advance(milliseconds: 1)
    #expect(observer.watcher.isLocked(observer.id))
  }

  @Test func theNumberOfWatchedLocksIsLimited() throws {
    let observer = try Observer("mkdir -p {1..100}/.git; touch {1..100}/.git/index.lock")
    let before = observer.watcher.watchCount
    #expect(observer.watcher.isLocked(observer.id))
    observer.watcher.ignoreLock(observer.id)
    #expect(!observer.watcher.isLocked(observer.id))
    try observer.run("rm {1..100}/.git/index.lock; for i in {1..100}; do echo > $i/.git/index.lock; done")
    #expect(observer.watcher.isLocked(observer.id))
    #expect(observer.watcher.watchCount <= before + GitLocks.maximumWorkTrees)
  }

  @Test func withoutAWorkTreeThereIsNoLock() throws {
    let observer = try Observer("touch index.lock; mkdir -p sub/git; touch sub/git/index.lock; mkfifo ../.git")
    #expect(!observer.watcher.isLocked(observer.id))
    try observer.run("rm -r ../bundle")
    observer.drain()
    #expect(!observer.watcher.isLocked(observer.id))
  }
}
