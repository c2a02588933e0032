// SPDX-License-Identifier: MIT

package import LinuxIO
package import Varlink

/// A connection to a Varlink service: bytes out, messages in. Never blocks.
package final class MessageStream {
  /// The service has closed the connection, or it broke.
  package struct Lost: Error {}

  package let socket: UnixStream
  private var decoder: MessageDecoder
  private var unsent: ArraySlice<UInt8> = []

  /// - Parameter messageLimit: the bytes that a message may have.
  package init(_ socket: consuming UnixStream, messageLimit: Int) {
    self.socket = socket
    decoder = MessageDecoder(limit: messageLimit)
  }

  /// Sends a message, or the rest of the last one that the kernel has not taken.
  ///
  /// - Returns: whether everything is sent. A broken connection counts as sent: the service may have sent a reason before it
  ///   closed, which can still be read.
  package func send(_ message: [UInt8] = []) -> Bool {
    unsent += message
    while !unsent.isEmpty {
      do throws(SystemError) {
        switch try socket.send(unsent) {
        case .sent(let count): unsent = unsent.dropFirst(count)
        case .wouldBlock: return false
        }
      } catch {
        unsent = []
      }
    }
    return true
  }

  /// Reads the bytes that have come; false when there are none.
  package func receive() throws(Lost) -> Bool {
    var bytes: [UInt8] = []
    let outcome: UnixStream.ReadOutcome
    do throws(SystemError) {
      outcome = try socket.read(into: &bytes)
    } catch {
      throw Lost()
    }
    switch outcome {
    case .bytes:
      decoder.append(bytes)
      return true
    case .wouldBlock: return false
    case .end: throw Lost()
    }
  }

  /// The next message that was received, without its NUL; nil when none is complete.
  package func nextMessage() throws(MalformedMessage) -> [UInt8]? {
    switch decoder.next() {
    case .message(let message): return message
    case .incomplete: return nil
    case .tooLong: throw MalformedMessage("a message has more than \(decoder.limit) bytes")
    }
  }
}
