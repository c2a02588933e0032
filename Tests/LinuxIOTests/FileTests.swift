// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct FileTests {
  let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  private func readingError(_ name: String, limit: Int = 1_000) -> Errno? {
    failure { () throws(SystemError) in _ = try readFile(directory(name), limit: limit) }?.errno
  }

  @Test(arguments: [0, 1, 4_096, 300_000])
  func readsWhatWasWritten(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    try writeFileAtomically(directory("f"), bytes, mode: 0o640)
    #expect(try readFile(directory("f"), limit: size) == bytes)
    #expect(try directory.names() == ["f"])
    let status = try fileStatus(directory("f"))
    #expect(status.mode == 0o640)
    #expect(status.size == Int64(size))
    #expect(status.kind == .regular)
    #expect(status.user == effectiveUser)
  }

  @Test func errorsAreReported() throws {
    try directory.write("f", "12345")
    #expect(readingError("f", limit: 5) == nil)
    #expect(readingError("f", limit: 4) == .fileTooLarge)
    #expect(readingError("absent") == .noSuchFile)
    #expect(readingError("f/g") == .notDirectory)
    #expect(readingError(".") == .isDirectory)
    #expect(readingError("f\0g") == .invalidArgument)
    symlink("loop", directory("loop"))
    #expect(readingError("loop") == .tooManyLinks)
    symlink("f", directory("link"))
    #expect(try readFile(directory("link"), limit: 5) == Array("12345".utf8))
    let error = failure { () throws(SystemError) in _ = try readFile("/absent", limit: 1) }
    #expect(error?.description == "/absent: No such file or directory")
    #expect(error?.errno.name == "ENOENT")
  }

  @Test func aFifoDoesNotHang() throws {
    #expect(mkfifo(directory("fifo"), 0o600) == 0)
    #expect(readingError("fifo") == .noDeviceOrAddress)
    #expect(failure { () throws(SystemError) in _ = try readFile("/dev/zero", limit: 10) }?.errno == .noDeviceOrAddress)
  }

  @Test func replacingKeepsTheOldContentWhenItFails() throws {
    try directory.write("f", "old")
    try makeDirectory(directory("d"), mode: 0o755)
    #expect(throws: SystemError.self) { try writeFileAtomically(directory("d"), [1], mode: 0o600) }
    #expect(throws: SystemError.self) { try writeFileWithoutWaiting(directory("d"), [1], mode: 0o600) }
    #expect(throws: SystemError.self) { try writeFileAtomically(directory("absent/f"), [1], mode: 0o600) }
    #expect(try directory.names() == ["d", "f"])
    let before = try fileStatus(directory("f"))
    try writeFileAtomically(directory("f"), Array("new".utf8), mode: 0o600)
    #expect(try readFile(directory("f"), limit: 10) == Array("new".utf8))
    #expect(try fileStatus(directory("f")).identity != before.identity)
    #expect(try directory.names() == ["d", "f"])
  }

  @Test func settingAsideOverwritesNothing() throws {
    try directory.write("f.aside-2", "kept")
    for (name, text) in [("f.aside-1", "one"), ("f.aside-3", "two")] {
      try directory.write("f", text)
      #expect(try setAside(directory("f")) == directory(name))
      #expect(try directory.text(name) == text)
    }
    try directory.write("f/g", "three")
    #expect(try setAside(directory("f")) == directory("f.aside-4"))
    #expect(try directory.text("f.aside-4/g") == "three")
    symlink("nowhere", directory("f"))
    #expect(try setAside(directory("f")) == directory("f.aside-5"))
    #expect(try linkTarget(directory("f.aside-5")) == "nowhere")
    #expect(try directory.text("f.aside-2") == "kept")
    #expect(failure { () throws(SystemError) in _ = try setAside(directory("f")) }?.errno == .noSuchFile)
    #expect(try directory.names() == ["f.aside-1", "f.aside-2", "f.aside-3", "f.aside-4", "f.aside-5"])
  }

  @Test func temporariesOfAKilledWriterAreRemoved() throws {
    for name in ["f", ".f.7.1.tmp", ".f.tmp.x", ".g.7.1.tmp", "f.7.1.tmp"] { try directory.write(name, "") }
    try removeAbandonedTemporaries(of: directory("f"))
    #expect(try directory.names() == [".f.tmp.x", ".g.7.1.tmp", "f", "f.7.1.tmp"])
    try removeFileDurably(directory("f"))
    try removeFileDurably(directory("f"))
    #expect(try directory.names() == [".f.tmp.x", ".g.7.1.tmp", "f.7.1.tmp"])
    #expect(throws: SystemError.self) { try removeFileDurably(directory("absent/f")) }
  }

  @Test func directoriesAreListedWithKinds() throws {
    try directory.write("f", "")
    try makeDirectories(directory("a/b"), mode: 0o700)
    try makeDirectories(directory("a/b"), mode: 0o700)
    #expect(throws: SystemError.self) { try makeDirectories(directory("f"), mode: 0o700) }
    #expect(throws: SystemError.self) { try makeDirectories(directory("f/g"), mode: 0o700) }
    symlink("nowhere", directory("l"))
    let entries = try listDirectory(directory.path).sorted { $0.name < $1.name }
    #expect(
      entries == [
        DirectoryEntry(name: "a", kind: .directory), DirectoryEntry(name: "f", kind: .regular),
        DirectoryEntry(name: "l", kind: .link),
      ])
    #expect(try linkTarget(directory("l")) == "nowhere")
    #expect(failure { () throws(SystemError) in _ = try linkTarget(directory("f")) }?.errno == .invalidArgument)
    #expect(try linkStatus(directory("l")).kind == .link)
    #expect(failure { () throws(SystemError) in _ = try fileStatus(directory("l")) }?.errno == .noSuchFile)
    #expect(failure { () throws(SystemError) in _ = try listDirectory(directory("f")) }?.errno == .notDirectory)
    symlink("a/b", directory("m"))
    #expect(try realPath(directory("m/../b")) == directory("a/b"))
    #expect(failure { () throws(SystemError) in _ = try realPath(directory("l")) }?.errno == .noSuchFile)
  }

  @Test(arguments: [("a/b", "a", "b"), ("/b", "/", "b"), ("b", ".", "b"), ("/a/b/c", "/a/b", "c")])
  func pathsAreSplit(path: String, parent: String, name: String) {
    #expect(splitPath(path) == (parent, name))
  }

  /// Reads files below an open directory only, even if the directory was moved.
  @Test func readsBelowADirectory() throws {
    try makeDirectories(directory("d/e"), mode: 0o700)
    try writeFileAtomically(directory("d/e/f"), [1], mode: 0o600)
    try writeFileAtomically(directory("out"), [2], mode: 0o600)
    for (name, target) in [("in", "e/../e/f"), ("up", "../out"), ("absolute", directory("d/e/f")), ("self", "self")] {
      symlink(target, directory("d/\(name)"))
    }
    let open = try OpenDirectory(directory("d"))
    rename(directory("d"), directory("moved"))
    #expect(try open.reading(of: "e/f", limit: 10).bytes == [1])
    #expect(try open.reading(of: "in", limit: 10).bytes == [1])
    for name in ["up", "absolute", "self", "../out", "e", "nothing", directory("out")] {
      #expect(throws: SystemError.self) { try open.reading(of: name, limit: 10).bytes }
    }
    #expect(
      failure { () throws(SystemError) in _ = try open.reading(of: "e/f", limit: 0).bytes }?.errno == .fileTooLarge)
    #expect(throws: SystemError.self) { _ = try OpenDirectory(directory("out")) }
  }

  /// What was read of a file is whole if the file only lost its name meanwhile.
  @Test(arguments: [
    ("true", true), ("mv g f", true), ("rm f", true), ("printf 1 > f", false),
    ("printf 1 > f; touch -d @1000 f", false),
    ("printf 1 > f; rm f", false), ("chmod 600 f", false), ("mv f h", false),
  ])
  func whatHappensToAFileWhileItIsRead(script: String, isWhole: Bool) throws {
    for name in ["f", "g"] { try directory.write(name, "0") }
    #expect(system("touch -d @1000 '\(directory("f"))'") == 0)
    while try !reading(of: directory("f"), limit: 1).isSettled {}
    let file = FileDescriptor(owning: open(directory("f"), O_RDONLY | O_CLOEXEC))
    let before = try fileStatus(file)
    #expect(system("cd '\(directory.path)'; \(script)") == 0)
    #expect(try fileStatus(file).hasContent(of: before) == isWhole)
  }

  /// A reader beside a writer always finds the old content or the new one.
  @Test func replacingIsOneStepForReaders() throws {
    let path = directory("f")
    let contents = [[UInt8](repeating: 1, count: 200_000), [UInt8](repeating: 2, count: 200_000)]
    try writeFileAtomically(path, contents[0], mode: 0o600)
    let writer = OwnThread {
      for round in 0..<200 { try? writeFileAtomically(path, contents[round % 2], mode: 0o600) }
    }
    for _ in 0..<200 {
      let bytes = try readFile(path, limit: 200_000)
      #expect(contents.contains(bytes))
    }
    writer.join()
  }
}
