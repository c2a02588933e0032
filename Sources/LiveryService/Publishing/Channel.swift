// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel

/// A bundle in one context: the published states, and the consumers that follow it.
///
/// A consumer whose socket is full is passed over. When it has room again, it gets the difference between the state that it was
/// last sent and the current one. So a slow consumer costs only the memory of the message in flight, independently of the number
/// of missed generations.
final class Channel {
  /// Consumers with equal keys get the same bytes.
  private struct Key: Hashable {
    let base: Int
    let sent: Int
    let reported: Int
    let isConflated: Bool
    /// Whether the state that was sent has unsaved texts in it.
    let isUnsaved: Bool
    /// The same of the state whose findings were sent.
    let isReportUnsaved: Bool
    let options: SubscriptionOptions
  }

  /// A message that further consumers with the same key get as well.
  private struct CachedDelivery {
    let message: CachedMessage
    let next: DeliveryState
  }

  /// The message that is due for the consumers in one delivery state, and their state after it.
  private final class PendingDelivery {
    let from: DeliveryState
    let message: Message
    let next: DeliveryState
    /// Whether the message stands for more than one generation.
    let isConflated: Bool

    init(from: DeliveryState, _ message: Message, next: DeliveryState, isConflated: Bool) {
      self.from = from
      self.message = message
      self.next = next
      self.isConflated = isConflated
    }
  }

  /// The first reply of a stream, of the current generation.
  private struct InitialMessage {
    let selection: Selection
    /// The generation that the consumer resumes from; nil for a snapshot.
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
  private(set) var hasHadConsumer = false
  /// The states to resume from, the newest last, the current one included.
  private var history: [SharedSnapshot]
  private let limits: Limits
  /// Messages of the current generation.
  private var messages: [Key: CachedDelivery] = [:]
  /// The delivery states of consumers that hold the current generation.
  private var currentDeliveries: [SubscriptionOptions: DeliveryState] = [:]
  /// Messages that were made during a delivery to all consumers, held until it is over.
  private var messagesInDelivery: [Message]?
  /// The last initial message: many consumers often register at once, for the same state.
  private var lastInitialMessage: InitialMessage?

  /// Messages of at most this number of bytes are cached even when no consumer reads them.
  private static let strongCacheLimit = 1 << 16
  /// A conflated delta up to this length is sent even if the whole state is shorter.
  private static let shortDelta = 1 << 12

  init(_ snapshot: Snapshot, limits: Limits) {
    context = snapshot.context
    state = SharedSnapshot(snapshot)
    history = [state]
    self.limits = limits
  }

  var current: Snapshot { state.snapshot }

  // MARK: Delivery

  /// Makes a snapshot the current one and sends all consumers the messages that are due.
  ///
  /// - Returns: the consumers whose streams must end.
  func advance(to snapshot: Snapshot) -> [(Consumer, Message.Excess)] {
    // All unsaved states between two saves count as one, so that typing removes no saved state to resume from.
    if history.last?.snapshot.isUnsaved == true, snapshot.isUnsaved { history.removeLast() }
    if history.count == max(limits.resume, 1) { history.removeFirst() }
    return begin(snapshot)
  }

  /// Replaces the current snapshot by an equal one with a different `isUnsaved`. Consumers that hold the unsaved snapshot get a
  /// message when it is saved.
  ///
  /// - Returns: the consumers whose streams must end.
  func relabel(_ equal: Snapshot) -> [(Consumer, Message.Excess)] {
    history.removeLast()
    return begin(equal)
  }

  private func begin(_ snapshot: Snapshot) -> [(Consumer, Message.Excess)] {
    state = SharedSnapshot(snapshot)
    currentDeliveries.removeAll(keepingCapacity: true)
    history.append(state)
    messages.removeAll(keepingCapacity: true)
    lastInitialMessage = nil
    messagesInDelivery = []
    defer { messagesInDelivery = nil }
    var excesses: [(Consumer, Message.Excess)] = []
    var pending: PendingDelivery?
    for consumer in consumers where consumer.connection.unsentCount == 0 {
      // Most consumers are in the state of the one before them.
      let delivery = consumer.delivery
      if pending?.from !== delivery { pending = self.pending(from: delivery) }
      if let pending, let excess = send(pending, to: consumer) { excesses.append((consumer, excess)) }
    }
    return excesses
  }

  /// Replaces the current snapshot by an equal one and drops the earlier ones. A consumer that resumes from one of those gets a
  /// snapshot.
  func compact(_ equal: Snapshot) {
    guard equal.generation == current.generation, equal.digest == current.digest else { return }
    state.snapshot = equal
    history = [state]
  }

  /// Sends a consumer the message that is due, unless its socket is full. Returns the limit that the message exceeds.
  func deliver(to consumer: Consumer) -> Message.Excess? {
    guard consumer.connection.unsentCount == 0 else { return nil }
    return send(pending(from: consumer.delivery), to: consumer)
  }

  private func send(_ pending: PendingDelivery, to consumer: Consumer) -> Message.Excess? {
    switch pending.message {
    case .nothing: consumer.delivery = pending.next
    case .bytes(let kind, let body):
      guard consumer.connection.hasRoom(for: body) else { return .unsent }
      consumer.delivery = pending.next
      switch kind {
      case .diagnostics: break
      case .delta, .snapshot:
        counters.deltasSent += 1
        if pending.isConflated { counters.conflated += 1 }
      }
      consumer.send(body)
    case .tooLong(let excess): return excess
    }
    return nil
  }

  private func pending(from delivery: DeliveryState) -> PendingDelivery {
    let distance = state.generation - delivery.generationSeen
    guard distance != 0 || isSaved(since: delivery) || isReportSaved(since: delivery) else {
      return PendingDelivery(from: delivery, .nothing, next: delivery, isConflated: false)
    }
    let key = Key(
      base: delivery.base.generation, sent: delivery.sent.generation, reported: delivery.reported.generation,
      isConflated: distance > 1, isUnsaved: delivery.sent.isUnsaved, isReportUnsaved: delivery.reported.isUnsaved,
      options: delivery.options)
    // After a move the delta begins in the old context: no other consumer shares it.
    if !delivery.hasMoved, let known = messages[key], let message = known.message.message {
      return PendingDelivery(from: delivery, message, next: known.next, isConflated: distance > 1)
    }
    let message = makeMessage(from: delivery, isConflated: distance > 1)
    let next =
      switch message {
      case .nothing: delivery.seen(state)
      case .bytes(.diagnostics, _): delivery.reported(state)
      case .bytes(.delta, _), .bytes(.snapshot, _): currentDelivery(delivery.options)
      case .tooLong: delivery
      }
    if !delivery.hasMoved {
      messages[key] = CachedDelivery(
        message: CachedMessage(message, strongLimit: Self.strongCacheLimit), next: next)
      messagesInDelivery?.append(message)
    }
    return PendingDelivery(from: delivery, message, next: next, isConflated: distance > 1)
  }

  /// The delivery state of consumers that hold the current state.
  func currentDelivery(_ options: SubscriptionOptions) -> DeliveryState {
    if let known = currentDeliveries[options] { return known }
    // Consumers that have left may have had many different options.
    if currentDeliveries.count > consumers.count { currentDeliveries.removeAll() }
    let new = DeliveryState(options, at: state)
    currentDeliveries[options] = new
    return new
  }

  /// Whether a consumer holds a state with unsaved texts and the current state has none: it gets a message even if no value
  /// differs.
  private func isSaved(since delivery: DeliveryState) -> Bool {
    !current.isUnsaved && delivery.sent.isUnsaved
  }

  /// The same for a consumer that has the unsaved state by its findings alone.
  private func isReportSaved(since delivery: DeliveryState) -> Bool {
    !current.isUnsaved && delivery.reported.isUnsaved
  }

  // MARK: Messages

  private func makeMessage(from delivery: DeliveryState, isConflated: Bool) -> Message {
    let base = delivery.base.snapshot
    let news = base.diagnostics == current.diagnostics ? nil : current.diagnostics
    var delta = self.delta(from: base, selecting: delivery.options.selection)
    delta?.from = delivery.sent.generation
    let isEmpty = delta.map { $0.patch.isEmpty && $0.order == nil } ?? false
    if isEmpty, !delivery.hasMoved, !isSaved(since: delivery) {
      guard news != nil || base.held != current.held || isReportSaved(since: delivery) else {
        return .nothing
      }
      let event = StreamReply.diagnostics(current.diagnostics, held: current.held, isUnsaved: current.isUnsaved)
      return bounded(.diagnostics, encode(event), isConflated: isConflated)
    }
    let snapshot = StreamReply.snapshot(current, selecting: delivery.options.selection, diagnostics: nil)
    switch delivery.options.mode {
    case .delta:
      delta?.diagnostics = news
      let body = delta.flatMap { encode(.delta($0, diagnostics: nil)) }
      // A conflated delta may be longer than the state that it leads to.
      let isLong = body.map { isConflated && $0.count > Self.shortDelta } ?? true
      if isLong, let shorter = encode(snapshot, shorterThan: body?.count) {
        return bounded(.snapshot, shorter, isConflated: isConflated)
      }
      return bounded(.delta, body, isConflated: isConflated)
    case .snapshot:
      return bounded(.snapshot, encode(snapshot), isConflated: isConflated)
    }
  }

  /// Nil if a snapshot is to be sent: the delta is too long or costs too much, or the dialect differs, which a delta does not name.
  private func delta(from old: Snapshot, selecting selection: Selection) -> Delta? {
    guard old.dialect == current.dialect else { return nil }
    return current.delta(from: old, selecting: selection, shorterThan: limits.message)
  }

  /// The body of a reply. Nil if it exceeds the limit of a message, or is not shorter than `length`.
  private func encode(_ reply: StreamReply, shorterThan length: Int? = nil) -> SharedBytes? {
    counters.encoded += 1
    return reply.body(shorterThan: length ?? limits.message + 1)
  }

  private func bounded(_ kind: Message.Kind, _ bytes: SharedBytes?, isConflated: Bool = false) -> Message {
    guard let bytes else { return .tooLong(.message) }
    if isConflated, bytes.count > limits.queue { return .tooLong(.queue) }
    return .bytes(kind, bytes)
  }

  /// The first reply of a stream: a delta from the state that the consumer resumes from, or the snapshot.
  ///
  /// - Parameter ids: those that the selection names; nil to look at all.
  func initialMessage(
    _ selection: Selection, among ids: NamedIDs? = nil, _ mode: Consumer.Mode,
    since: (generation: Int, digest: String)?
  ) -> Message {
    let base = history.last {
      mode == .delta && $0.generation == since?.generation && $0.snapshot.digest == since?.digest
    }
    if let lastInitialMessage, lastInitialMessage.selection == selection,
      lastInitialMessage.from == base?.generation
    {
      return lastInitialMessage.message
    }
    let delta = base.flatMap { self.delta(from: $0.snapshot, selecting: selection) }
      .flatMap { encode(.delta($0, diagnostics: current.diagnostics)) }
    // A delta that is too long, or costs too much, may lead to a state that is not.
    let message =
      delta.map { bounded(.delta, $0) }
      ?? bounded(
        .snapshot,
        encode(.snapshot(current, selecting: selection, among: ids, diagnostics: current.diagnostics)))
    lastInitialMessage = InitialMessage(selection: selection, from: base?.generation, message: message)
    return message
  }

  /// Whether the last initial message is cached and too long to be kept for good.
  var hasLongInitialMessage: Bool {
    lastInitialMessage.map { $0.message.count > Self.strongCacheLimit } ?? false
  }

  func dropLongInitialMessage() {
    if hasLongInitialMessage { lastInitialMessage = nil }
  }

  // MARK: Consumers

  func hasConsumer(of user: UInt32) -> Bool { consumers.contains { $0.connection.credentials.user == user } }

  func add(_ consumer: Consumer) {
    hasHadConsumer = true
    consumer.place = consumers.count
    consumers.append(consumer)
  }

  /// Moves the last consumer to the place of the removed one: O(1).
  func remove(_ consumer: Consumer) {
    guard let last = consumers.popLast() else { return }
    if consumers.isEmpty { currentDeliveries = [:] }
    guard last !== consumer else { return }
    consumers[consumer.place] = last
    last.place = consumer.place
  }
}
