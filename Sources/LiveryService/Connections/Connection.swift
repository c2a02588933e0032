// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Varlink

/// One client: its socket, what came from it and what is owed to it.
///
/// It reads only while it owes nothing and no stream occupies it: a client that does not read its answers is not asked for
/// more calls, and holds no memory but one message.
final class Connection {
  /// What a look at the socket told.
  enum Received {
    /// Calls may be there to be taken.
    case bytes
    case nothing
    /// The peer sends nothing more.
    case end
    case failed(SystemError)
  }

  /// What the loop watches the socket for.
  private enum Listening { case reading, writing, hangUpAlone }

  // What each message needs stands together.
  private let stream: UnixStream
  private var listening = Listening.reading
  /// Nothing is read any more; it ends once it owes nothing.
  private(set) var isClosing = false
  /// The consumer whose stream occupies the connection.
  var consumer: ConsumerNumber?
  /// Bytes that the peer has not taken yet: those of the outbox, which stands apart since looking at it costs more.
  private(set) var unsentCount = 0
  private var outbox = Outbox()
  let number: ConnectionNumber
  let credentials: PeerCredentials
  private let loop: EventLoop
  private let clock: MonotonicClock
  private let log: Log
  /// Nanoseconds for which the peer may leave everything unread, or a message unfinished.
  private let patience: UInt64
  private var decoder: MessageDecoder
  /// Bytes of a message whose end has not come.
  private(set) var unfinishedCount = 0
  /// Of these, the ones that are part of the sum of its user.
  var countedUnfinished = 0
  /// When the message whose end has not come is given up. Later bytes do not move it.
  private var messageDeadline: UInt64?

  init(
    _ stream: consuming UnixStream, number: ConnectionNumber, loop: EventLoop, clock: MonotonicClock, log: Log,
    limits: Limits
  ) throws(SystemError) {
    self.number = number
    self.loop = loop
    self.clock = clock
    self.log = log
    patience = UInt64(limits.stalled) * 1_000_000_000
    decoder = MessageDecoder(limit: limits.request)
    credentials = try stream.peerCredentials()
    try loop.register(stream.descriptor, token: Event.connection(number).token, for: .reading)
    self.stream = stream
  }

  /// Whether everything is over and the connection can be let go of.
  var isFinished: Bool { isClosing && unsentCount == 0 }

  var isReading: Bool { listening == .reading }

  /// Takes what has come, once: a client that sends without end does not keep the others waiting.
  func receive() -> Received {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      switch try stream.read(into: &bytes) {
      case .bytes:
        decoder.append(bytes)
        return .bytes
      case .wouldBlock: return .nothing
      case .end: return .end
      }
    } catch {
      return error.isEndOfPeer ? .end : .failed(error)
    }
  }

  /// The next message that is complete, while nothing stands before it.
  func nextMessage() -> MessageDecoder.Outcome {
    guard unsentCount == 0, consumer == nil, !isClosing else { return .incomplete }
    let outcome = decoder.next()
    noteUnfinished(isIncomplete: outcome == .incomplete)
    return outcome
  }

  private func noteUnfinished(isIncomplete: Bool) {
    unfinishedCount = isIncomplete ? decoder.pendingCount : 0
    if unfinishedCount > 0 {
      let deadline = messageDeadline ?? clock.now() + patience
      messageDeadline = deadline
      loop.setDeadline(token, at: deadline)
    } else if messageDeadline != nil {
      messageDeadline = nil
      loop.clearDeadline(token)
    }
  }

  /// Owes the peer these bytes, and sends what the kernel takes at once.
  func send(_ bytes: [UInt8]) {
    outbox.append(bytes[...])
    flush()
  }

  /// Owes the peer a message, a beginning of its own and what others get too, and sends what the kernel takes at once.
  func send(_ beginning: [UInt8], _ bytes: SharedBytes) {
    guard unsentCount == 0 else {
      outbox.append(beginning[...])
      outbox.append(bytes)
      flush()
      return
    }
    do throws(SystemError) {
      if let rest = try Outbox.rest(afterSending: beginning, bytes, to: stream) {
        outbox = rest
        unsentCount = rest.count
        loop.setDeadline(token, at: clock.now() + patience)
      }
    } catch {
      abandon(after: error)
    }
    updateInterest()
  }

  /// Sends what the kernel takes now. Whether the peer has it all.
  @discardableResult
  func flush() -> Bool {
    do throws(SystemError) {
      let progress = try outbox.send(to: stream)
      unsentCount = outbox.count
      if unsentCount == 0 {
        loop.clearDeadline(token)
      } else if progress || listening != .writing {
        loop.setDeadline(token, at: clock.now() + patience)
      }
    } catch {
      abandon(after: error)
    }
    updateInterest()
    return unsentCount == 0
  }

  /// What the peer was to have is lost: rather than leave a gap, the connection ends. The loop reports the hang-up.
  private func abandon(after error: SystemError) {
    if !error.isEndOfPeer { log.warning("a connection of process \(credentials.process) is closed: \(error)") }
    outbox.removeAll()
    unsentCount = 0
    loop.clearDeadline(token)
    stream.hangUp()
  }

  /// Ends the connection once the peer has what is owed to it.
  func close() {
    isClosing = true
    updateInterest()
  }

  /// To be called when the stream of a consumer begins or ends.
  func updateInterest() {
    let wanted: Listening =
      if unsentCount > 0 { .writing } else if consumer == nil, !isClosing { .reading } else { .hangUpAlone }
    guard wanted != listening else { return }
    let interest: EventLoop.Interest =
      switch wanted {
      case .reading: .reading
      case .writing: .writing
      case .hangUpAlone: .hangUpAlone
      }
    do throws(SystemError) {
      try loop.change(stream.descriptor, token: token, to: interest)
      listening = wanted
    } catch {
      // Only for want of memory in the kernel. Nobody would hear of the connection any more.
      abandon(after: error)
    }
  }

  /// Whether nothing was said by half in either direction, so that another process can go on.
  var isBetweenMessages: Bool { unsentCount == 0 && decoder.pendingCount == 0 && !isClosing }

  /// Leaves the socket with the service manager for the next daemon.
  func keep(with manager: ServiceManager, as name: String) throws(SystemError) { try manager.keep(stream, as: name) }

  /// Leaves the loop; to be called once, before the last reference goes.
  func leave() {
    loop.clearDeadline(token)
    try? loop.remove(stream.descriptor)
  }

  private var token: UInt64 { Event.connection(number).token }
}

extension SystemError {
  /// Whether it says that the other side has gone, which peers do when they like.
  fileprivate var isEndOfPeer: Bool { errno == .brokenPipe || errno == .connectionReset }
}
