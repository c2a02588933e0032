// SPDX-License-Identifier: MIT

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

  @Test func aFileAsRootIsAnError() throws {
    let directory = try ScratchDirectory()
    #expect(failure { () throws(SystemError) in _ = try DirectoryLock(directory("none")) }?.errno == .noSuchFile)
  }
}
