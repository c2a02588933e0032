// SPDX-License-Identifier: GPL-2.0-or-later

import CInotifyDescriptor
import Glibc
import LinuxIO
import TestSupport
import Testing
import TextComparison

@testable import ThemeWatch

/// Directories without watches are polled. `CInotifyDescriptor` makes the kernel refuse.
extension WatcherTests {
  private static let tooFewWatches = WatchProblem.tooFewWatches(.watches)
  private static let tooFewInstances = WatchProblem.tooFewWatches(.instances)

  @Test func directoriesWithoutWatchesArePolled() throws {
    let time = DrivenClock()
    // The four directories above the bundle and the bundle itself get the last watches.
    let observer = try Observer("mkdir -p a/b; echo 1 > a/b/x.json; echo 1 > y.json", clock: time.clock, watches: 5)
    #expect(observer.problems == [Self.tooFewWatches])
    #expect(observer.files == ["a/b/x.json": "1\n", "y.json": "1\n"])
    try observer.run("echo 2 > a/b/x.json; mkdir a/c; echo 1 > a/c/z.json; rm y.json")
    observer.drain()
    #expect(observer.changed == ["y.json"], "what is watched is heard of at once, the rest is not due yet")
    time.advance(milliseconds: 1000)
    #expect(observer.watcher.deadline.map { $0 <= time.clock.now() } ?? false)
    observer.drain()
    #expect(observer.files == ["a/b/x.json": "2\n", "a/c/z.json": "1\n"])
    #expect(observer.problems.isEmpty, "reported once")
    #expect(observer.watcher.problems == [Self.tooFewWatches])

    // No limit: from now on all changes cause events.
    livery_inotify_grant_watches(-1)
    time.advance(milliseconds: 1000)
    observer.drain()
    #expect(observer.watcher.problems.isEmpty)
    time.advance(milliseconds: 1000)
    observer.drain()
    #expect(observer.watcher.deadline == nil, "nothing is left to be looked at")
    try observer.run("echo 3 > a/b/x.json; echo 2 > a/c/z.json")
    try observer.checkAgreement()
    #expect(observer.completions == 0)
  }

  @Test(arguments: [
    "echo 2 > a/x.json", "rm a/x.json", "mv a b", "rm -r a", "rm -r a; mkdir -p a/d; echo 2 > a/d/x.json",
    "ln -sfn a/x.json l.json", "ln -sfn v2 current; echo 2 > v2/y.json", "echo 2 > v1/y.json", "chmod 600 a/x.json",
    "rm -r ../bundle; mkdir ../bundle; echo 2 > ../bundle/x.json", "mv ../bundle ../old; mkdir ../bundle",
    "mkdir ../new; echo 2 > ../new/x.json; mv ../bundle ../old; mv ../new ../bundle",
  ]) func aFullDrainLooksAtAll(script: String) throws {
    let time = DrivenClock()
    let observer = try Observer(
      "mkdir a v1 v2; echo 1 > a/x.json; echo 1 > v1/y.json; ln -s v1 current; ln -s v1/y.json l.json",
      clock: time.clock, watches: 0)
    let before = try observer.truth()
    #expect(observer.files == before)
    try observer.run(script)
    observer.drain()
    #expect(observer.changed.isEmpty, "nothing is heard of")
    observer.drain(.full)
    #expect(try observer.truth() == observer.files)
    // The same, when watches are available again.
    livery_inotify_grant_watches(-1)
    observer.drain(.full)
    observer.drain(.full)
    #expect(observer.watcher.problems.isEmpty)
    try shell("mkdir -p d; echo 3 > d/last.json", in: observer.root)
    try observer.checkAgreement()
  }

  @Test func withoutAnInstanceEverythingIsPolled() throws {
    let time = DrivenClock()
    let observer = try Observer("mkdir a; echo 1 > a/x.json", clock: time.clock, refusedInstances: 2)
    #expect(observer.problems == [Self.tooFewInstances])
    try observer.run("echo 2 > a/x.json")
    #expect(try observer.isQuiet())
    time.advance(milliseconds: 1000)
    observer.drain()
    #expect(observer.files == ["a/x.json": "2\n"])
    #expect(observer.watcher.problems == [Self.tooFewInstances])
    // The second attempt failed, the third gets an instance.
    time.advance(milliseconds: 1000)
    observer.drain()
    #expect(observer.watcher.problems.isEmpty)
    try observer.run("echo 3 > a/x.json")
    #expect(try !observer.isQuiet(), "the loop hears of the new instance")
    try observer.checkAgreement()
  }

  /// EMFILE means the limit of the user if a file can still be opened, and that of the process otherwise.
  @Test(arguments: [
    ([SystemCall.inotifyInit: Errno.tooManyOpenFiles], WatchShortage.instances),
    ([.inotifyInit: .tooManyOpenFiles, .eventCreate: .tooManyOpenFiles], .openFiles),
    ([.inotifyInit: .tooManyOpenFilesInSystem, .eventCreate: .tooManyOpenFilesInSystem], .openFilesOfSystem),
    ([.inotifyInit: .outOfMemory], .memory), ([.inotifyInit: .numberOutOfRange], .lowNumbers),
  ]) func aShortageIsNamed(failures: [SystemCall: Errno], expected: WatchShortage) throws {
    try interceptingSystemCalls({ failures[$0].map { .failure($0) } ?? .none }) {
      let observer = try Observer("echo 1 > x.json")
      #expect(observer.problems == [.tooFewWatches(expected)])
      #expect(observer.files == ["x.json": "1\n"])
    }
  }

  /// Stores into mapped memory cause no event, like writes of a second machine.
  @Test func aRemoteFileSystemIsPolled() throws {
    let time = DrivenClock()
    let observer = try Observer("mkdir a; echo 1 > a/x.json", clock: time.clock, isRemote: { _ in true })
    #expect(observer.problems == [.remoteFileSystem(root: observer.id)])
    let file = open("\(observer.root)/a/x.json", O_RDWR)
    defer { close(file) }
    for digit in UInt8(ascii: "2")...UInt8(ascii: "4") {
      // Mapped anew each time: on tmpfs only the first store into a mapping changes the time of the file.
      let memory = try #require(mmap(nil, 2, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
      memory.storeBytes(of: digit, as: UInt8.self)
      msync(memory, 2, MS_SYNC)
      munmap(memory, 2)
      observer.drain()
      #expect(observer.changed.isEmpty)
      time.advance(milliseconds: 1000)
      observer.drain()
      #expect(observer.files == ["a/x.json": "\(digit - UInt8(ascii: "0"))\n"])
      observer.forget()
      // Twice, since two writes within a tick of the file system's clock look like one.
      time.advance(milliseconds: 1000)
      observer.drain()
      #expect(observer.changed == ["a/x.json"])
      observer.forget()
      time.advance(milliseconds: 1000)
      observer.drain()
      #expect(observer.changed.isEmpty)
    }
    // Changes with events are reported at once.
    try observer.run("echo 9 > a/y.json")
    observer.drain()
    #expect(observer.changed == ["a/y.json"])
  }

  @Test func pollingTakesASmallShareOfTheTime() throws {
    // Each reading of the clock advances it by a second, so that a poll takes at least one.
    let time = DrivenClock(step: 1_000_000_000)
    let observer = try Observer("echo 1 > x.json", clock: time.clock, isRemote: { _ in true })
    observer.drain(.full)
    let pause = try #require(observer.watcher.deadline) - time.clock.now()
    #expect(pause >= 19_000_000_000)
  }

  @Test func localFileSystemsAreNotPolled() throws {
    let observer = try Observer("mkdir a; ln -s a b")
    #expect(observer.watcher.deadline == nil)
    #expect(observer.watcher.problems.isEmpty)
    #expect(!isOnRemoteFileSystem("/proc") && !isOnRemoteFileSystem("/nowhere"))
    #expect(try fileSystemType("/proc") == 0x9FA0)
  }
}
