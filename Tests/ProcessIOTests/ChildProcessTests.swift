// SPDX-License-Identifier: MIT

import LinuxIO
import ProcessIO
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  @Test func readsItsInputAndReportsItsEnd() throws {
    let directory = try ScratchDirectory()
    let child = try ChildProcess(shell: "cat > \(directory("out")); exit 3", input: Array("one line\n".utf8))
    let loop = try EventLoop()
    try loop.register(child.descriptor, token: 1, for: .reading)
    #expect(try loop.wait().map(\.token) == [1])
    #expect(try child.wait() == .exited(3))
    #expect(try readFile(directory("out"), limit: 100) == Array("one line\n".utf8))
  }

  @Test func outputIsCaptured() throws {
    let child = try ChildProcess(shell: "echo out; echo err >&2", input: [], output: .captured)
    let loop = try EventLoop()
    switch child.output {
    case .some(let output): try loop.register(output, token: 1, for: .reading)
    case nil: Issue.record("there is no output")
    }
    var printed: [UInt8] = []
    while let bytes = try child.readOutput() {
      printed += bytes
      if bytes.isEmpty { _ = try loop.wait() }
    }
    #expect(String(decoding: printed, as: UTF8.self) == "out\nerr\n")
    #expect(try child.wait() == .exited(0))
  }

  @Test func canBeEnded() throws {
    let child = try ChildProcess(shell: "exec sleep 60", input: [])
    child.terminate()
    #expect(try child.wait() == .ended(bySignal: 15))
  }

  /// The child of a shell ends with it in a process group. The pipe ends when both have ended.
  @Test func itsGroupCanBeEnded() throws {
    let child = try ChildProcess(
      shell: "(echo begun; exec sleep 60); true", input: [], output: .captured, hasOwnGroup: true)
    let loop = try EventLoop()
    loop.setDeadline(2, at: MonotonicClock.system.now() + 30_000_000_000)
    try child.watchOutput(in: loop, token: 1)
    #expect(try loop.wait().map(\.token) == [1])
    #expect(try child.readOutput() == Array("begun\n".utf8))
    child.terminate()
    #expect(try loop.wait().map(\.token) == [1])
    #expect(try child.readOutput() == nil)
    #expect(try child.wait() == .ended(bySignal: 15))
  }

  @Test func knowsNothingOfSignalsThatAreBlockedHere() throws {
    let signals = try SignalDescriptor([.terminate])
    let child = try ChildProcess(shell: "kill -TERM $$; exit 1", input: [])
    #expect(try child.wait() == .ended(bySignal: 15))
    #expect(try signals.read() == [])
  }
}
