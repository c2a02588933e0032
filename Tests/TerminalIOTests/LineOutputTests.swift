// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import LinuxIO
@testable import TerminalIO

/// Lines to a stream without a reader: writing never waits, and the number of lost lines follows when there is space.
@Suite struct LineOutputTests {
  enum Kind: CaseIterable { case pipe, pipeThatMayNotBeOpenedAgain, nonBlockingPipe, socket }

  /// The reading end and the writing end.
  private func ends(_ kind: Kind) throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    switch kind {
    case .socket:
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    case .pipe, .pipeThatMayNotBeOpenedAgain, .nonBlockingPipe:
      try #require(pipe(&ends) == 0)
      // F_SETPIPE_SZ.
      try #require(fcntl(ends[1], 1031, 4096) == 4096)
      if kind == .nonBlockingPipe { _ = fcntl(ends[1], F_SETFL, O_NONBLOCK) }
    }
    return ends
  }

  private func read(_ number: Int32) -> String {
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 0) == 1 else { return text }
      let count = Glibc.read(number, &bytes, bytes.count)
      guard count > 0 else { return text }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  @Test(arguments: Kind.allCases, [100, 3000, 10_000]) func whatHasNoRoomIsCounted(kind: Kind, length: Int) throws {
    let ends = try ends(kind)
    defer { for number in ends { close(number) } }
    let notice: @Sendable (Int) -> [UInt8] = { Array("\($0) lost\n".utf8) }
    let output = try interceptingSystemCalls({ call in
      call == .open && kind == .pipeThatMayNotBeOpenedAgain ? .failure(.accessDenied) : .none
    }) { () throws in LineOutput(number: ends[1], notice: notice) }
    let flags = fcntl(ends[1], F_GETFL)
    let line = String(repeating: "x", count: length - 1) + "\n"
    var written = 0
    while output.write(Array(line.utf8)) == .written { written += 1 }
    for _ in 0..<9 { #expect(output.write(Array(line.utf8)) == .lost) }
    #expect(output.isBehind)
    var text = read(ends[0])
    while output.isBehind {
      output.flush()
      text += read(ends[0])
    }
    #expect(text == String(repeating: line, count: written) + "10 lost\n")
    #expect(output.write(Array("after\n".utf8)) == .written)
    #expect(read(ends[0]) == "after\n")
    #expect(fcntl(ends[1], F_GETFL) == flags, "others may share it")
  }

  @Test func aReaderThatIsGoneIsTold() throws {
    let ends = try ends(.socket)
    defer { close(ends[1]) }
    let output = LineOutput(number: ends[1]) { _ in [] }
    close(ends[0])
    #expect(output.write([UInt8(ascii: "x")]) == .readerGone)
  }

  @Test func aFileTakesAll() throws {
    let folder = try ScratchDirectory()
    let number = open(folder("log"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(number) }
    let output = LineOutput(number: number) { _ in [] }
    for _ in 0..<3 { #expect(output.write([UInt8](repeating: 0x61, count: 5000)) == .written) }
    #expect(!output.isBehind)
    #expect(try readFile(folder("log"), limit: 100_000).count == 15_000)
  }
}
