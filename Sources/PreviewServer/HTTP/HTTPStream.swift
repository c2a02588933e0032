// SPDX-License-Identifier: GPL-2.0-or-later

import CMicroHTTP
import PreviewPage

/// A body without an end, made when the connection has room for it.
final class HTTPStream {
  /// The response, which the library reads by `read`.
  private(set) var response: OpaquePointer?
  let descriptor: Int32
  /// Stops waiting for input.
  var stopListening: () -> Void = {}
  private let connection: OpaquePointer
  private let next: () -> [UInt8]?
  private var unsent: ArraySlice<UInt8> = []
  private var isSuspended = false
  private var isListening = true
  private var isEnded = false

  /// Bytes that the library asks for at once.
  private static let block = 16 << 10

  init(_ connection: OpaquePointer, next: @escaping () -> [UInt8]?) {
    self.connection = connection
    self.next = next
    descriptor = livery_http_socket(connection)
    // The response holds the stream until its own end.
    let context = Unmanaged.passRetained(self).toOpaque()
    response = MHD_create_response_from_callback(
      livery_http_unknown_size, Self.block,
      { context, _, buffer, room in
        guard let context, let buffer else { return livery_http_end_with_error }
        return Unmanaged<HTTPStream>.fromOpaque(context).takeUnretainedValue().read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
      }, context,
      { context in
        if let context { Unmanaged<HTTPStream>.fromOpaque(context).release() }
      })
    if response == nil { Unmanaged<HTTPStream>.fromOpaque(context).release() }
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if isEnded { return livery_http_end_with_error }
    if unsent.isEmpty { unsent = (next() ?? [])[...] }
    guard !unsent.isEmpty else {
      isSuspended = true
      MHD_suspend_connection(connection)
      return 0
    }
    let count = min(buffer.count, unsent.count)
    unsent.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
    unsent = unsent.dropFirst(count)
    return count
  }

  /// Makes the library ask for more.
  func wake() {
    guard isSuspended else { return }
    isSuspended = false
    MHD_resume_connection(connection)
  }

  func ping() {
    guard isSuspended else { return }
    unsent += EventStream.ping
    wake()
  }

  func inputCame() {
    switch livery_http_peer_state(descriptor) {
    case 0: end()
    case 1: silence()
    default: break
    }
  }

  func end() {
    isEnded = true
    wake()
    silence()
  }

  private func silence() {
    if isListening { stopListening() }
    isListening = false
  }

  /// The library has ended the connection, and is about to close its descriptor.
  func closed() {
    isSuspended = false
    isEnded = true
    silence()
  }
}
