// SPDX-License-Identifier: GPL-2.0-or-later

import CMicroHTTP
import LinuxIO
import PreviewPage

/// libmicrohttpd on the thread of an event loop: requests in, answers out. It knows nothing of themes.
final class HTTPServer {
  /// A request with its headers and its body.
  struct Request {
    var head: PageRequest
    var lastEventID: String?
    var arguments: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Whether the body has more than `maximumBody` bytes; `body` is empty then.
    var isTooLong = false
  }

  enum Answer {
    case bytes(status: Int, type: String, [UInt8])
    /// Server-Sent Events: the closure returns the next bytes, nil while there are none.
    case stream(next: () -> [UInt8]?)
  }

  static let maximumConnections: UInt32 = 256
  static let maximumStreams = 64
  /// Bytes of a request's body.
  static let maximumBody = 64 << 10
  /// Bytes of the line and the headers of a request.
  private static let maximumHead: UInt32 = 32 << 10
  /// Seconds of silence after which a connection without a stream ends.
  private static let timeout: UInt32 = 10
  /// Seconds between two signs of life of a stream.
  private static let pingInterval: UInt64 = 15

  private let loop: EventLoop
  /// The token of the loop; the next one is for signs of life, those from `firstStreamToken` on for streams.
  private let token: UInt64
  private var pingToken: UInt64 { token + 1 }
  private static let firstStreamToken: UInt64 = 1 << 32
  private let respond: (Request) -> Answer
  /// Called when a stream has ended.
  var streamEnded: () -> Void = {}
  private let owner: UInt32
  private var daemon: OpaquePointer?
  private var streams: [UInt64: HTTPStream] = [:]
  private var isRunning = false
  private var lastStream = HTTPServer.firstStreamToken
  private(set) var port: UInt16 = 0

  /// - Parameters:
  ///   - port: 0 for any.
  ///   - respond: called on the thread of the loop, for each whole request.
  init(port: UInt16, loop: EventLoop, token: UInt64, respond: @escaping (Request) -> Answer) throws(SystemError) {
    self.loop = loop
    self.token = token
    self.respond = respond
    owner = effectiveUser
    // The server outlives the daemon, which it stops before it ends.
    let context = Unmanaged.passUnretained(self).toOpaque()
    daemon = livery_http_start(
      port, Self.maximumConnections, Self.maximumHead, Self.timeout,
      { context, address, length in
        HTTPServer.from(context)?.accepts(address, length) == true ? livery_http_yes : livery_http_no
      },
      { context, connection, url, method, _, upload, uploadSize, state in
        guard let server = HTTPServer.from(context), let connection, let state, let uploadSize else {
          return livery_http_no
        }
        return server.handle(connection, url, method, upload, uploadSize, state)
      },
      { context, _, state, _ in HTTPServer.from(context)?.completed(state) },
      context)
    guard let daemon else {
      throw SystemError(call: "listen", errno: Errno(rawValue: livery_http_error()), path: "127.0.0.1:\(port)")
    }
    self.port = livery_http_port(daemon)
    try loop.register(foreignDescriptor: livery_http_descriptor(daemon), token: token, for: .reading)
    loop.setDeadline(pingToken, at: MonotonicClock.system.now() + Self.pingInterval * 1_000_000_000)
  }

  deinit { stop() }

  private static func from(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
  }

  var streamCount: Int { streams.count }

  /// Ends all connections.
  func stop() {
    guard let daemon else { return }
    // A suspended connection would keep the daemon.
    for stream in streams.values { stream.end() }
    try? loop.remove(foreignDescriptor: livery_http_descriptor(daemon))
    _ = livery_http_run(daemon)
    MHD_stop_daemon(daemon)
    self.daemon = nil
  }

  // MARK: The loop

  /// Whether an event of the loop was this server's.
  func handle(_ event: EventLoop.Ready) -> Bool {
    switch event.token {
    case token: run()
    case pingToken:
      loop.setDeadline(pingToken, at: MonotonicClock.system.now() + Self.pingInterval * 1_000_000_000)
      for stream in streams.values { stream.ping() }
      run()
    case Self.firstStreamToken...:
      // A browser sends nothing on a stream: it has closed it, or it never will.
      if let stream = streams[event.token] { stream.inputCame() }
      run()
    default: return false
    }
    return true
  }

  /// Sends each stream the changes that it lacks.
  func wakeStreams() {
    for stream in streams.values { stream.wake() }
    run()
  }

  private func run() {
    // An answer may wake streams: the library is not entered twice, and its descriptor says later that they wait.
    guard let daemon, !isRunning else { return }
    isRunning = true
    _ = livery_http_run(daemon)
    isRunning = false
    let timeout = livery_http_timeout(daemon)
    guard timeout >= 0 else { return loop.clearDeadline(token) }
    loop.setDeadline(token, at: MonotonicClock.system.now() + UInt64(timeout) * 1_000_000)
  }

  // MARK: Callbacks of the library

  /// Whether the other end of a connection belongs to the user of this process.
  private func accepts(_ address: UnsafePointer<sockaddr>?, _ length: socklen_t) -> Bool {
    guard let address, length >= MemoryLayout<sockaddr_in>.size, address.pointee.sa_family == AF_INET else {
      return false
    }
    // The family says that it is a sockaddr_in, and the length that it is whole.
    let peer = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    // The daemon accepts within `livery_http_start` only when there is a port.
    return (try? ownerOfLocalConnection(from: peer, to: port)) == owner
  }

  private func handle(
    _ connection: OpaquePointer, _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ upload: UnsafePointer<CChar>?, _ uploadSize: UnsafeMutablePointer<Int>,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Int32 {
    guard let known = state.pointee else {
      let exchange = HTTPExchange(HTTPExchange.request(connection, url, method))
      // `completed` releases it.
      state.pointee = Unmanaged.passRetained(exchange).toOpaque()
      return livery_http_yes
    }
    let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
    if uploadSize.pointee > 0, let upload {
      exchange.add(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee))
      uploadSize.pointee = 0
      return livery_http_yes
    }
    switch respond(exchange.request) {
    case .bytes(let status, let type, let body):
      let response = body.withUnsafeBytes { livery_http_response($0.baseAddress, $0.count) }
      return Self.queue(response, on: connection, status: status, type: type)
    case .stream(let next):
      guard streams.count < Self.maximumStreams else {
        let body = Array("too many pages are open\n".utf8)
        let response = body.withUnsafeBytes { livery_http_response($0.baseAddress, $0.count) }
        return Self.queue(response, on: connection, status: 503, type: "text/plain; charset=utf-8")
      }
      return open(exchange, connection, next)
    }
  }

  private func open(_ exchange: HTTPExchange, _ connection: OpaquePointer, _ next: @escaping () -> [UInt8]?) -> Int32 {
    lastStream += 1
    let stream = HTTPStream(connection, next: next)
    let token = lastStream
    streams[token] = stream
    exchange.stream = token
    livery_http_keep(connection)
    try? loop.register(foreignDescriptor: stream.descriptor, token: token, for: .reading)
    stream.stopListening = { [unowned self, descriptor = stream.descriptor] in
      try? loop.remove(foreignDescriptor: descriptor)
    }
    return Self.queue(stream.response, on: connection, status: 200, type: "text/event-stream; charset=utf-8")
  }

  private static func queue(
    _ response: OpaquePointer?, on connection: OpaquePointer, status: Int, type: String
  ) -> Int32 {
    guard let response else { return livery_http_no }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, "Content-Type", type)
    for (name, value) in PageRequest.securityHeaders { MHD_add_response_header(response, name, value) }
    if status == 405 { MHD_add_response_header(response, "Allow", "GET, HEAD") }
    return livery_http_queue(connection, UInt32(status), response)
  }

  private func completed(_ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
    guard let state, let known = state.pointee else { return }
    let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeRetainedValue()
    state.pointee = nil
    guard let token = exchange.stream, let stream = streams.removeValue(forKey: token) else { return }
    stream.closed()
    streamEnded()
  }
}
