// SPDX-License-Identifier: GPL-2.0-or-later

/// The parts of a browser's request by which it is allowed and answered.
package struct PageRequest: Sendable {
  package var method: String
  /// Without the query, as it was sent.
  package var path: String
  package var host: String?
  package var origin: String?
  /// `Sec-Fetch-Site` and its companions: browsers send them, pages cannot change them.
  package var fetchSite: String?
  package var fetchMode: String?
  package var fetchDestination: String?
  package var contentType: String?

  package init(
    method: String = "GET", path: String, host: String? = nil, origin: String? = nil, fetchSite: String? = nil,
    fetchMode: String? = nil, fetchDestination: String? = nil, contentType: String? = nil
  ) {
    self.method = method
    self.path = path
    self.host = host
    self.origin = origin
    self.fetchSite = fetchSite
    self.fetchMode = fetchMode
    self.fetchDestination = fetchDestination
    self.contentType = contentType
  }

  /// The requested part of the page.
  package enum Route: Sendable, Hashable {
    case page, style, script, picture, events, card
    case action(Action)
  }

  /// A change of the bundle.
  package enum Action: String, Sendable, CaseIterable { case set, drop, keep }

  /// Why a request is not answered.
  package enum Refusal: Int, Error, Sendable {
    case forbidden = 403
    /// No such page, or not with this token: both look alike.
    case notFound = 404
    case wrongMethod = 405
    case wrongContentType = 415
    /// The request names a different server, by a name that was made to point here (DNS rebinding).
    case misdirected = 421
  }

  /// Finds the route of the request.
  ///
  /// - Throws: the first rule that the request breaks: the host, the origin, the site, the token, the method, the type.
  package func route(token: PageToken) throws(Refusal) -> Route {
    guard let host, Self.isLocal(host) else { throw .misdirected }
    if let origin, !Self.isSame(origin, as: "http://" + host) { throw .forbidden }
    let route = try find(token)
    if let fetchSite, fetchSite != "same-origin", fetchSite != "none" {
      // A link elsewhere may open the page, as the file of `--open` does. All other requests must come from the page.
      guard route == .page, fetchMode == "navigate", fetchDestination == "document" else { throw .forbidden }
    }
    guard case .action = route else {
      guard method == "GET" || method == "HEAD" else { throw .wrongMethod }
      return route
    }
    guard method == "POST" else { throw .wrongMethod }
    guard origin != nil, fetchSite == "same-origin" else { throw .forbidden }
    guard Self.isJSON(contentType) else { throw .wrongContentType }
    return route
  }

  private func find(_ token: PageToken) throws(Refusal) -> Route {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    guard segments.count == 3, segments[0].isEmpty, token.matches(segments[1]) else { throw .notFound }
    switch segments[2] {
    case "": return .page
    case "page.css": return .style
    case "page.js": return .script
    case "still.svg": return .picture
    case "events": return .events
    case "card": return .card
    default:
      guard let action = Action(rawValue: String(segments[2])) else { throw .notFound }
      return .action(action)
    }
  }

  /// Whether a host is this machine: one of its own names, with any port.
  static func isLocal(_ host: String) -> Bool {
    let lower = host.lowercased()
    let names = ["127.0.0.1", "localhost", "[::1]"]
    return names.contains { name in
      guard lower.hasPrefix(name) else { return false }
      let rest = lower.utf8.dropFirst(name.utf8.count)
      guard let colon = rest.first else { return true }
      let digits = rest.dropFirst()
      return colon == UInt8(ascii: ":") && (1...5).contains(digits.count)
        && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }

  private static func isSame(_ text: String, as other: String) -> Bool {
    Array(text.lowercased().utf8) == Array(other.lowercased().utf8)
  }

  private static func isJSON(_ type: String?) -> Bool {
    let type = (type ?? "").lowercased()
    return type == "application/json" || type.hasPrefix("application/json;")
  }
}

extension PageRequest {
  /// The headers of every answer.
  package static let securityHeaders: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}
