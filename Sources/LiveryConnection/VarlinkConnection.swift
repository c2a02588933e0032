// SPDX-License-Identifier: MIT

package import JSONText
package import LinuxIO
import Varlink

/// A connection to a Varlink service. Calls wait for their answer.
///
/// A stream of replies occupies the connection until it has ended; to lose interest is to let go of the connection.
package final class VarlinkConnection {
  /// What the next look at a stream brought.
  package enum Next: Equatable {
    case reply(JSONObject)
    /// Nothing more has come yet.
    case nothingYet
    /// The stream has ended; the connection is free again.
    case end
  }

  /// To be registered with an event loop: readable when `nextIfAvailable` may have something.
  package let socket: UnixStream
  private let loop: EventLoop
  private var decoder: MessageDecoder
  private var isStreaming = false
  /// Seconds from a call to its answer; nil: as long as it takes. A stream has them for the call alone.
  package var timeout: Int?

  private static let timeoutToken: UInt64 = 1
  /// No wait is longer.
  private static let longestTimeout = 1_000_000

  /// - Parameters:
  ///   - path: the path of the service's socket.
  ///   - messageLimit: the bytes that a reply may have.
  ///   - timeout: seconds that it takes at most to be connected, and see the property of this name.
  package init(path: String, messageLimit: Int = 64 << 20, timeout: Int? = nil) throws(ClientError) {
    self.timeout = timeout
    do throws(SystemError) {
      socket = try UnixStream(connectingTo: path, within: timeout.map { min(max($0, 1), Self.longestTimeout) })
      loop = try EventLoop()
      try loop.register(socket.descriptor, token: 0, for: [])
    } catch {
      if let timeout, error.errno == .wouldBlock { throw .noAnswer(seconds: timeout) }
      throw .notReachable(error)
    }
    decoder = MessageDecoder(limit: messageLimit)
  }

  /// Calls a method and waits for its one reply.
  package func call(_ method: String, _ parameters: JSONObject = JSONObject()) throws(ClientError) -> JSONObject {
    precondition(!isStreaming, "a stream occupies the connection")
    beginWaiting()
    defer { loop.clearDeadline(Self.timeoutToken) }
    try send(Call(method, parameters).message)
    return try accept(try waitForMessage()).parameters
  }

  /// Calls a method with `more`. Its replies come out of `next`.
  package func stream(_ method: String, _ parameters: JSONObject = JSONObject()) throws(ClientError) {
    precondition(!isStreaming, "a stream occupies the connection")
    beginWaiting()
    defer { loop.clearDeadline(Self.timeoutToken) }
    try send(Call(method, parameters, more: true).message)
    isStreaming = true
  }

  /// Waits for the next reply of the stream; nil when it has ended.
  package func next() throws(ClientError) -> JSONObject? {
    guard isStreaming else { return nil }
    return try takeFromStream(try waitForMessage())
  }

  /// The next reply of the stream when it is there. An event loop asks until there is nothing.
  package func nextIfAvailable() throws(ClientError) -> Next {
    guard isStreaming else { return .end }
    while true {
      if let message = try bufferedMessage() { return .reply(try takeFromStream(message)) }
      guard try receive() else { return .nothingYet }
    }
  }

  private func beginWaiting() {
    guard let timeout else { return }
    let nanoseconds = UInt64(min(max(timeout, 0), Self.longestTimeout)) * 1_000_000_000
    loop.setDeadline(Self.timeoutToken, at: MonotonicClock.system.now() + nanoseconds)
  }

  private func takeFromStream(_ message: [UInt8]) throws(ClientError) -> JSONObject {
    isStreaming = false
    let reply = try accept(message)
    isStreaming = reply.continues
    return reply.parameters
  }

  private func accept(_ message: [UInt8]) throws(ClientError) -> Reply {
    let reply: Reply
    do throws(MalformedMessage) {
      reply = try Reply(message: message)
    } catch {
      throw .protocolViolation(error.reason)
    }
    guard let name = reply.error else { return reply }
    throw .refused(CallError(name, reply.parameters))
  }

  private func waitForMessage() throws(ClientError) -> [UInt8] {
    while true {
      if let message = try bufferedMessage() { return message }
      if try !receive() { try wait(for: .reading) }
    }
  }

  private func bufferedMessage() throws(ClientError) -> [UInt8]? {
    switch decoder.next() {
    case .message(let message): return message
    case .incomplete: return nil
    case .tooLong: throw .protocolViolation("a reply has more than \(decoder.limit) bytes")
    }
  }

  /// Takes what has come; false when nothing has.
  private func receive() throws(ClientError) -> Bool {
    var bytes: [UInt8] = []
    let outcome: UnixStream.ReadOutcome
    do throws(SystemError) {
      outcome = try socket.read(into: &bytes)
    } catch {
      throw .connectionLost
    }
    switch outcome {
    case .bytes:
      decoder.append(bytes)
      return true
    case .wouldBlock: return false
    case .end: throw .connectionLost
    }
  }

  private func send(_ message: [UInt8]) throws(ClientError) {
    var rest = message[...]
    while !rest.isEmpty {
      let outcome: UnixStream.SendOutcome
      do throws(SystemError) {
        outcome = try socket.send(rest)
      } catch {
        // A service that closes the connection may have said why before.
        return
      }
      switch outcome {
      case .sent(let count): rest = rest.dropFirst(count)
      case .wouldBlock: try wait(for: .writing)
      }
    }
  }

  private func wait(for interest: EventLoop.Interest) throws(ClientError) {
    let ready: [EventLoop.Ready]
    do throws(SystemError) {
      try loop.change(socket.descriptor, token: 0, to: interest)
      ready = try loop.wait()
    } catch {
      throw .connectionLost
    }
    if let timeout, ready.allSatisfy({ $0.token == Self.timeoutToken }) { throw .noAnswer(seconds: timeout) }
  }
}
