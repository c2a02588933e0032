// SPDX-License-Identifier: GPL-2.0-or-later

import CNATS
import FleetModel
import LinuxIO

/// A connection to a NATS server: requests, their answers, and messages of subscriptions.
///
/// One thread uses it; libnats reads the socket in threads of its own. A connection that is lost stays lost: its owner makes another
/// one, and reads everything anew.
final class NATSConnection {
  /// A message that asks for an answer.
  struct Request {
    var subject: String
    var bytes: [UInt8] = []
    /// The sequence that the last message on the subject must have; nil for any.
    var expectedLast: UInt64?
  }

  private static let connectTimeout: Int64 = 2_000
  /// Milliseconds. Two lost pings end a connection.
  private static let pingInterval: Int64 = 2_000
  /// Nanoseconds without an answer after which a connection counts as lost.
  private static let answerTimeout: UInt64 = 5_000_000_000
  /// Requests, and their bytes, that wait for answers at a time.
  private static let maximumOpenRequests = 64
  private static let maximumOpenBytes = 4 << 20

  let maximumPayload: Int
  /// Subjects of messages that came, in order.
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
    // Callbacks may come late, from threads of libnats. So the mailbox of a connection lives as long as the process.
    closure = Unmanaged.passRetained(mailbox).toOpaque()
    var made: OpaquePointer?
    var status = Self.connect(options, closure, &made)
    // libnats 3.4 makes a wrong signature for one nonce of about 75, with a right key. A second nonce is another one.
    for _ in 0..<2 where status == NATS_CONNECTION_AUTH_FAILED && options.hasKey {
      status = Self.connect(options, closure, &made)
    }
    guard status == NATS_OK, let made else {
      throw .unreachable("\(options.addresses.map(\.text).joined(separator: ", ")): \(Self.text(of: status))")
    }
    connection = made
    maximumPayload = Int(natsConnection_GetMaxPayload(made))
    inbox = "_INBOX.\(randomName(bytes: 12))"
    try subscribe("\(inbox).*", closure, onAnswer)
  }

  private let closure: UnsafeMutableRawPointer
  private static let arrivalToken: UInt64 = 0
  private static let timeoutToken: UInt64 = 1

  deinit {
    for subscription in subscriptions { natsSubscription_Destroy(subscription) }
    natsConnection_Destroy(connection)
  }

  /// Readable when something has come; `read` takes it.
  var waker: Waker { mailbox.waker }

  // MARK: Connecting

  private static func connect(
    _ options: ConnectionOptions, _ closure: UnsafeMutableRawPointer, _ connection: inout OpaquePointer?
  ) -> natsStatus {
    var made: OpaquePointer?
    var status = natsOptions_Create(&made)
    guard status == NATS_OK, let made else { return status }
    defer { natsOptions_Destroy(made) }
    func set(_ call: () -> natsStatus) { if status == NATS_OK { status = call() } }
    set { setServers(options.addresses.map(\.text), of: made) }
    set { natsOptions_SetName(made, options.name) }
    set { natsOptions_SetTimeout(made, connectTimeout) }
    set { natsOptions_SetAllowReconnect(made, false) }
    set { natsOptions_SetIgnoreDiscoveredServers(made, true) }
    set { natsOptions_SetPingInterval(made, pingInterval) }
    set { natsOptions_SetMaxPingsOut(made, 2) }
    set { natsOptions_SetNoEcho(made, true) }
    set { natsOptions_SetSendAsap(made, true) }
    set { natsOptions_SetClosedCB(made, onClosed, closure) }
    set { natsOptions_SetErrorHandler(made, onError, closure) }
    if options.hasTLS { set { natsOptions_SetSecure(made, true) } }
    if let file = options.authority { set { natsOptions_LoadCATrustedCertificates(made, file) } }
    if let certificate = options.certificate, let key = options.key {
      set { natsOptions_LoadCertificatesChain(made, certificate, key) }
    }
    if let file = options.credentials { set { natsOptions_SetUserCredentialsFromFiles(made, file, nil) } }
    if let file = options.nkey {
      let seed = (try? readFile(file, limit: 4_096)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let words = seed.split(whereSeparator: \.isWhitespace)
      // The file has the public key and the seed, in any order.
      let key = words.first { $0.hasPrefix("U") } ?? ""
      set { natsOptions_SetNKeyFromSeed(made, String(key), file) }
    }
    set { natsConnection_Connect(&connection, made) }
    return status
  }

  private static func text(of status: natsStatus) -> String {
    var last = status
    // A string of this thread, valid until its next call of libnats.
    let detail = nats_GetLastError(&last).map { String(cString: $0) } ?? ""
    let name = natsStatus_GetText(status).map { String(cString: $0) } ?? "unknown error"
    // The detail begins with a place in the source of the library.
    let place = detail.hasPrefix("(") ? detail.prefix { $0 != ")" }.count + 3 : 0
    let reason = String(quoted(String(detail.dropFirst(place))).dropFirst().dropLast())
    return reason.isEmpty || last != status || reason == name ? name : "\(name): \(reason)"
  }

  /// Subscribes to a subject: `messages` has those that come.
  func subscribe(to subject: String) throws(FleetFailure) { try subscribe(subject, closure, onMessage) }

  private func subscribe(
    _ subject: String, _ closure: UnsafeMutableRawPointer, _ handler: natsMsgHandler
  ) throws(FleetFailure) {
    var made: OpaquePointer?
    let status = natsConnection_Subscribe(&made, connection, subject, handler, closure)
    guard status == NATS_OK, let made else { throw .lost(Self.text(of: status)) }
    natsSubscription_SetPendingLimits(made, -1, -1)
    subscriptions.append(made)
  }

  /// The server, for messages.
  var serverText: String {
    var text = [CChar](repeating: 0, count: 256)
    guard natsConnection_GetConnectedUrl(connection, &text, text.count) == NATS_OK else { return "to a server" }
    return "to \(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))"
  }

  // MARK: Messages

  /// Takes what has come.
  func read() {
    for item in mailbox.take() {
      switch item {
      case .answer(let request, let answer): answers[request] = answer
      case .message(let subject): messages.append(subject)
      case .violation(let text): violation = text
      case .closed(let reason): end = end ?? reason
      }
    }
  }

  func takeMessages() -> [String] {
    defer { messages.removeAll() }
    return messages
  }

  /// Sends a message that nobody answers.
  func publish(_ subject: String, _ bytes: [UInt8]) throws(FleetFailure) {
    let status = bytes.withUnsafeBytes { natsConnection_Publish(connection, subject, $0.baseAddress, Int32($0.count)) }
    guard status == NATS_OK else { throw .lost(Self.text(of: status)) }
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
    guard status == NATS_OK else { throw .lost(Self.text(of: status)) }
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

/// The library chooses among the addresses at random.
private func setServers(_ addresses: [String], of options: OpaquePointer) -> natsStatus {
  let texts = addresses.map { $0.utf8CString.map(\.self) }
  let bytes = texts.flatMap(\.self)
  return bytes.withUnsafeBufferPointer { buffer in
    // Each text ends with a NUL inside the buffer, which lives during the call.
    var start = buffer.baseAddress
    var pointers: [UnsafePointer<CChar>?] = []
    for text in texts {
      pointers.append(start)
      start = start?.advanced(by: text.count)
    }
    return natsOptions_SetServers(options, &pointers, Int32(pointers.count))
  }
}

// MARK: Callbacks, on threads of libnats

private let onAnswer: natsMsgHandler = { _, _, message, closure in
  guard let message, let closure else { return }
  defer { natsMsg_Destroy(message) }
  // The subject ends with the number of the request.
  let subject = String(cString: natsMsg_GetSubject(message))
  guard let number = subject.utf8.split(separator: UInt8(ascii: ".")).last.flatMap({ Int(String(Substring($0))) })
  else { return }
  mailbox(closure).put(.answer(request: number, Answer(message)))
}

private let onMessage: natsMsgHandler = { _, _, message, closure in
  guard let message, let closure else { return }
  defer { natsMsg_Destroy(message) }
  mailbox(closure).put(.message(subject: String(cString: natsMsg_GetSubject(message))))
}

private let onClosed: natsConnectionHandler = { connection, closure in
  guard let closure else { return }
  mailbox(closure).put(.closed(lastError(of: connection) ?? "the server closed it"))
}

private let onError: natsErrHandler = { connection, _, status, closure in
  guard let closure, status == NATS_NOT_PERMITTED else { return }
  mailbox(closure).put(.violation(lastError(of: connection) ?? "permission violation"))
}

/// The connection holds the mailbox for as long as callbacks may come.
private func mailbox(_ closure: UnsafeMutableRawPointer) -> Mailbox {
  Unmanaged<Mailbox>.fromOpaque(closure).takeUnretainedValue()
}

private func lastError(of connection: OpaquePointer?) -> String? {
  var text: UnsafePointer<CChar>?
  guard natsConnection_GetLastError(connection, &text) != NATS_OK, let text else { return nil }
  let words = String(cString: text)
  return words.isEmpty ? nil : words
}

extension Answer {
  fileprivate init(_ message: OpaquePointer) {
    let count = Int(natsMsg_GetDataLength(message))
    // The data lives as long as the message.
    bytes =
      natsMsg_GetData(message).map { data in
        Array(UnsafeRawBufferPointer(start: data, count: count))
      } ?? []
    func header(_ name: String) -> String? {
      var text: UnsafePointer<CChar>?
      guard natsMsgHeader_Get(message, name, &text) == NATS_OK, let text else { return nil }
      return String(cString: text)
    }
    status = header("Status").flatMap { Int($0) }
    sequence = header("Nats-Sequence").flatMap { UInt64($0) }
    time = header("Nats-Time-Stamp").flatMap(secondsSince1970(of:))
  }
}

/// Random hexadecimal digits.
func randomName(bytes: Int) -> String {
  (0..<bytes).map { _ in
    let byte = UInt8.random(in: 0...255)
    return (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}
