// SPDX-License-Identifier: GPL-2.0-or-later

import CNATS
import FleetModel
import LinuxIO

/// A connection to a NATS server: requests, their answers, and messages of subscriptions.
///
/// One thread uses it; libnats reads the socket in threads of its own. A connection that is lost stays lost: its owner makes a new
/// connection, and reads everything anew.
final class NATSConnection {
  /// A message that asks for an answer.
  struct Request {
    var subject: String
    var bytes: [UInt8] = []
    /// The sequence that the last message on the subject must have; nil for any.
    var expectedLast: UInt64?
  }

  /// Nanoseconds without an answer after which a connection counts as lost.
  private static let answerTimeout: UInt64 = 5_000_000_000
  /// Requests, and their bytes, that wait for answers at a time.
  private static let maximumOpenRequests = 64
  private static let maximumOpenBytes = 4 << 20
  private static let maximumMessages = 1_000

  let maximumPayload: Int
  /// Subjects of messages that came, in order. They may come while an answer is waited for: look at them before a sleep.
  private(set) var messages: [String] = []
  /// Why the connection has ended; nil while it is open.
  private(set) var end: String?

  private let mailbox: Mailbox
  private let loop: EventLoop
  private let connection: OpaquePointer
  private var subscriptions: [OpaquePointer] = []
  private let inbox: String
  private var count = 0
  private var answers: [Int: Answer] = [:]
  private var violation: String?

  /// Connects to one of the servers.
  init(_ options: ConnectionOptions) throws(FleetFailure) {
    let mailbox = try orFleetFailure(system: { () throws(SystemError) in try Mailbox() })
    self.mailbox = mailbox
    loop = try orFleetFailure(system: { () throws(SystemError) in
      let loop = try EventLoop()
      try loop.register(mailbox.waker.descriptor, token: Self.arrivalToken, for: .reading)
      return loop
    })
    let mailboxNumber = Mailbox.register(mailbox)
    self.mailboxNumber = mailboxNumber
    // A number in place of an address: callbacks may come late, from threads of libnats.
    closure = UnsafeMutableRawPointer(bitPattern: mailboxNumber)
    var made: OpaquePointer?
    var status = options.connect(closure, &made)
    // libnats 3.4 makes a wrong signature for one nonce of about 75, with a right key. So a failure is tried twice more, with new nonces.
    for _ in 0..<2 where status == NATS_CONNECTION_AUTH_FAILED && options.hasKey {
      status = options.connect(closure, &made)
    }
    guard status == NATS_OK, let made else {
      Mailbox.remove(mailboxNumber)
      let reason = options.certificateReason(for: status) ?? natsText(of: status)
      throw .unreachable("\(options.addresses.map(\.text).joined(separator: ", ")): \(reason)")
    }
    connection = made
    maximumPayload = Int(natsConnection_GetMaxPayload(made))
    inbox = "_INBOX.\(randomName(bytes: 12))"
    try subscribe("\(inbox).*", closure, onAnswer)
  }

  private let mailboxNumber: Int
  private let closure: UnsafeMutableRawPointer?
  private static let arrivalToken: UInt64 = 0
  private static let timeoutToken: UInt64 = 1

  deinit {
    for subscription in subscriptions { natsSubscription_Destroy(subscription) }
    natsConnection_Destroy(connection)
    Mailbox.remove(mailboxNumber)
  }

  /// Readable when something has come; `read` takes it.
  var waker: Waker { mailbox.waker }

  /// Subscribes to a subject: `messages` has those that come.
  func subscribe(to subject: String) throws(FleetFailure) { try subscribe(subject, closure, onMessage) }

  private func subscribe(
    _ subject: String, _ closure: UnsafeMutableRawPointer?, _ handler: natsMsgHandler
  ) throws(FleetFailure) {
    var made: OpaquePointer?
    let status = natsConnection_Subscribe(&made, connection, subject, handler, closure)
    guard status == NATS_OK, let made else { throw .lost(natsText(of: status)) }
    natsSubscription_SetPendingLimits(made, -1, -1)
    subscriptions.append(made)
  }

  /// The address of the server; empty when the connection is lost.
  var serverAddress: String {
    var text = [CChar](repeating: 0, count: 256)
    guard natsConnection_GetConnectedUrl(connection, &text, text.count) == NATS_OK else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Messages

  /// Takes the messages that have arrived.
  func read() {
    for item in mailbox.removeAll() {
      switch item {
      case .answer(let request, let answer): answers[request] = answer
      case .message(let subject):
        messages.append(subject)
        // Of announcements the last ones count.
        if messages.count > Self.maximumMessages { messages.removeFirst() }
      case .violation(let text): violation = text
      case .closed(let reason): end = end ?? reason
      }
    }
  }

  func takeMessages() -> [String] {
    defer { messages.removeAll() }
    return messages
  }

  /// Sends a message without an answer.
  func publish(_ subject: String, _ bytes: [UInt8]) throws(FleetFailure) {
    let status = bytes.withUnsafeBytes { natsConnection_Publish(connection, subject, $0.baseAddress, Int32($0.count)) }
    guard status == NATS_OK else { throw .lost(natsText(of: status)) }
  }

  func request(_ request: Request) throws(FleetFailure) -> Answer {
    guard let answer = try exchange([request]).first else { throw .lost("no answer") }
    return answer
  }

  /// Sends requests, many at a time, and waits for all answers.
  ///
  /// - Returns: the answers in the order of the requests.
  func exchange(_ requests: [Request]) throws(FleetFailure) -> [Answer] {
    var sent = 0
    var openBytes = 0
    var taken = 0
    var results = [Answer?](repeating: nil, count: requests.count)
    violation = nil
    answers.removeAll()
    var indices: [Int: Int] = [:]
    while taken < requests.count {
      while sent < requests.count, sent - taken < Self.maximumOpenRequests,
        openBytes < Self.maximumOpenBytes
      {
        let request = requests[sent]
        count += 1
        try send(request, answerTo: "\(inbox).\(count)")
        indices[count] = sent
        sent += 1
        openBytes += request.bytes.count
      }
      try wait()
      for (number, answer) in answers {
        guard let index = indices.removeValue(forKey: number) else { continue }
        results[index] = answer
        openBytes -= requests[index].bytes.count
        taken += 1
      }
      answers.removeAll()
    }
    return results.compactMap(\.self)
  }

  private func send(_ request: Request, answerTo reply: String) throws(FleetFailure) {
    var message: OpaquePointer?
    var status = request.bytes.withUnsafeBytes { bytes in
      natsMsg_Create(&message, request.subject, reply, bytes.baseAddress, Int32(bytes.count))
    }
    if status == NATS_OK, let message {
      if let expected = request.expectedLast {
        status = natsMsgHeader_Set(message, "Nats-Expected-Last-Subject-Sequence", String(expected))
      }
      if status == NATS_OK { status = natsConnection_PublishMsg(connection, message) }
      natsMsg_Destroy(message)
    }
    guard status == NATS_OK else { throw .lost(natsText(of: status)) }
  }

  /// Lets a time pass.
  func pause(nanoseconds: UInt64) throws(FleetFailure) {
    loop.setDeadline(Self.timeoutToken, at: MonotonicClock.system.now() + nanoseconds)
    defer { loop.clearDeadline(Self.timeoutToken) }
    while true {
      let ready = try orFleetFailure(system: { () throws(SystemError) in try loop.wait() })
      read()
      if let end { throw .lost(end) }
      if ready.contains(where: { $0.token == Self.timeoutToken }) { return }
    }
  }

  /// Waits until an answer has come.
  private func wait() throws(FleetFailure) {
    loop.setDeadline(Self.timeoutToken, at: MonotonicClock.system.now() + Self.answerTimeout)
    defer { loop.clearDeadline(Self.timeoutToken) }
    while answers.isEmpty {
      let ready = try orFleetFailure(system: { () throws(SystemError) in try loop.wait() })
      read()
      if let violation { throw .notPermitted(violation) }
      if !answers.isEmpty { return }
      if let end { throw .lost(end) }
      if ready.contains(where: { $0.token == Self.timeoutToken }) { throw .lost("no answer within 5 s") }
    }
  }
}

/// Random hexadecimal digits.
func randomName(bytes: Int) -> String {
  (0..<bytes).map { _ in
    let byte = UInt8.random(in: 0...255)
    return (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}
