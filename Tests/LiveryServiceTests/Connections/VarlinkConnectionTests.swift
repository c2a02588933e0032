// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LinuxIO
import LiveryConnection
import TestSupport
import Testing
import Varlink

@Suite struct VarlinkConnectionTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Connects to a service that answers everything at once, before it is asked, and then closes.
  private func connect(answers: String) throws -> VarlinkConnection {
    let path = directory("service.sock")
    let listener = try UnixListener(path: path, mode: 0o600)
    let connection = try VarlinkConnection(path: path)
    if let stream = try listener.accept() {
      _ = try stream.send(Array(answers.utf8))
    }
    return connection
  }

  private func check(
    _ answers: String, _ expected: Result<JSONObject, ClientError>, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let connection = try connect(answers: answers)
    let answer = Result { () throws(ClientError) in try connection.call("a.b.C") }
    #expect(answer == expected, sourceLocation: location)
    // The same, read without a copy.
    let second = try connect(answers: answers)
    let node = Result { () throws(ClientError) in try second.answer(to: "a.b.C") }
    #expect(node.map { JSONObject($0?.members?.map { ($0, .number($1.number ?? -1)) } ?? []) } == expected)
  }

  @Test func callsAndWaits() throws {
    try check("{\"parameters\":{\"x\":1}}\0", .success(JSONObject([("x", 1)])))
    try check("{}\0", .success(JSONObject()))
    try check("{\"error\":\"a.b.Bad\"}\0", .failure(.refused(CallError("a.b.Bad"))))
    try check("", .failure(.connectionLost))
    try check("{\"parameters\"", .failure(.connectionLost))
    let bad = CallError("a.b.Bad", JSONObject([("x", 1)]))
    try check("{\"error\":\"a.b.Bad\",\"parameters\":{\"x\":1}}\0", .failure(.refused(bad)))
    try check("{\"parameters\":7}\0", .failure(.protocolViolation("parameters is not an object")))
    try check("[]\0", .failure(.protocolViolation("not an object")))
    try check("{\0", .failure(.protocolViolation("not JSON at byte 1")))
    try check("{\"error\":7}\0", .failure(.protocolViolation("error is not a string")))
  }

  @Test func readsAStreamToItsEnd() throws {
    let connection = try connect(
      answers: "{\"parameters\":{\"n\":1},\"continues\":true}\0{\"parameters\":{\"n\":2}}\0{\"parameters\":{\"n\":3}}\0"
    )
    try connection.stream("a.b.C")
    #expect(try connection.next() == JSONObject([("n", 1)]))
    #expect(try connection.next() == JSONObject([("n", 2)]))
    #expect(try connection.next() == nil)
    #expect(try connection.call("a.b.C") == JSONObject([("n", 3)]))
  }

  @Test func looksWithoutWaiting() throws {
    let connection = try connect(answers: "{\"parameters\":{\"n\":1},\"continues\":true}\0{\"error\":\"a.b.Bad\"}\0")
    #expect(try connection.nextIfAvailable() == .end)
    try connection.stream("a.b.C")
    #expect(try connection.nextIfAvailable() == .reply(JSONObject([("n", 1)])))
    #expect(throws: ClientError.refused(CallError("a.b.Bad"))) { try connection.nextIfAvailable() }
    #expect(try connection.nextIfAvailable() == .end)
  }

  @Test func saysWhoCannotBeReached() throws {
    #expect {
      try VarlinkConnection(path: directory("nobody.sock"))
    } throws: { error in
      guard case ClientError.notReachable(let error) = error else { return false }
      return error.errno == .noSuchFile
    }
  }
}
