// SPDX-License-Identifier: MIT

import LinuxIO
import Varlink

/// Why a connection is over.
struct Loss: Error, Equatable {
  /// A sentence for people.
  let reason: String
  /// Whether the state that it left can be carried on by the next one.
  let canResume: Bool
  /// Set when the daemon answered, and refused.
  let rejection: Theme.Rejection?

  init(_ reason: String, canResume: Bool = true, rejection: Theme.Rejection? = nil) {
    self.reason = reason
    self.canResume = canResume
    self.rejection = rejection
  }
}

/// A connection with the stream that it carries: bytes out, messages in. Never blocks.
final class Wire {
  var session: Session
  private let socket: UnixStream
  private var decoder: MessageDecoder
  /// What of the call is not sent yet.
  private var unsent: ArraySlice<UInt8>

  init(_ path: String, _ session: Session, sending call: [UInt8], messageLimit: Int) throws(Loss) {
    do throws(SystemError) {
      socket = try UnixStream(connectingAtOnceTo: path)
    } catch {
      throw Loss("\(error)")
    }
    self.session = session
    decoder = MessageDecoder(limit: messageLimit)
    unsent = call[...]
  }

  func register(_ loop: EventLoop, _ token: UInt64) throws(Loss) {
    do throws(SystemError) {
      try loop.register(socket.descriptor, token: token, for: [.reading, .writing])
    } catch {
      throw Loss("\(error)")
    }
  }

  /// To be called before the wire is let go of.
  func remove(_ loop: EventLoop) {
    // Fails only when it was never registered.
    try? loop.remove(socket.descriptor)
  }

  /// Sends what the kernel takes now; when all is sent, the loop is told to wait for answers alone.
  func flush(_ loop: EventLoop, _ token: UInt64) throws(Loss) {
    do throws(SystemError) {
      while !unsent.isEmpty {
        switch try socket.send(unsent) {
        case .sent(let count): unsent = unsent.dropFirst(count)
        case .wouldBlock: return
        }
      }
      try loop.change(socket.descriptor, token: token, to: .reading)
    } catch {
      // The daemon may have said why it closes before it did: that is still there to be read.
      guard error.call != "send" else {
        unsent = []
        return
      }
      throw Loss("\(error)")
    }
  }

  /// Takes what has come; false when nothing has.
  func read() throws(Loss) -> Bool {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      switch try socket.read(into: &bytes) {
      case .bytes: break
      case .wouldBlock: return false
      case .end: throw SystemError(call: "recv", errno: .connectionReset)
      }
    } catch {
      throw Loss("the connection to the daemon is lost")
    }
    decoder.append(bytes)
    return true
  }

  func nextMessage() throws(Loss) -> [UInt8]? {
    switch decoder.next() {
    case .message(let message): return message
    case .incomplete: return nil
    case .tooLong: throw Loss("a message has more than \(decoder.limit) bytes", canResume: false)
    }
  }
}
