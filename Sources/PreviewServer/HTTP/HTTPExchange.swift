// SPDX-License-Identifier: GPL-2.0-or-later

import CMicroHTTP
import PreviewPage

/// A request while it arrives.
final class HTTPExchange {
  private(set) var request: HTTPServer.Request
  /// The stream that answers it.
  var stream: UInt64?

  init(_ request: HTTPServer.Request) { self.request = request }

  func add(_ bytes: UnsafeRawBufferPointer) {
    guard !request.isTooLong, request.body.count + bytes.count <= HTTPServer.maximumBody else {
      request.isTooLong = true
      request.body = []
      return
    }
    request.body += bytes
  }

  static func request(
    _ connection: OpaquePointer, _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?
  ) -> HTTPServer.Request {
    func header(_ name: String) -> String? { livery_http_header(connection, name).map { String(cString: $0) } }
    let head = PageRequest(
      method: method.map { String(cString: $0) } ?? "", path: url.map { String(cString: $0) } ?? "",
      host: header("Host"), origin: header("Origin"), fetchSite: header("Sec-Fetch-Site"),
      fetchMode: header("Sec-Fetch-Mode"), fetchDestination: header("Sec-Fetch-Dest"),
      contentType: header("Content-Type"))
    var request = HTTPServer.Request(head: head, lastEventID: header("Last-Event-ID"))
    withUnsafeMutablePointer(to: &request.arguments) { arguments in
      livery_http_arguments(
        connection,
        { arguments, _, name, value in
          guard let arguments, let name else { return livery_http_yes }
          // It is the array below, for the time of this call.
          arguments.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(
            (String(cString: name), value.map { String(cString: $0) } ?? ""))
          return livery_http_yes
        }, arguments)
    }
    return request
  }
}
