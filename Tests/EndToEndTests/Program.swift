// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import JSONText
import TestSupport

struct EndToEndFailure: Error, CustomStringConvertible {
  var description: String
}

/// A program that a test started: its lines can be waited for, and it ends with the test.
final class Program {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private var unread: [UInt8] = []

  /// Where the programs of this package were built: beside the tests.
  static func built(_ name: String) -> String {
    let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests ?? "").deletingLastPathComponent().appending(path: name).path
  }

  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// The next line of its output. A line that does not come within these seconds is a failure.
  func line(within seconds: Int32 = 60) throws -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      guard isReadable(output.fileHandleForReading.fileDescriptor, within: seconds * 1000) else {
        throw EndToEndFailure(description: "no line came in \(seconds) seconds")
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw EndToEndFailure(description: "the program ended: \(remainingErrors)") }
      unread += bytes
    }
  }

  /// The next line as JSON.
  func event() throws -> JSONValue { try JSONValue(parsing: Array(line().utf8), maximumDepth: 256) }

  var identifier: Int32 { process.processIdentifier }

  func interrupt() { process.interrupt() }

  func hangUp() { Glibc.kill(process.processIdentifier, SIGHUP) }

  /// Returns when the program has ended, so that its sockets refuse connections.
  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    var state = siginfo_t()
    // WNOWAIT leaves the state for Foundation, which waits for the process too.
    while waitid(P_PID, id_t(process.processIdentifier), &state, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
  }

  /// Runs `body` while the program is stopped. The program then sees all changes at once.
  func whileItStands(_ body: () throws -> Void) throws {
    Glibc.kill(process.processIdentifier, SIGSTOP)
    defer { Glibc.kill(process.processIdentifier, SIGCONT) }
    var state = siginfo_t()
    // WNOWAIT leaves the state for Foundation, which waits for the process too.
    var answer: Int32
    repeat {
      answer = waitid(P_PID, id_t(process.processIdentifier), &state, WSTOPPED | WNOWAIT)
    } while answer < 0 && errno == EINTR
    guard answer == 0 else {
      throw EndToEndFailure(description: "waitid: \(String(cString: strerror(errno)))")
    }
    try body()
  }

  /// Waits for its end.
  func end() -> (code: Int32, errors: String) {
    let errors = remainingErrors
    process.waitUntilExit()
    return (process.terminationStatus, errors)
  }

  /// Waits for its end. Returns all output; standard error must fit into a pipe.
  func outputAndEnd() -> (output: String, end: (code: Int32, errors: String)) {
    let output = unread + output.fileHandleForReading.readDataToEndOfFile()
    return (String(decoding: output, as: UTF8.self), end())
  }

  private var remainingErrors: String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
