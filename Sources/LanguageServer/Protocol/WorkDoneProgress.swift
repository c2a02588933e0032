// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// The messages that tell of work that takes time.
enum WorkDoneProgress {
  static func begin(_ token: JSONValue, _ title: String) -> JSONValue {
    OutgoingMessage.notification("$/progress", ["token": token, "value": ["kind": "begin", "title": .string(title)]])
  }

  static func end(_ token: JSONValue) -> JSONValue {
    OutgoingMessage.notification("$/progress", ["token": token, "value": ["kind": "end"]])
  }
}

/// Shows progress while a bundle is read for the first time. A client has to accept a token before it gets any, so that one
/// is kept ready.
struct LoadProgress {
  private enum State {
    case unused
    /// The client is asked to accept the token.
    case asked(request: String)
    case ready
    /// The client knows that a bundle is being read.
    case begun
  }

  private var state = State.unused
  private var count = 0
  /// Until when the first bundle waits for the client's answer.
  private(set) var heldUntil: UInt64?
  private var hasWaited = false

  /// Nanoseconds that a client has for its answer.
  private static let maximumWait: UInt64 = 50_000_000

  /// The parameters of the request for the next token.
  var nextRequest: JSONValue { ["token": .string("livery-load-\(count + 1)")] }
  private var token: JSONValue { .string("livery-load-\(count)") }

  mutating func asked(by request: String) {
    count += 1
    state = .asked(request: request)
  }

  mutating func answered(_ id: JSONValue, isError: Bool) {
    guard case .asked(let request) = state, id.string == request else { return }
    state = isError ? .unused : .ready
    heldUntil = nil
  }

  /// Whether the bundle has to be read later: the client has not answered yet, or gets the beginning now.
  mutating func delays(_ directory: String, now: UInt64, _ outgoing: inout [JSONValue]) -> Bool {
    switch state {
    case .unused, .begun: return false
    case .asked:
      guard !hasWaited else { return false }
      hasWaited = true
      heldUntil = now + Self.maximumWait
      return true
    case .ready:
      outgoing.append(WorkDoneProgress.begin(token, "Reading \(directory)"))
      state = .begun
      return true
    }
  }

  mutating func endWaiting() { heldUntil = nil }

  /// Returns whether the end was reported to the client, so that a new token is needed.
  mutating func end(_ outgoing: inout [JSONValue]) -> Bool {
    guard case .begun = state else { return false }
    outgoing.append(WorkDoneProgress.end(token))
    state = .unused
    return true
  }
}
