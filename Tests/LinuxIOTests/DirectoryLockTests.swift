// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct DirectoryLockTests {
  @Test func oneAtATime() throws {
    let directory = try ScratchDirectory()
    let first = try DirectoryLock(directory.path)
    #expect(try DirectoryLock(directory.path) == nil)
    _ = consume first
    #expect(try DirectoryLock(directory.path) != nil)
    #expect(try directory.names() == [], "nothing is left behind")
  }

  private final class Counts: Sendable {
    let working = Atomic(0)
    let met = Atomic(0)
    let failures = Atomic(0)
  }

  @Test func holdersWaitForEachOther() throws {
    let directory = try ScratchDirectory()
    let (path, counts) = (directory.path, Counts())
    let threads = (0..<2).map { _ in
      OwnThread {
        for _ in 0..<100 {
          guard let lock = try? DirectoryLock(path, wait: 60_000) else {
            counts.failures.add(1, ordering: .relaxed)
            continue
          }
          if counts.working.add(1, ordering: .relaxed).oldValue > 0 { counts.met.add(1, ordering: .relaxed) }
          sched_yield()
          counts.working.subtract(1, ordering: .relaxed)
          _ = consume lock
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(counts.failures.load(ordering: .relaxed) == 0)
    #expect(counts.met.load(ordering: .relaxed) == 0)
  }

  @Test func aFileAsRootIsAnError() throws {
    let directory = try ScratchDirectory()
    #expect(failure { () throws(SystemError) in _ = try DirectoryLock(directory("none")) }?.errno == .noSuchFile)
  }
}
