// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// The events that one page has got: the sans-I/O half of a stream of Server-Sent Events (WHATWG HTML, section 9.2).
///
/// A stream that is read slowly is never queued for: when it has room, it gets one message with everything that its page lacks
/// (conflation). Its memory is one message.
package struct EventStream: Sendable {
  /// The time that a browser waits before it connects again, in milliseconds.
  static let retry = 500

  package let contexts: [Context]
  /// The steps that the page knows of each context; nil for none.
  private var known: [Int?]
  private var isBegun = false

  /// - Parameters:
  ///   - lastID: of the last event that the page got: the header `Last-Event-ID`.
  ///   - epoch: identifies the server; steps of a different server mean nothing.
  package init(contexts: [Context], lastID: String?, epoch: String) {
    self.contexts = contexts
    let step = lastID.flatMap { Self.step(in: $0, epoch: epoch) }
    known = Array(repeating: step, count: contexts.count)
  }

  /// The identifier of an event: the server's step that its page knows then.
  package static func identifier(epoch: String, step: Int) -> String { "\(epoch).\(step)" }

  private static func step(in identifier: String, epoch: String) -> Int? {
    guard let dot = identifier.utf8.firstIndex(of: UInt8(ascii: ".")), identifier[..<dot].utf8.elementsEqual(epoch.utf8)
    else { return nil }
    return Int(identifier[identifier.utf8.index(after: dot)...])
  }

  /// The bytes that the page lacks; nil when it knows everything.
  ///
  /// - Parameters:
  ///   - states: of the contexts, in their order; nil for one that is not shown yet.
  ///   - step: of the server.
  ///   - message: encodes a message, see `PageState.message(since:)`.
  package mutating func next(
    _ states: [PageState?], epoch: String, step: Int, message: (PageState, Int?) -> [UInt8]
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    if !isBegun { bytes += "retry: \(Self.retry)\n\n".utf8 }
    isBegun = true
    for (place, state) in states.enumerated() {
      guard let state, state.isReady || state.stale != nil else { continue }
      // A state without values, as of a context that the daemon refuses, has nothing to continue.
      if let known = known[place], state.step <= known, state.canContinue(from: known) || !state.isReady { continue }
      bytes += "data: ".utf8
      bytes += message(state, known[place])
      bytes += "\n\n".utf8
      known[place] = step
    }
    guard !bytes.isEmpty else { return nil }
    // The last event alone has an identifier: a page that loses its connection before has not got all of them.
    if known.contains(step) {
      bytes += "id: \(Self.identifier(epoch: epoch, step: step))\ndata: {\"type\":\"current\"}\n\n".utf8
    }
    return bytes
  }

  /// A comment, which keeps the connection alive and finds out whether it is.
  package static let ping = Array(": ping\n\n".utf8)
}
