// SPDX-License-Identifier: MIT

import JSONText
import LinuxIO
import TestSupport
import Varlink

struct TestFailure: Error, CustomStringConvertible {
  let description: String
}

/// Listens in place of a daemon, and sends the messages of a test.
///
/// The messages of a client in the same thread are there at once. A client with its own thread has ten seconds:
/// a missing message is a failure.
final class ScriptedDaemon {
  let directory: ScratchDirectory
  let socket: String
  private var listener: Listener?
  private let loop: EventLoop

  init(in directory: ScratchDirectory? = nil) throws {
    self.directory = try directory ?? ScratchDirectory()
    socket = self.directory("livery.sock")
    loop = try EventLoop()
    try listen()
  }

  func listen() throws { listener = Listener(try UnixListener(path: socket, mode: 0o600)) }

  /// Stops listening.
  func stopListening() { listener = nil }

  /// The next client that waits for an answer, and its call. On a busy machine, a client without an answer for half a minute has gone and
  /// come anew.
  func acceptWaiting() throws -> (peer: Peer, call: Call) {
    while true {
      let peer = try accept()
      let call = try peer.call()
      if try !peer.isClosed() { return (peer, call) }
    }
  }

  /// The next connection.
  func accept() throws -> Peer {
    guard let peer = try acceptIfAny(waiting: true) else { throw TestFailure(description: "nobody listens") }
    return peer
  }

  /// A connection that waits already.
  func acceptIfAny() throws -> Peer? { try acceptIfAny(waiting: false) }

  private func acceptIfAny(waiting: Bool) throws -> Peer? {
    guard let listener else { return nil }
    if let stream = try listener.socket.accept() { return Peer(stream) }
    guard waiting else { return nil }
    try wait(for: listener.socket.descriptor, loop)
    guard let stream = try listener.socket.accept() else { throw TestFailure(description: "no connection was there") }
    return Peer(stream)
  }
}

/// A socket that listens as long as this lives.
private final class Listener {
  let socket: UnixListener
  init(_ socket: consuming UnixListener) { self.socket = socket }
}

/// One connection of a client to a scripted daemon.
final class Peer {
  private let stream: UnixStream
  private var decoder = MessageDecoder()

  init(_ stream: consuming UnixStream) { self.stream = stream }

  /// Ends the stream for the client at once, see `waitUntilClosed`.
  deinit { try? stream.endSending() }

  /// The next call of the client.
  func call() throws -> Call {
    let loop = try EventLoop()
    while true {
      switch decoder.next() {
      case .message(let message): return try Call(message: message)
      case .tooLong: throw TestFailure(description: "a call is too long")
      case .incomplete: break
      }
      var bytes: [UInt8] = []
      switch try stream.read(into: &bytes) {
      case .bytes: decoder.append(bytes)
      case .wouldBlock: try wait(for: stream.descriptor, loop)
      case .end: throw TestFailure(description: "the client has closed")
      }
    }
  }

  /// Whether the connection is closed by now. A test that expects that it is closed waits for it with `waitUntilClosed`.
  func isClosed() throws -> Bool {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      return try stream.read(into: &bytes) == .end
    } catch {
      return error.errno == .connectionReset
    }
  }

  /// Waits until the connection is closed.
  ///
  /// The client's descriptor is not always the last one: a program that another test starts in the same moment has a copy until it
  /// is executed.
  func waitUntilClosed() throws {
    let loop = try EventLoop()
    while try !isClosed() { try wait(for: stream.descriptor, loop) }
  }

  func send(_ bytes: [UInt8]) throws {
    guard try stream.send(bytes) == .sent(bytes.count) else { throw TestFailure(description: "not all was sent") }
  }

  func send(_ parameters: JSONValue) throws {
    try send(Self.reply(parameters))
  }

  static func reply(_ parameters: JSONValue, continues: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    Reply(parameters.object ?? JSONObject(), continues: continues).encode(into: &bytes)
    return bytes
  }
}

/// Waits until there is something to read.
private func wait(for descriptor: borrowing FileDescriptor, _ loop: EventLoop) throws {
  try loop.register(descriptor, token: 1, for: .reading)
  loop.setDeadline(2, at: MonotonicClock.system.now() + 10_000_000_000)
  let ready = try loop.wait()
  try loop.remove(descriptor)
  loop.clearDeadline(2)
  guard ready.contains(where: { $0.token == 1 }) else { throw TestFailure(description: "nothing came in ten seconds") }
}

/// Messages of a daemon that serves the bundle `aurora`.
enum Message {
  /// Generation 4.
  static let first = snapshot(4, "d4", constants: ["gap": 8], styles: ["A": ["on": true]])

  static func snapshot(
    _ generation: Int, _ digest: String, constants: JSONValue = [:], styles: JSONValue = [:],
    diagnostics: JSONValue = []
  ) -> JSONValue {
    [
      "consumer": "c1", "event": "snapshot", "diagnostics": diagnostics,
      "snapshot": [
        "bundle": "aurora", "dialect": "redbeard", "context": ["themes": []],
        "generation": .number(Double(generation)), "digest": .string(digest), "constants": constants, "styles": styles,
      ],
    ]
  }

  static func delta(_ from: Int, _ to: Int, _ digest: String, _ patch: JSONValue...) -> JSONValue {
    [
      "consumer": "c1", "event": "delta",
      "delta": [
        "bundle": "aurora", "context": ["themes": []], "from": .number(Double(from)), "to": .number(Double(to)),
        "digest": .string(digest), "patch": .array(patch), "cause": [],
      ],
    ]
  }

  /// A message with a new member `order` in its snapshot or delta.
  static func ordered(_ message: JSONValue, _ order: JSONValue) -> JSONValue {
    guard case .object(var reply) = message else { return message }
    for key in ["snapshot", "delta"] {
      guard case .object(var state)? = reply[key] else { continue }
      state["order"] = order
      reply[key] = .object(state)
    }
    return .object(reply)
  }

  static func replace(_ path: String, _ value: JSONValue) -> JSONValue {
    ["op": "replace", "path": .string(path), "value": value]
  }

  static func end(_ reason: String) -> JSONValue {
    ["consumer": "c1", "event": "end", "reason": .string(reason)]
  }
}
