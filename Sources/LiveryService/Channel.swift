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
    case state(ArraySlice<UInt8>)
    /// It has more bytes than a message may have.
    case tooLong
  }

  /// Consumers with equal keys get the same bytes.
  private struct Key: Hashable {
    let mode: Consumer.Mode
    let selection: Selection
    let sent: Int
    let told: Int
  }

  struct Counters {
    var deltasSent = 0
    /// Deltas that stand for more than one generation.
    var conflated = 0

    static func + (left: Counters, right: Counters) -> Counters {
      Counters(deltasSent: left.deltasSent + right.deltasSent, conflated: left.conflated + right.conflated)
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

  /// Longer messages are not kept for those that come late.
  private static let keptMessage = 1 << 16

  init(_ snapshot: Snapshot, limits: Limits) {
    context = snapshot.context
    current = snapshot
    history = [snapshot]
    self.limits = limits
  }

  /// Makes a snapshot the current one and sends everybody what is owed.
  ///
  /// - Returns: the consumers that cannot be served any more, since their message would be too long.
  func advance(to snapshot: Snapshot) -> [Consumer] {
    current = snapshot
    if history.count == max(limits.resume, 1) { history.removeFirst() }
    history.append(snapshot)
    messages.removeAll(keepingCapacity: true)
    let overdue = consumers.filter { !deliver(to: $0) }
    messages = messages.filter { $0.value.count <= Self.keptMessage }
    return overdue
  }

  /// Sends a consumer what it is owed, unless it still has something to read. False when that would be too long.
  func deliver(to consumer: Consumer) -> Bool {
    guard consumer.generationSeen != current.generation, consumer.connection.unsentCount == 0 else { return true }
    let skipped = current.generation - consumer.generationSeen > 1
    switch message(for: consumer) {
    case .nothing: consumer.note(seen: current)
    case .diagnostics(let body):
      consumer.note(told: current)
      consumer.send(body)
    case .state(let body):
      consumer.note(sent: current)
      counters.deltasSent += 1
      if skipped { counters.conflated += 1 }
      consumer.send(body)
    case .tooLong: return false
    }
    return true
  }

  private func message(for consumer: Consumer) -> Message {
    // Where it comes from is another context's state: nobody shares the way from there.
    if consumer.hasMoved { return makeMessage(for: consumer) }
    let key = Key(
      mode: consumer.mode, selection: consumer.selection, sent: consumer.sent.generation,
      told: consumer.told.generation)
    if let message = messages[key] { return message }
    let message = makeMessage(for: consumer)
    messages[key] = message
    return message
  }

  private func makeMessage(for consumer: Consumer) -> Message {
    let news = consumer.told.diagnostics == current.diagnostics ? nil : current.diagnostics
    var delta = current.delta(from: consumer.sent, selecting: consumer.selection)
    guard !delta.patch.isEmpty || consumer.hasMoved else {
      guard let news else { return .nothing }
      return bounded(.diagnostics(StreamReply.diagnostics(news).body()))
    }
    switch consumer.mode {
    case .delta:
      delta.diagnostics = news
      return bounded(.state(StreamReply.delta(delta, diagnostics: nil).body()))
    case .snapshot:
      let reply = StreamReply.snapshot(current, selecting: consumer.selection, diagnostics: nil)
      return bounded(.state(reply.body()))
    }
  }

  private func bounded(_ message: Message) -> Message {
    message.count <= limits.message ? message : .tooLong
  }

  // MARK: Coming and going

  /// The first reply to a consumer that came with `since`, or without.
  func welcome(_ selection: Selection, _ mode: Consumer.Mode, since: (generation: Int, digest: String)?) -> StreamReply
  {
    if mode == .delta, let since,
      let held = history.last(where: { $0.generation == since.generation && $0.digest == since.digest })
    {
      return .delta(current.delta(from: held, selecting: selection), diagnostics: current.diagnostics)
    }
    return .snapshot(current, selecting: selection, diagnostics: current.diagnostics)
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
    case .diagnostics(let body), .state(let body): body.count
    }
  }
}
