// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine
import ThemeModel

/// A bundle in one context: what was published there, and the consumers that follow it.
///
/// A consumer that still has something to read is passed by; when it is ready it gets the difference between what it was
/// last sent and what is current then. So a slow consumer costs no memory but the message in flight, whatever happens
/// meanwhile.
final class Channel {
  /// What a consumer is owed, by the way from what it holds to what is current.
  enum Message {
    case nothing
    case diagnostics(ArraySlice<UInt8>)
    case delta(ArraySlice<UInt8>)
    case snapshot(ArraySlice<UInt8>)
    /// It has more bytes than this limit allows.
    case tooLong(Excess)
  }

  /// Why a consumer cannot be served any more.
  enum Excess: Hashable {
    /// No message may be as long.
    case message
    /// So much must not wait for a consumer that reads slowly.
    case queue
  }

  /// Consumers with equal keys get the same bytes.
  private struct Key: Hashable {
    let mode: Consumer.Mode
    let selection: Selection
    let sent: Int
    let told: Int
    let isConflated: Bool
  }

  struct Counters {
    var deltasSent = 0
    /// Deltas that stand for more than one generation.
    var conflated = 0
    var encoded = 0

    static func + (left: Counters, right: Counters) -> Counters {
      Counters(
        deltasSent: left.deltasSent + right.deltasSent, conflated: left.conflated + right.conflated,
        encoded: left.encoded + right.encoded)
    }
  }

  let context: Context
  private(set) var current: Snapshot
  private(set) var counters = Counters()
  private(set) var consumers: [Consumer] = []
  /// The newest comes last; the current one is part of it.
  private var history: [Snapshot]
  private let limits: Limits
  /// Encoded once for all, of the current generation.
  private var messages: [Key: Message] = [:]
  /// The first reply to the last who came without `since`, of the current generation: many come at once, for the same.
  private var lastWelcome: (selection: Selection, body: ArraySlice<UInt8>)?

  /// Longer messages are not kept for those that come late.
  private static let keptMessage = 1 << 16
  /// A shorter delta is sent however short the state is that it leads to.
  private static let shortDelta = 1 << 12

  init(_ snapshot: Snapshot, limits: Limits) {
    context = snapshot.context
    current = snapshot
    history = [snapshot]
    self.limits = limits
  }

  /// Makes a snapshot the current one and sends everybody what is owed.
  ///
  /// - Returns: the consumers that cannot be served any more.
  func advance(to snapshot: Snapshot) -> [(Consumer, Excess)] {
    current = snapshot
    if history.count == max(limits.resume, 1) { history.removeFirst() }
    history.append(snapshot)
    messages.removeAll(keepingCapacity: true)
    lastWelcome = nil
    let overdue = consumers.compactMap { consumer in deliver(to: consumer).map { (consumer, $0) } }
    messages = messages.filter { $0.value.count <= Self.keptMessage }
    return overdue
  }

  /// Sends a consumer what it is owed, unless it still has something to read. Returns why that cannot be done.
  func deliver(to consumer: Consumer) -> Excess? {
    guard consumer.generationSeen != current.generation, consumer.connection.unsentCount == 0 else { return nil }
    let isConflated = current.generation - consumer.generationSeen > 1
    switch message(for: consumer, isConflated: isConflated) {
    case .nothing: consumer.note(seen: current)
    case .diagnostics(let body):
      consumer.note(told: current)
      consumer.send(body)
    case .delta(let body), .snapshot(let body):
      consumer.note(sent: current)
      counters.deltasSent += 1
      if isConflated { counters.conflated += 1 }
      consumer.send(body)
    case .tooLong(let excess): return excess
    }
    return nil
  }

  private func message(for consumer: Consumer, isConflated: Bool) -> Message {
    // Where it comes from is another context's state: nobody shares the way from there.
    if consumer.hasMoved { return makeMessage(for: consumer, isConflated: isConflated) }
    let key = Key(
      mode: consumer.mode, selection: consumer.selection, sent: consumer.sent.generation,
      told: consumer.told.generation, isConflated: isConflated)
    if let message = messages[key] { return message }
    let message = makeMessage(for: consumer, isConflated: isConflated)
    messages[key] = message
    return message
  }

  private func makeMessage(for consumer: Consumer, isConflated: Bool) -> Message {
    let news = consumer.told.diagnostics == current.diagnostics ? nil : current.diagnostics
    var delta = current.delta(from: consumer.sent, selecting: consumer.selection)
    guard !delta.patch.isEmpty || consumer.hasMoved else {
      guard let news else { return .nothing }
      return bounded(.diagnostics(encode(.diagnostics(news))), isConflated: isConflated)
    }
    let snapshot = StreamReply.snapshot(current, selecting: consumer.selection, diagnostics: nil)
    switch consumer.mode {
    case .delta:
      delta.diagnostics = news
      let body = encode(.delta(delta, diagnostics: nil))
      // What waited long may be longer than the state that it leads to.
      let isLong = isConflated && body.count > Self.shortDelta || body.count > limits.message
      if isLong, let shorter = snapshot.body(shorterThan: body.count) {
        return bounded(.snapshot(shorter), isConflated: isConflated)
      }
      return bounded(.delta(body), isConflated: isConflated)
    case .snapshot:
      return bounded(.snapshot(encode(snapshot)), isConflated: isConflated)
    }
  }

  private func encode(_ reply: StreamReply) -> ArraySlice<UInt8> {
    counters.encoded += 1
    return reply.body()
  }

  private func bounded(_ message: Message, isConflated: Bool = false) -> Message {
    if message.count > limits.message { return .tooLong(.message) }
    if isConflated, message.count > limits.queue { return .tooLong(.queue) }
    return message
  }

  // MARK: Coming and going

  /// The first reply to a consumer that came with `since`, or without.
  func welcome(
    _ selection: Selection, _ mode: Consumer.Mode, since: (generation: Int, digest: String)?
  ) -> Message {
    if mode == .delta, let since,
      let held = history.last(where: { $0.generation == since.generation && $0.digest == since.digest })
    {
      let delta = current.delta(from: held, selecting: selection)
      return bounded(.delta(encode(.delta(delta, diagnostics: current.diagnostics))))
    }
    if let lastWelcome, lastWelcome.selection == selection { return bounded(.snapshot(lastWelcome.body)) }
    let body = encode(.snapshot(current, selecting: selection, diagnostics: current.diagnostics))
    if body.count <= Self.keptMessage { lastWelcome = (selection, body) }
    return bounded(.snapshot(body))
  }

  func add(_ consumer: Consumer) {
    consumers.append(consumer)
  }

  func remove(_ consumer: Consumer) {
    consumers.removeAll { $0 === consumer }
  }
}

extension Channel.Message {
  /// Bytes.
  fileprivate var count: Int {
    switch self {
    case .nothing, .tooLong: 0
    case .diagnostics(let body), .delta(let body), .snapshot(let body): body.count
    }
  }
}

extension Channel.Excess {
  /// For the consumer.
  func reason(_ limits: Limits) -> String {
    switch self {
    case .message: "the limit `message` is reached: it would have more than \(limits.message) bytes; select less"
    case .queue: "the limit `queue` is reached: more than \(limits.queue) bytes wait; read faster, or select less"
    }
  }
}
