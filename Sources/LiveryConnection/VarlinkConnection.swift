// SPDX-License-Identifier: MIT

package import JSONText
import LinuxIO
import Varlink

/// A connection to a Varlink service. Calls wait for their answer.
///
/// A stream of replies occupies the connection until it has ended. To end it early, release the connection.
package final class VarlinkConnection {
  /// The next reply of a stream, if there is one.
  package enum Next: Equatable {
    case reply(JSONObject)
    /// No further reply has come yet.
    case nothingYet
    /// The stream has ended; the connection is free again.
    case end
  }

  /// The bytes below. An event loop that waits for `messages.socket` calls `nextIfAvailable` when it is readable.
  package let messages: MessageStream
  private let loop: EventLoop
  private var isStreaming = false
  /// Seconds from a call to its answer; nil for no limit. A stream has this limit for the call alone.
  package var timeout: Int?

  /// The timeout in seconds when the user names none.
  package static let usualTimeout = 10
  private static let timeoutToken: UInt64 = 1
  private static let maximumTimeout = 1_000_000

  /// - Parameters:
  ///   - path: the path of the service's socket.
  ///   - messageLimit: the bytes that a reply may have.
  ///   - timeout: the seconds that connecting may take, and the value of the property `timeout`.
  package init(path: String, messageLimit: Int = 64 << 20, timeout: Int? = nil) throws(ClientError) {
    self.timeout = timeout
    do throws(SystemError) {
      let socket = try UnixStream(connectingTo: path, within: timeout.map { min(max($0, 1), Self.maximumTimeout) })
      messages = MessageStream(socket, messageLimit: messageLimit)
      loop = try EventLoop()
      try loop.register(messages.socket.descriptor, token: 0, for: [])
    } catch {
      if let timeout, error.errno == .wouldBlock { throw .noAnswer(seconds: timeout) }
      throw .notReachable(error)
    }
  }

  /// Calls a method and waits for its one reply.
  package func call(_ method: String, _ parameters: JSONObject = JSONObject()) throws(ClientError) -> JSONObject {
    try send(Call(method, parameters)) { () throws(ClientError) in
      try decode(try waitForMessage()).parameters
    }
  }

  /// As `call`, for a reply that may be large: its parameters are read from the message without a copy. Nil when it has none.
  package func answer(
    to method: String, _ parameters: JSONObject = JSONObject()
  ) throws(ClientError) -> JSONTapeValue? {
    try send(Call(method, parameters)) { () throws(ClientError) in
      let message = try waitForMessage()
      guard let value = JSONTapeValue(parsing: message), let reply = try? ReplyEnvelope(value), reply.error == nil
      else {
        // Throws the reason.
        _ = try decode(message)
        return nil
      }
      return reply.parameters
    }
  }

  /// Calls a method with `more`. `next` returns the replies.
  package func stream(_ method: String, _ parameters: JSONObject = JSONObject()) throws(ClientError) {
    try send(Call(method, parameters, more: true)) {}
    isStreaming = true
  }

  /// Waits for the next reply of the stream; nil when it has ended.
  package func next() throws(ClientError) -> JSONObject? {
    guard isStreaming else { return nil }
    return try decodeStreamed(try waitForMessage())
  }

  /// The next reply of the stream without waiting. An event loop calls this until it returns `nothingYet`.
  package func nextIfAvailable() throws(ClientError) -> Next {
    guard isStreaming else { return .end }
    while true {
      if let message = try bufferedMessage() { return .reply(try decodeStreamed(message)) }
      guard try receive() else { return .nothingYet }
    }
  }

  private func decodeStreamed(_ message: [UInt8]) throws(ClientError) -> JSONObject {
    isStreaming = false
    let reply = try decode(message)
    isStreaming = reply.continues
    return reply.parameters
  }

  private func decode(_ message: [UInt8]) throws(ClientError) -> Reply {
    let reply: Reply
    do throws(MalformedMessage) {
      reply = try Reply(message: message)
    } catch {
      throw .protocolViolation(error.reason)
    }
    guard let name = reply.error else { return reply }
    throw .refused(CallError(name, reply.parameters))
  }

  /// Sends a call and does the rest of the work within the same timeout.
  private func send<Result>(
    _ call: Call, then rest: () throws(ClientError) -> Result
  ) throws(ClientError) -> Result {
    precondition(!isStreaming, "a stream occupies the connection")
    if let timeout {
      let nanoseconds = UInt64(min(max(timeout, 0), Self.maximumTimeout)) * 1_000_000_000
      loop.setDeadline(Self.timeoutToken, at: MonotonicClock.system.now() + nanoseconds)
    }
    defer { loop.clearDeadline(Self.timeoutToken) }
    var isSent = messages.send(call.message)
    while !isSent {
      try wait(for: .writing)
      isSent = messages.send()
    }
    return try rest()
  }

  private func waitForMessage() throws(ClientError) -> [UInt8] {
    while true {
      if let message = try bufferedMessage() { return message }
      if try !receive() { try wait(for: .reading) }
    }
  }

  private func bufferedMessage() throws(ClientError) -> [UInt8]? {
    do throws(MalformedMessage) {
      return try messages.nextMessage()
    } catch {
      throw .protocolViolation(error.reason)
    }
  }

  private func receive() throws(ClientError) -> Bool {
    do throws(MessageStream.Lost) {
      return try messages.receive()
    } catch {
      throw .connectionLost
    }
  }

  private func wait(for interest: EventLoop.Interest) throws(ClientError) {
    let ready: [EventLoop.Ready]
    do throws(SystemError) {
      try loop.change(messages.socket.descriptor, token: 0, to: interest)
      ready = try loop.wait()
    } catch {
      throw .connectionLost
    }
    if let timeout, ready.allSatisfy({ $0.token == Self.timeoutToken }) { throw .noAnswer(seconds: timeout) }
  }
}
