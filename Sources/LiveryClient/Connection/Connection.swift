// SPDX-License-Identifier: MIT

import LinuxIO
import LiveryConnection
import Varlink

/// The end of a connection.
struct Loss: Error, Equatable {
  /// For people.
  let reason: String
  /// Whether the next connection can continue from the state.
  let canResume: Bool
  /// Set when the daemon refused.
  let rejection: Theme.Rejection?

  init(_ reason: String, canResume: Bool = true, rejection: Theme.Rejection? = nil) {
    self.reason = reason
    self.canResume = canResume
    self.rejection = rejection
  }
}

/// A connection with the stream that it carries. Never blocks.
final class Connection {
  var session: Session
  private let messages: MessageStream

  init(_ path: String, _ session: Session, sending call: [UInt8], messageLimit: Int) throws(Loss) {
    do throws(SystemError) {
      messages = MessageStream(try UnixStream(connectingAtOnceTo: path), messageLimit: messageLimit)
    } catch {
      throw Loss("\(error)")
    }
    self.session = session
    _ = messages.send(call)
  }

  func register(_ loop: EventLoop, _ token: UInt64) throws(Loss) {
    do throws(SystemError) {
      try loop.register(messages.socket.descriptor, token: token, for: [.reading, .writing])
    } catch {
      throw Loss("\(error)")
    }
  }

  /// Takes the connection out of the loop, before it is released.
  func remove(_ loop: EventLoop) {
    // Fails only when it was never registered.
    try? loop.remove(messages.socket.descriptor)
  }

  /// Sends as much as the kernel takes now. When everything is sent, the loop waits for answers alone.
  func flush(_ loop: EventLoop, _ token: UInt64) throws(Loss) {
    guard messages.send() else { return }
    do throws(SystemError) {
      try loop.change(messages.socket.descriptor, token: token, to: .reading)
    } catch {
      throw Loss("\(error)")
    }
  }

  /// Reads the bytes that have come; false when there are none.
  func read() throws(Loss) -> Bool {
    do throws(MessageStream.Lost) {
      return try messages.receive()
    } catch {
      throw Loss("the connection to the daemon is lost")
    }
  }

  func nextMessage() throws(Loss) -> [UInt8]? {
    do throws(MalformedMessage) {
      return try messages.nextMessage()
    } catch {
      throw Loss(error.reason, canResume: false)
    }
  }
}
