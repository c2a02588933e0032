// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import BundleWriting

/// Files of a bundle are replaced as a whole and in the bundle alone.
@Suite struct BundleWriterTests {
  private let directory: ScratchDirectory
  private let writer: BundleWriter

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/a.json", "old")
    try directory.write("outside/secret", "secret")
    writer = try BundleWriter(directory: directory("bundle"))
  }

  private func write(
    _ text: String, to path: String, over expected: BundleWriter.Expected
  ) -> BundleWriter.Failure? {
    do throws(BundleWriter.Failure) {
      try writer.write(Array(text.utf8), to: path, over: expected)
      return nil
    } catch {
      return error
    }
  }

  private func errno(_ failure: BundleWriter.Failure?) -> Errno? {
    if case .system(let error)? = failure { error.errno } else { nil }
  }

  @Test(.enabled(if: effectiveUser == 0, "only root gives files away")) func keepsTheOwnerOfAFile() throws {
    #expect(chown(directory("bundle/a.json"), 1, 2) == 0 && chmod(directory("bundle/a.json"), 0o640) == 0)
    #expect(write("new", to: "a.json", over: .bytes(Array("old".utf8))) == nil)
    let status = try fileStatus(directory("bundle/a.json"))
    #expect(status.user == 1 && status.group == 2 && status.mode & 0o777 == 0o640)
  }

  @Test func replacesAFileAndKeepsItsMode() throws {
    #expect(chmod(directory("bundle/a.json"), 0o640) == 0)
    #expect(write("new", to: "a.json", over: .bytes(Array("old".utf8))) == nil)
    #expect(try directory.text("bundle/a.json") == "new")
    #expect(try fileStatus(directory("bundle/a.json")).mode == 0o640)
    #expect(write("newer", to: "a.json", over: .anything) == nil)
    #expect(write("made", to: "deep/er/b.json", over: .nothing) == nil)
    #expect(try directory.text("bundle/deep/er/b.json") == "made")
    #expect(try writer.content(of: "a.json") == Array("newer".utf8))
    #expect(try writer.content(of: "none.json") == nil)
    try writer.remove("deep/er/b.json", over: .bytes(Array("made".utf8)))
    #expect(try writer.content(of: "deep/er/b.json") == nil)
    #expect(try directory.names(in: "bundle") == ["a.json", "deep"])
  }

  @Test func leavesWhatItDoesNotKnow() throws {
    #expect(write("new", to: "a.json", over: .bytes(Array("other".utf8))) == .changed)
    #expect(write("new", to: "a.json", over: .nothing) == .changed)
    #expect(write("new", to: "b.json", over: .bytes([])) == .changed)
    #expect(throws: BundleWriter.Failure.changed) { try writer.remove("a.json", over: .bytes([])) }
    #expect(try directory.text("bundle/a.json") == "old")
    #expect(try directory.names(in: "bundle") == ["a.json"])
  }

  @Test func followsNoLink() throws {
    #expect(symlink("../outside", directory("bundle/out")) == 0)
    #expect(symlink("../outside/secret", directory("bundle/link.json")) == 0)
    #expect(symlink("a.json", directory("bundle/in.json")) == 0)
    // Also for a caller that does not ask first.
    #expect(errno(write("new", to: "out/secret", over: .anything)) == .notDirectory)
    #expect(write("new", to: "link.json", over: .anything) == .spared("it is not a regular file"))
    #expect(errno(write("new", to: "../outside/secret", over: .anything)) != nil)
    #expect(try directory.text("outside/secret") == "secret")
    #expect(writer.document(of: "out/secret") == nil)
    #expect(writer.document(of: "link.json") == nil)
    #expect(writer.document(of: "in.json") == "a.json")
    #expect(writer.document(of: "a.json") == "a.json")
    #expect(writer.document(of: "come.json") == "come.json")
    for path in ["..", ".", "", "/etc/passwd", "a/../b", "a//b", "../outside/secret", "a\0b"] {
      #expect(writer.document(of: path) == nil, "\(path)")
    }
  }

  @Test func sparesFilesOfOthers() throws {
    #expect(link(directory("bundle/a.json"), directory("outside/twin")) == 0)
    #expect(write("new", to: "a.json", over: .anything) == .spared("it has 2 names (hard links)"))
    try directory.write("bundle/b.json", "")
    #expect(chmod(directory("bundle/b.json"), 0o444) == 0)
    #expect(write("new", to: "b.json", over: .anything) == .spared("it is read-only"))
    #expect(mkfifo(directory("bundle/fifo"), 0o600) == 0)
    #expect(write("new", to: "fifo", over: .anything) == .spared("it is not a regular file"))
  }

  /// Each system call that may fail for want of space leaves the old bytes, and nothing beside them.
  @Test(arguments: [SystemCall.write, .fsync, .rename])
  func aFullDiskLeavesTheOldBytes(_ call: SystemCall) throws {
    let failure = interceptingSystemCalls({ $0 == call ? .failure(.noSpace) : .none }) {
      write("new", to: "a.json", over: .bytes(Array("old".utf8)))
    }
    #expect(errno(failure) == .noSpace)
    #expect(try directory.text("bundle/a.json") == "old")
    #expect(try directory.names(in: "bundle") == ["a.json"])
  }
}
