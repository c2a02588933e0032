// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel

/// A bundle in one context: what was published there, and the consumers that follow it.
///
/// A consumer that still has something to read is passed by; when it is ready it gets the difference between what it was
/// last sent and what is current then. So a slow consumer costs no memory but the message in flight, whatever happens
/// meanwhile.
final class Channel {
  /// Consumers with equal keys get the same bytes.
  private struct Key: Hashable {
    let sent: Int
    let told: Int
    let isConflated: Bool
    let wish: Standing.Wish
  }

  /// What was made for a key.
  private struct Made {
    let message: KeptMessage
    let standing: Standing
  }

  /// What is owed to those who stand where one consumer stood, and where they stand then.
  private final class Turn {
    let from: Standing
    let message: Message
    let to: Standing
    /// The message stands for more than one generation.
    let isConflated: Bool

    init(from: Standing, _ message: Message, to: Standing, isConflated: Bool) {
      self.from = from
      self.message = message
      self.to = to
      self.isConflated = isConflated
    }
  }

  private struct Welcome {
    let selection: Selection
    /// The generation that they have; nil for those who have none.
    let from: Int?
    let message: Message
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
  private(set) var state: SharedSnapshot
  private(set) var counters = Counters()
  /// In no order.
  private(set) var consumers: [Consumer] = []
  /// The newest comes last; the current one is part of it.
  private var history: [SharedSnapshot]
  private let limits: Limits
  /// Encoded once for all, of the current generation.
  private var messages: [Key: Made] = [:]
  /// Of the current generation.
  private var arrivals: [Standing.Wish: Standing] = [:]
  /// While all are sent what they are owed, what was made for it: it stays until everybody had a turn.
  private var made: [Message]?
  /// The first reply to the last who came, of the current generation: many come at once, for the same.
  private var lastWelcome: Welcome?

  /// Longer messages are kept for those who come late only as long as somebody reads them.
  private static let keptMessage = 1 << 16
  /// A shorter delta is sent however short the state is that it leads to.
  private static let shortDelta = 1 << 12

  init(_ snapshot: Snapshot, limits: Limits) {
    context = snapshot.context
    state = SharedSnapshot(snapshot)
    history = [state]
    self.limits = limits
  }

  var current: Snapshot { state.snapshot }

  /// Makes a snapshot the current one and sends everybody what is owed.
  ///
  /// - Returns: the consumers that cannot be served any more.
  func advance(to snapshot: Snapshot) -> [(Consumer, Message.Excess)] {
    state = SharedSnapshot(snapshot)
    arrivals.removeAll(keepingCapacity: true)
    if history.count == max(limits.resume, 1) { history.removeFirst() }
    history.append(state)
    messages.removeAll(keepingCapacity: true)
    lastWelcome = nil
    made = []
    defer { made = nil }
    var overdue: [(Consumer, Message.Excess)] = []
    var turn: Turn?
    for consumer in consumers where consumer.connection.unsentCount == 0 {
      // Most are owed the same as the one before them.
      let standing = consumer.standing
      if turn?.from !== standing { turn = self.turn(from: standing) }
      if let turn, let excess = take(turn, consumer) { overdue.append((consumer, excess)) }
    }
    return overdue
  }

  /// Takes a snapshot that is equal to the current one in place of it, and lets go of the earlier ones: who comes with one of
  /// them gets a snapshot.
  func compact(_ equal: Snapshot) {
    guard equal.generation == current.generation, equal.digest == current.digest else { return }
    state.snapshot = equal
    history = [state]
  }

  /// Sends a consumer what it is owed, unless it still has something to read. Returns why that cannot be done.
  func deliver(to consumer: Consumer) -> Message.Excess? {
    guard consumer.connection.unsentCount == 0 else { return nil }
    return take(turn(from: consumer.standing), consumer)
  }

  private func take(_ turn: Turn, _ consumer: Consumer) -> Message.Excess? {
    switch turn.message {
    case .nothing: consumer.standing = turn.to
    case .bytes(let kind, let body):
      consumer.standing = turn.to
      switch kind {
      case .diagnostics: break
      case .delta, .snapshot:
        counters.deltasSent += 1
        if turn.isConflated { counters.conflated += 1 }
      }
      consumer.send(body)
    case .tooLong(let excess): return excess
    }
    return nil
  }

  private func turn(from standing: Standing) -> Turn {
    let distance = state.generation - standing.generationSeen
    guard distance != 0 else { return Turn(from: standing, .nothing, to: standing, isConflated: false) }
    let key = Key(
      sent: standing.sent.generation, told: standing.told.generation, isConflated: distance > 1,
      wish: standing.wish)
    // Where it comes from may be another context's state: nobody shares the way from there.
    if !standing.hasMoved, let known = messages[key], let message = known.message.message {
      return Turn(from: standing, message, to: known.standing, isConflated: distance > 1)
    }
    let message = makeMessage(from: standing, isConflated: distance > 1)
    let next =
      switch message {
      case .nothing: standing.seen(state)
      case .bytes(.diagnostics, _): standing.told(state)
      case .bytes(.delta, _), .bytes(.snapshot, _): arrival(standing.wish)
      case .tooLong: standing
      }
    if !standing.hasMoved {
      messages[key] = Made(message: KeptMessage(message, short: Self.keptMessage), standing: next)
      made?.append(message)
    }
    return Turn(from: standing, message, to: next, isConflated: distance > 1)
  }

  /// Where those stand who hold all that they want of the current state.
  func arrival(_ wish: Standing.Wish) -> Standing {
    if let known = arrivals[wish] { return known }
    // Those who have left may have asked for many things.
    if arrivals.count > consumers.count { arrivals.removeAll() }
    let new = Standing(wish, at: state)
    arrivals[wish] = new
    return new
  }

  private func makeMessage(from standing: Standing, isConflated: Bool) -> Message {
    let news = standing.told.snapshot.diagnostics == current.diagnostics ? nil : current.diagnostics
    var delta = current.delta(from: standing.sent.snapshot, selecting: standing.wish.selection)
    guard !delta.patch.isEmpty || standing.hasMoved else {
      guard let news else { return .nothing }
      return bounded(.diagnostics, encode(.diagnostics(news, held: current.held)), isConflated: isConflated)
    }
    let snapshot = StreamReply.snapshot(current, selecting: standing.wish.selection, diagnostics: nil)
    switch standing.wish.mode {
    case .delta:
      delta.diagnostics = news
      let body = encode(.delta(delta, diagnostics: nil))
      // What waited long may be longer than the state that it leads to.
      let isLong = isConflated && body.count > Self.shortDelta || body.count > limits.message
      if isLong, let shorter = snapshot.body(shorterThan: body.count) {
        return bounded(.snapshot, shorter, isConflated: isConflated)
      }
      return bounded(.delta, body, isConflated: isConflated)
    case .snapshot:
      return bounded(.snapshot, encode(snapshot), isConflated: isConflated)
    }
  }

  private func encode(_ reply: StreamReply) -> SharedBytes {
    counters.encoded += 1
    return reply.body()
  }

  private func bounded(_ kind: Message.Kind, _ bytes: SharedBytes, isConflated: Bool = false) -> Message {
    if bytes.count > limits.message { return .tooLong(.message) }
    if isConflated, bytes.count > limits.queue { return .tooLong(.queue) }
    return .bytes(kind, bytes)
  }

  // MARK: Coming and going

  /// The first reply to a consumer that came with `since`, or without.
  func welcome(
    _ selection: Selection, _ mode: Consumer.Mode, since: (generation: Int, digest: String)?
  ) -> Message {
    let held = history.last {
      mode == .delta && $0.generation == since?.generation && $0.snapshot.digest == since?.digest
    }
    if let lastWelcome, lastWelcome.selection == selection, lastWelcome.from == held?.generation {
      return lastWelcome.message
    }
    let message =
      if let held {
        bounded(
          .delta,
          encode(
            .delta(
              current.delta(from: held.snapshot, selecting: selection), diagnostics: current.diagnostics)))
      } else {
        bounded(.snapshot, encode(.snapshot(current, selecting: selection, diagnostics: current.diagnostics)))
      }
    lastWelcome = Welcome(selection: selection, from: held?.generation, message: message)
    return message
  }

  /// Whether the next who comes is served from memory that is not to be taken up for long.
  var keepsLongWelcome: Bool { lastWelcome.map { $0.message.count > Self.keptMessage } ?? false }

  func forgetLongWelcome() {
    if keepsLongWelcome { lastWelcome = nil }
  }

  func hasConsumer(of user: UInt32) -> Bool { consumers.contains { $0.connection.credentials.user == user } }

  func add(_ consumer: Consumer) {
    consumer.place = consumers.count
    consumers.append(consumer)
  }

  /// The last one takes its place, so that a crowd that leaves costs no more than it did to come.
  func remove(_ consumer: Consumer) {
    guard let last = consumers.popLast() else { return }
    if consumers.isEmpty { arrivals = [:] }
    guard last !== consumer else { return }
    consumers[consumer.place] = last
    last.place = consumer.place
  }
}
