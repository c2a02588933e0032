// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite struct InterceptionTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Gives these results to calls of one kind, one after the other. Later calls reach the kernel.
  private func intercepting<Value>(
    _ call: SystemCall, _ outcomes: Interception..., in body: () throws -> Value
  ) rethrows -> Value {
    var rest = outcomes[...]
    defer { #expect(rest.isEmpty, "each was asked for") }
    return try interceptingSystemCalls({ $0 == call ? rest.popFirst() ?? .none : .none }, in: body)
  }

  private func failure(_ number: Int32) -> Interception { .failure(Errno(rawValue: number)) }

  @Test func aFailureIsThatOfTheCall() throws {
    try directory.write("a", "text")
    let path = directory("a")
    for number in [EIO, EMFILE, ENOMEM] {
      let error = intercepting(.open, failure(number)) {
        LinuxIOTests.failure { () throws(SystemError) in _ = try readFile(path, limit: 9) }
      }
      #expect(error == SystemError(call: "open", errno: Errno(rawValue: number), path: path))
    }
    #expect(try readFile(path, limit: 9) == Array("text".utf8), "the interceptor is gone")
  }

  @Test func interruptedCallsAreRepeated() throws {
    try directory.write("a", "text")
    let bytes = try intercepting(.read, failure(EINTR), failure(EINTR)) { try readFile(directory("a"), limit: 9) }
    #expect(bytes == Array("text".utf8))
  }

  @Test func partsMakeAWhole() throws {
    let text = Array("a text of more than one byte".utf8)
    let path = directory("a")
    try intercepting(.write, .atMost(1), .atMost(7), failure(EINTR), .atMost(2)) {
      try writeFileAtomically(path, text, mode: 0o600)
    }
    #expect(try intercepting(.read, .atMost(3), .atMost(1)) { try readFile(path, limit: 99) } == text)
  }

  @Test func messagesAreSentInParts() throws {
    let pair = try UnixStream.pair()
    let rest = SharedBytes([3, 4, 5])
    #expect(try intercepting(.send, .atMost(4)) { try pair.first.send([1, 2], rest) } == .sent(4))
    var bytes: [UInt8] = []
    #expect(try intercepting(.receive, .atMost(3)) { try pair.second.read(into: &bytes) } == .bytes(3))
    #expect(try pair.second.read(into: &bytes) == .bytes(1))
    #expect(bytes == [1, 2, 3, 4])
    #expect(try intercepting(.receive, failure(EAGAIN)) { try pair.second.read(into: &bytes) } == .wouldBlock)
    #expect(try intercepting(.send, failure(EAGAIN)) { try pair.first.send([1, 2], rest) } == .wouldBlock)
  }

  /// After any failure the file has its old or its new content, and no temporary file is left.
  @Test(arguments: [SystemCall.create, .write, .fchmod, .fsync, .rename])
  func aFileIsReplacedWholeOrNotAtAll(_ call: SystemCall) throws {
    try directory.write("a", "old")
    let path = directory("a")
    for number in [EIO, ENOSPC, EMFILE] {
      let error = intercepting(call, failure(number)) {
        LinuxIOTests.failure { () throws(SystemError) in try writeFileAtomically(path, Array("new".utf8), mode: 0o600) }
      }
      #expect(error?.errno == Errno(rawValue: number))
      #expect(try directory.text("a") == "old")
      #expect(try directory.names() == ["a"])
    }
  }

  /// Without waiting for the disk, too, by an exchange of names or without one.
  @Test(
    arguments: [
      ([], nil), ([.exchange], nil), ([.unlink], nil), ([.create], .noSpace), ([.write], .noSpace),
      ([.fchmod], .noSpace), ([.exchange, .rename], .noSpace),
    ] as [([SystemCall], Errno?)])
  func aFileIsReplacedWithoutWaiting(failing calls: [SystemCall], expected: Errno?) throws {
    try directory.write("a", "old")
    let path = directory("a")
    var rest = Set(calls)
    let error = interceptingSystemCalls({ rest.remove($0) == nil ? .none : failure(ENOSPC) }) {
      LinuxIOTests.failure { () throws(SystemError) in
        try writeFileWithoutWaiting(path, Array("new".utf8), mode: 0o600)
      }
    }
    #expect(rest.isEmpty, "each was asked for")
    #expect(error?.errno == expected)
    #expect(try directory.text("a") == (expected == nil ? "new" : "old"))
    #expect(try directory.names() == ["a"])
  }

  @Test func aDescriptorIsFreeWhateverCloseAnswers() throws {
    let closed = try intercepting(.close, failure(EINTR), failure(EIO)) {
      try (0..<2).map { _ in
        let pair = try UnixStream.pair()
        return (number: pair.first.descriptor.raw, inode: inode(of: pair.first.descriptor.raw))
      }
    }
    // Another test may have got the number since, for another file.
    for (number, inode) in closed { #expect(inode != nil && self.inode(of: number) != inode) }
  }

  /// The inode of an open descriptor's file; nil for a number that is free.
  private func inode(of number: Int32) -> ino_t? {
    var status = stat()
    return fstat(number, &status) == 0 ? status.st_ino : nil
  }

  @Test func otherThreadsAreLeftAlone() throws {
    try directory.write("a", "text")
    let path = directory("a")
    let error = interceptingSystemCalls({ _ in failure(EIO) }) {
      let thread = OwnThread { #expect((try? readFile(path, limit: 9)) != nil) }
      thread.join()
      return LinuxIOTests.failure { () throws(SystemError) in _ = try readFile(path, limit: 9) }
    }
    #expect(error?.errno == Errno(rawValue: EIO))
  }
}
