// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import TestSupport
import Testing
import TextComparison

@testable import ThemeWatch

extension WatcherTests {
  /// Fills the queue of the kernel. Two alternating names, since equal consecutive events are merged.
  private func overflow(_ observer: Observer) {
    for _ in 0..<9000 {
      for name in ["1.tmp", "2.tmp"] {
        close(open("\(observer.root)/\(name)", O_WRONLY | O_CREAT, 0o644))
      }
    }
  }

  @Test func repeatedOverflowsBackOff() throws {
    let time = DrivenClock()
    let observer = try Observer("mkdir a; echo 1 > a/x.json", clock: time.clock)
    let problem = WatchProblem.eventsLost(sysctl: "fs.inotify.max_queued_events")
    overflow(observer)
    try observer.run("echo 2 > a/x.json")
    observer.drain()
    #expect(observer.completions == 1, "the first is repaired at once")
    #expect(observer.files["a/x.json"] == "2\n")
    #expect(observer.problems == [problem])

    var pause: UInt64 = 100
    for round in 3...6 {
      overflow(observer)
      try observer.run("echo \(round) > a/x.json")
      observer.forget()
      observer.drain()
      #expect(observer.completions == 0, "the next one is put off")
      #expect(observer.watcher.deadline == time.clock.now() + pause * 1_000_000)
      try observer.run("echo \(round) > y.json")
      observer.drain()
      #expect(observer.files["y.json"] == "\(round)\n", "events during the wait are reported during the wait")
      time.advance(milliseconds: pause - 1)
      observer.drain()
      #expect(observer.completions == 0)
      time.advance(milliseconds: 1)
      observer.drain()
      #expect(observer.completions == 1)
      #expect(observer.files["a/x.json"] == "\(round)\n")
      #expect(observer.problems.isEmpty, "reported once")
      pause *= 2
    }

    overflow(observer)
    try observer.run("echo 7 > a/x.json")
    observer.drain(.full)
    #expect(observer.files["a/x.json"] == "7\n", "a request for everything reports everything")
    // A long time later there is no back-off.
    time.advance(milliseconds: 100_000)
    overflow(observer)
    try observer.run("echo 8 > a/x.json")
    observer.drain()
    #expect(observer.files["a/x.json"] == "8\n")
    #expect(observer.watcher.problems == [problem])
    time.advance(milliseconds: 600_000)
    #expect(observer.watcher.problems.isEmpty)
  }
}

@Suite struct RescanBackoffTests {
  @Test func aPauseIsBounded() {
    var backoff = RescanBackoff()
    var now: UInt64 = 0
    for _ in 0..<20 {
      backoff.schedule(now: now)
      now = backoff.due ?? 0
      backoff.noteRescan(from: now, until: now)
    }
    backoff.schedule(now: now)
    #expect(backoff.due == now + RescanBackoff.longest)
  }

  @Test func aLongWalkAsksForALongPause() {
    var backoff = RescanBackoff()
    backoff.schedule(now: 5)
    #expect(backoff.due == 5)
    backoff.noteRescan(from: 5, until: 300_000_005)
    backoff.schedule(now: 300_000_006)
    #expect(backoff.due == 3_300_000_005)
  }
}
