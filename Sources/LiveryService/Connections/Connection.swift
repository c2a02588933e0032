// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import SystemdIO
import Varlink

/// One client: its socket, the calls that came from it, and the bytes that it has not read.
///
/// Calls are read only while no bytes are unsent and no stream occupies the connection. So a client that does not read its
/// replies occupies the memory of one message.
final class Connection {
  /// The result of a read.
  enum Received {
    /// Bytes came; there may be complete calls.
    case bytes
    case nothing
    /// The peer has closed its sending side.
    case end
    case failed(SystemError)
  }

  /// The events for which the loop watches the socket.
  private enum Listening { case reading, writing, hangUpOnly }

  // The properties that a send reads come first, to share cache lines.
  private let stream: UnixStream
  private var listening = Listening.reading
  /// No call is read any more. The connection ends when no bytes are unsent.
  private(set) var isClosing = false
  /// The consumer whose stream occupies the connection.
  var consumer: ConsumerNumber?
  /// Bytes of the outbox, kept here since looking at the outbox costs more.
  private(set) var unsentCount = 0
  private var outbox = Outbox()
  /// The messages with unsent bytes: the length of own ones, and shared ones. `unsent` counts them.
  private var unread: (own: Int, shared: [SharedBytes]) = (0, [])
  private let unsent: UnsentBytes
  let number: ConnectionNumber
  let credentials: PeerCredentials
  private let loop: EventLoop
  private let clock: MonotonicClock
  private let log: Log
  /// Nanoseconds for which the peer may read nothing, or leave a message unfinished.
  private let timeout: UInt64
  private var decoder: MessageDecoder
  /// Bytes of an incomplete message.
  private(set) var unfinishedCount = 0
  /// The part of `unfinishedCount` that the sum of its user includes.
  var countedUnfinished = 0
  /// The time at which an incomplete message is given up. Later bytes do not move it.
  private var messageDeadline: UInt64?

  init(
    _ stream: consuming UnixStream, number: ConnectionNumber, loop: EventLoop, clock: MonotonicClock, log: Log,
    limits: Limits, unsent: UnsentBytes
  ) throws(SystemError) {
    self.unsent = unsent
    self.number = number
    self.loop = loop
    self.clock = clock
    self.log = log
    timeout = UInt64(limits.stalled) * 1_000_000_000
    decoder = MessageDecoder(
      limit: limits.request, longer: (ThemeInterface.SetOverlay.beginning, limits.overlayRequest))
    credentials = try stream.peerCredentials()
    try loop.register(stream.descriptor, token: Event.connection(number).token, for: .reading)
    self.stream = stream
  }

  /// Whether the connection is over and can be dropped.
  var isFinished: Bool { isClosing && unsentCount == 0 }

  var isReading: Bool { listening == .reading }

  /// Reads once, so that a client that sends without end does not keep the others waiting.
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

  /// The next complete message, if calls may be answered now.
  func nextMessage() -> MessageDecoder.Outcome {
    guard unsentCount == 0, consumer == nil, !isClosing else { return .incomplete }
    let outcome = decoder.next()
    noteUnfinished(isIncomplete: outcome == .incomplete)
    return outcome
  }

  private func noteUnfinished(isIncomplete: Bool) {
    unfinishedCount = isIncomplete ? decoder.pendingCount : 0
    if unfinishedCount > 0 {
      let deadline = messageDeadline ?? clock.now() + timeout
      messageDeadline = deadline
      loop.setDeadline(token, at: deadline)
    } else if messageDeadline != nil {
      messageDeadline = nil
      loop.clearDeadline(token)
    }
  }

  /// Whether the user of the connection may leave one more message unread.
  func hasRoom(for message: [UInt8]) -> Bool { unsent.hasRoom(for: message.count, of: credentials.user) }
  func hasRoom(for message: SharedBytes) -> Bool { unsent.hasRoom(for: message, of: credentials.user) }

  /// Sends bytes: those that the kernel takes now, the rest later.
  func send(_ bytes: [UInt8]) {
    outbox.append(bytes[...])
    if !flush() { hold(bytes.count) }
  }

  /// Sends a message of a beginning of its own and shared bytes: as much as the kernel takes now, the rest later.
  func send(_ beginning: [UInt8], _ bytes: SharedBytes) {
    guard unsentCount == 0 else {
      outbox.append(beginning[...])
      outbox.append(bytes)
      if !flush() { hold(bytes) }
      return
    }
    do throws(SystemError) {
      if let rest = try Outbox.rest(afterSending: beginning, bytes, to: stream) {
        outbox = rest
        unsentCount = rest.count
        hold(bytes)
        loop.setDeadline(token, at: clock.now() + timeout)
      }
    } catch {
      abandon(after: error)
    }
    updateInterest()
  }

  /// Sends as much of the outbox as the kernel takes. Returns whether all is sent.
  @discardableResult
  func flush() -> Bool {
    do throws(SystemError) {
      let progress = try outbox.send(to: stream)
      unsentCount = outbox.count
      if unsentCount == 0 {
        releaseHeld()
        loop.clearDeadline(token)
      } else if progress || listening != .writing {
        loop.setDeadline(token, at: clock.now() + timeout)
      }
    } catch {
      abandon(after: error)
    }
    updateInterest()
    return unsentCount == 0
  }

  private func hold(_ count: Int) {
    unread.own += count
    unsent.add(count, of: credentials.user)
  }

  private func hold(_ message: SharedBytes) {
    unread.shared.append(message)
    unsent.add(message, of: credentials.user)
  }

  private func releaseHeld() {
    if unread.own > 0 { unsent.remove(unread.own, of: credentials.user) }
    for message in unread.shared { unsent.remove(message, of: credentials.user) }
    unread = (0, [])
  }

  /// Ends the connection after an error of send: the peer's stream would have a gap. The loop reports the hang-up.
  private func abandon(after error: SystemError) {
    if !error.isEndOfPeer { log.warning("a connection of process \(credentials.process) is closed: \(error)") }
    outbox.removeAll()
    unsentCount = 0
    releaseHeld()
    loop.clearDeadline(token)
    stream.hangUp()
  }

  /// Ends the connection when all bytes are sent.
  func close() {
    isClosing = true
    updateInterest()
  }

  /// To be called when the stream of a consumer begins or ends.
  func updateInterest() {
    let wanted: Listening =
      if unsentCount > 0 { .writing } else if consumer == nil, !isClosing { .reading } else { .hangUpOnly }
    guard wanted != listening else { return }
    let interest: EventLoop.Interest =
      switch wanted {
      case .reading: .reading
      case .writing: .writing
      case .hangUpOnly: .hangUpOnly
      }
    do throws(SystemError) {
      try loop.change(stream.descriptor, token: token, to: interest)
      listening = wanted
    } catch {
      // Only without memory in the kernel. No event of the connection would arrive any more.
      abandon(after: error)
    }
  }

  /// Whether no message is incomplete in either direction, so that another process can go on with the connection.
  var isBetweenMessages: Bool { unsentCount == 0 && decoder.pendingCount == 0 && !isClosing }

  /// Leaves the socket with the service manager for the next daemon.
  func keep(with manager: ServiceManager, as name: String) throws(SystemError) { try manager.keep(stream, as: name) }

  /// Removes the connection from the loop. To be called once, before the last reference goes.
  func leave() {
    releaseHeld()
    loop.clearDeadline(token)
    try? loop.remove(stream.descriptor)
  }

  private var token: UInt64 { Event.connection(number).token }
}

extension SystemError {
  /// Whether the peer has closed the connection, which is not a fault.
  fileprivate var isEndOfPeer: Bool { errno == .brokenPipe || errno == .connectionReset }
}
