// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import TextComparison
import ThemeModel
import Varlink

/// One stream of Register, from its call to its end: each message is checked against the state before it. Sans I/O.
///
/// A message that does not fit is a `Violation`: the stream ends, and the state before the message stays. Unknown members and
/// events are ignored, since a newer daemon may have more of them.
struct Session {
  /// A message that is malformed or does not follow from the state: the next stream cannot continue from the state.
  struct Violation: Error, Equatable {
    let reason: String
  }

  enum Event {
    /// A new state; `diagnostics` when they changed.
    case state(Theme.Snapshot, diagnostics: [Theme.Diagnostic]?)
    case diagnostics([Theme.Diagnostic])
    /// The daemon ends the stream, with the reason.
    case end(String)
    /// The daemon refuses the stream, or a user ended it, with the reason in words.
    case refused(Theme.Rejection, String)
    /// An event without a meaning here.
    case nothing
  }

  /// The state from which the next delta must start.
  private(set) var snapshot: Theme.Snapshot
  private let selectsEverything: Bool
  /// Until the first reply, which may be a delta from `snapshot` when the stream resumes.
  private var isFirst = true
  private let isResuming: Bool

  /// - Parameters:
  ///   - snapshot: the state that `since` named.
  ///   - options: those that were sent.
  init(resuming snapshot: Theme.Snapshot, _ options: Theme.Options) {
    self.snapshot = snapshot
    isResuming = true
    selectsEverything = options.select.isEmpty
  }

  /// A stream that begins with a snapshot.
  init(_ options: Theme.Options) {
    snapshot = .none
    isResuming = false
    selectsEverything = options.select.isEmpty
  }

  /// Applies one message without its NUL.
  mutating func apply(_ message: [UInt8]) throws(Violation) -> Event {
    let reply: ReplyEnvelope<JSONTapeValue>
    do throws(MalformedMessage) {
      guard let message = JSONTapeValue(parsing: message) else { throw MalformedMessage("a message is not JSON") }
      reply = try ReplyEnvelope(message)
    } catch {
      throw Violation(reason: error.reason)
    }
    if let name = reply.error {
      let parameters = reply.parameters.flatMap { JSONObject(decoding: $0) } ?? JSONObject()
      let error = CallError(name, parameters)
      return isFirst ? .refused(Theme.Rejection(error), error.sentence) : .end(error.sentence)
    }
    guard let parameters = reply.parameters, let news = ThemeInterface.Register.Reply(decoding: parameters),
      news.event != .other("")
    else { throw Violation(reason: "a reply has no event") }
    let event = try apply(news)
    switch event {
    case .end, .refused: return event
    case .state, .diagnostics, .nothing: break
    }
    guard reply.continues else { return .end("the daemon ended the stream") }
    return event
  }

  private mutating func apply(_ reply: ThemeInterface.Register.Reply) throws(Violation) -> Event {
    switch reply.event {
    case .snapshot:
      guard let message = reply.snapshot else { throw Violation(reason: "a snapshot is not complete") }
      snapshot = try Self.snapshot(message)
      isFirst = false
      return .state(snapshot, diagnostics: Self.diagnostics(reply.diagnostics ?? message.diagnostics))
    case .delta:
      guard let delta = reply.delta else { throw Violation(reason: "a delta is not complete") }
      try apply(delta)
      isFirst = false
      return .state(snapshot, diagnostics: Self.diagnostics(reply.diagnostics ?? delta.diagnostics))
    case .diagnostics:
      guard !isFirst else { throw Violation(reason: "the first reply holds no state") }
      return Self.diagnostics(reply.diagnostics).map(Event.diagnostics) ?? .nothing
    case .end:
      let reason = reply.reason ?? "the daemon ended the stream"
      return reason.hasPrefix("deregistered by ") ? .refused(.deregistered, reason) : .end(reason)
    case .other:
      // An event of a newer daemon. If it was about the state, the next delta will not fit.
      return .nothing
    }
  }

  // MARK: States

  static func snapshot(_ message: ThemeInterface.Snapshot) throws(Violation) -> Theme.Snapshot {
    guard !message.digest.isEmpty, message.constants.isObject, message.styles.isObject else {
      throw Violation(reason: "a snapshot is not complete")
    }
    let origin = Theme.Snapshot.Origin(
      bundle: message.bundle, dialect: message.dialect,
      context: message.context.map { Theme.Context($0) } ?? Theme.Context(), generation: message.generation,
      digest: message.digest, isUnsaved: message.unsaved ?? false, order: message.order ?? [])
    return Theme.Snapshot(origin: origin, values: ["constants": message.constants, "styles": message.styles])
  }

  private mutating func apply(_ delta: ThemeInterface.Delta) throws(Violation) {
    guard var origin = snapshot.origin, !isFirst || isResuming else {
      throw Violation(reason: "a delta came before the first snapshot")
    }
    guard !delta.digest.isEmpty else { throw Violation(reason: "a delta is not complete") }
    guard Bytewise(delta.bundle) == Bytewise(origin.bundle) else {
      throw Violation(reason: "a delta of the bundle `\(delta.bundle)` came for `\(origin.bundle)`")
    }
    guard delta.from == origin.generation, delta.to >= delta.from else {
      throw Violation(
        reason: "a delta from \(delta.from) to \(delta.to) came for generation \(origin.generation)")
    }
    var values = snapshot.values
    do throws(PatchFailure) {
      try values.apply(delta.patch)
    } catch {
      throw Violation(reason: "a patch cannot be applied: \(error.reason)")
    }
    try check(delta.digest, of: values, against: origin, isSameGeneration: isFirst && delta.from == delta.to)
    origin.context = delta.context.map { Theme.Context($0) } ?? origin.context
    origin.generation = delta.to
    origin.digest = delta.digest
    origin.isUnsaved = delta.unsaved ?? false
    origin.order = delta.order ?? origin.order
    snapshot = Theme.Snapshot(origin: origin, values: values)
  }

  /// The digest is opaque: it cannot be computed from the values. But it depends on the values alone: it changes exactly when the
  /// values change, and a new order of styles does not change it. Without `select`, this is checked against the patch, at the
  /// cost of the patch.
  private func check(
    _ digest: String, of values: Theme.Object, against origin: Theme.Snapshot.Origin, isSameGeneration: Bool
  ) throws(Violation) {
    guard selectsEverything || isSameGeneration else { return }
    let isSame = values == snapshot.values
    guard isSame == (Bytewise(digest) == Bytewise(origin.digest)) else {
      throw Violation(
        reason: isSame ? "a digest differs though nothing has changed" : "a digest does not belong to the content")
    }
  }

  /// Nil without a list. Incomplete diagnostics are left out.
  private static func diagnostics(_ list: [ThemeInterface.Diagnostic]?) -> [Theme.Diagnostic]? {
    list?.compactMap { Theme.Diagnostic($0) }
  }
}
