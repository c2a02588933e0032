// SPDX-License-Identifier: MIT

import JSONText
import TextComparison
import Varlink

/// One stream of Register, from its call to its end: what each message says, held against what was said before. Sans I/O.
///
/// Nothing that comes is believed: whatever does not fit is a `Violation`, after which this stream is over and the state is
/// as it was before that message. Members and events that are not known here are passed over, since a newer daemon may have
/// more of them.
struct Session {
  /// What came cannot follow from what came before, or is no message at all: the state cannot be carried on from here.
  struct Violation: Error, Equatable {
    let reason: String
  }

  enum Event {
    /// There is a new state; `diagnostics` when they changed.
    case state(Theme.Snapshot, diagnostics: [Theme.Diagnostic]?)
    case diagnostics([Theme.Diagnostic])
    /// The daemon ends the stream, and why.
    case end(String)
    /// The daemon does not let the stream begin, or ended it for good, and why in words.
    case refused(Theme.Rejection, String)
    /// Nothing that concerns us.
    case nothing
  }

  /// The state that the next delta has to stand on.
  private(set) var snapshot: Theme.Snapshot
  private let selectsEverything: Bool
  /// Set until the first reply: it may be a delta from `snapshot`, if that was asked for.
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

  /// Takes over one message without its NUL.
  mutating func take(_ message: [UInt8]) throws(Violation) -> Event {
    guard let message = MessageValue(parsing: message), message.isObject else {
      throw Violation(reason: "a message is not a JSON object")
    }
    if let error = message["error"] {
      let text = Self.text(of: error, message["parameters"])
      return isFirst ? .refused(Self.rejection(error), text) : .end(text)
    }
    guard let reply = message["parameters"], reply.isObject, let event = reply["event"]?.string else {
      throw Violation(reason: "a reply has no event")
    }
    let taken = try take(event, reply)
    let continues = message["continues"]?.bool ?? false
    switch taken {
    case .end, .refused: return taken
    case .state, .diagnostics, .nothing: break
    }
    guard continues else { return .end("the daemon ended the stream") }
    return taken
  }

  private mutating func take(_ event: String, _ reply: MessageValue) throws(Violation) -> Event {
    switch event {
    case "snapshot":
      snapshot = try Self.snapshot(reply["snapshot"])
      isFirst = false
      return .state(snapshot, diagnostics: Self.diagnostics(reply))
    case "delta":
      guard let delta = reply["delta"] else { throw Violation(reason: "a reply has no delta") }
      try take(delta: delta)
      isFirst = false
      return .state(snapshot, diagnostics: Self.diagnostics(reply) ?? Self.diagnostics(delta))
    case "diagnostics":
      guard !isFirst else { throw Violation(reason: "the first reply holds no state") }
      return Self.diagnostics(reply).map(Event.diagnostics) ?? .nothing
    case "end":
      let reason = reply["reason"]?.string ?? "the daemon ended the stream"
      return reason.hasPrefix("deregistered by ") ? .refused(.deregistered, reason) : .end(reason)
    default:
      // An event of a newer daemon. If it was about the state, the next delta will not fit.
      return .nothing
    }
  }

  // MARK: States

  static func snapshot(_ message: MessageValue?) throws(Violation) -> Theme.Snapshot {
    guard let message, let bundle = message["bundle"]?.string, let generation = message["generation"]?.integer,
      let digest = message["digest"]?.string, !digest.isEmpty,
      case .object(let constants)? = message["constants"].map({ Theme.Value($0) }),
      case .object(let styles)? = message["styles"].map({ Theme.Value($0) })
    else { throw Violation(reason: "a snapshot is not whole") }
    let origin = Theme.Snapshot.Origin(
      bundle: bundle, dialect: message["dialect"]?.string,
      context: message["context"].map { Theme.Context($0) } ?? Theme.Context(), generation: generation, digest: digest)
    return Theme.Snapshot(origin: origin, values: ["constants": .object(constants), "styles": .object(styles)])
  }

  private mutating func take(delta: MessageValue) throws(Violation) {
    guard var origin = snapshot.origin, !isFirst || isResuming else {
      throw Violation(reason: "a delta came before the first snapshot")
    }
    guard let from = delta["from"]?.integer, let to = delta["to"]?.integer, let digest = delta["digest"]?.string,
      !digest.isEmpty, let patch = delta["patch"]?.elements, let bundle = delta["bundle"]?.string
    else { throw Violation(reason: "a delta is not whole") }
    guard Bytewise(bundle) == Bytewise(origin.bundle) else {
      throw Violation(reason: "a delta of the bundle `\(bundle)` came for `\(origin.bundle)`")
    }
    guard from == origin.generation, to >= from else {
      throw Violation(reason: "a delta from \(from) to \(to) came for generation \(origin.generation)")
    }
    var values = snapshot.values
    do throws(PatchFailure) {
      try values.apply(patch)
    } catch {
      throw Violation(reason: "a patch cannot be applied: \(error.reason)")
    }
    try check(digest, of: values, against: origin, isSameGeneration: isFirst && from == to)
    origin.context = delta["context"].map { Theme.Context($0) } ?? origin.context
    origin.generation = to
    origin.digest = digest
    snapshot = Theme.Snapshot(origin: origin, values: values)
  }

  /// The digest is opaque, so that it cannot be made again from the values. But it is of the content alone: it is another
  /// one exactly when the content is. That can be held against the patch at the cost of the patch, as long as all of the
  /// content is here.
  private func check(
    _ digest: String, of values: Theme.Object, against origin: Theme.Snapshot.Origin, isSameGeneration: Bool
  ) throws(Violation) {
    guard selectsEverything || isSameGeneration else { return }
    let isSame = values == snapshot.values
    guard isSame == (Bytewise(digest) == Bytewise(origin.digest)) else {
      throw Violation(
        reason: isSame ? "a digest differs though nothing has changed" : "a digest is that of another content")
    }
  }

  // MARK: Words

  /// Nil when there is no list. What is no diagnostic is left out of it.
  private static func diagnostics(_ reply: MessageValue) -> [Theme.Diagnostic]? {
    reply["diagnostics"]?.elements?.compactMap { Theme.Diagnostic($0) }
  }

  private static func rejection(_ error: MessageValue) -> Theme.Rejection {
    switch error.string {
    case "io.livery.Theme.BundleNotFound": .bundleNotFound
    case "io.livery.Theme.BundleRequired": .bundleRequired
    case "io.livery.Theme.LimitExceeded": .limitExceeded
    default: .other
    }
  }

  /// An error as a sentence.
  private static func text(of error: MessageValue, _ parameters: MessageValue?) -> String {
    let name = error.string ?? "an error without a name"
    switch name {
    case "io.livery.Theme.BundleNotFound":
      return "the daemon does not serve the bundle `\(parameters?["bundle"]?.string ?? "")`"
    case "io.livery.Theme.BundleRequired":
      let names = parameters?["bundles"]?.elements?.compactMap(\.string) ?? []
      return "the daemon serves several bundles; name one of them: \(names.joined(separator: ", "))"
    case "io.livery.Theme.LimitExceeded":
      return "the daemon's limit `\(parameters?["limit"]?.string ?? "")` is reached"
    case "org.varlink.service.InvalidParameter":
      return "the daemon does not take `\(parameters?["parameter"]?.string ?? "")` as it was given"
    default: return "the daemon answers \(name)"
    }
  }
}
