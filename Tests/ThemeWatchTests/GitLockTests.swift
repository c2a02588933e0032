// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TestSupport
import Testing

@testable import ThemeWatch

extension WatcherTests {
  /// Where git keeps its lock, and a script that makes the work tree, in the directory that holds the bundle.
  @Test(arguments: [
    ("../.git/index.lock", "git init -q ."),
    (".git/index.lock", "git init -q bundle"),
    (".git/index.lock", "git init -q .; git init -q bundle"),
    (
      "../main/.git/worktrees/tree/index.lock",
      "mkdir -p main/.git/worktrees/tree; echo gitdir: main/.git/worktrees/tree > .git"
    ),
    ("../main/.git/index.lock", "git init -q main; ln -s main/.git .git"),
  ]) func aLockIsSeenWhereGitHasIt(lock: String, setup: String) throws {
    let observer = try Observer("cd ..; \(setup)")
    let (watcher, id) = (observer.watcher, observer.id)
    let before = watcher.watchCount
    #expect(!watcher.isLocked(id))
    try observer.run("touch \(lock)")
    #expect(try observer.isQuiet(), "nobody watches git while nothing happens")
    #expect(watcher.isLocked(id))
    #expect(watcher.isLocked(id))
    #expect(watcher.watchCount == before + 1)
    observer.drain()
    // The end of it wakes the loop, as git ends it and as one who gives up does.
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

    // One that was waited for long enough counts no more; the next one does.
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

  @Test func withoutAWorkTreeThereIsNoLock() throws {
    let observer = try Observer("touch index.lock; mkdir -p sub/.git; touch sub/.git/index.lock; mkfifo ../.git")
    #expect(!observer.watcher.isLocked(observer.id))
    try observer.run("rm -r ../bundle")
    observer.drain()
    #expect(!observer.watcher.isLocked(observer.id))
  }
}
