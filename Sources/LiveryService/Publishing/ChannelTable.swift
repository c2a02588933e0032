// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import ThemeEngine
import ThemeModel

/// The limit that keeps a context of a bundle from being opened.
enum ContextsInUse: Error {
  /// Contexts in use.
  case ofAll
  /// Contexts with consumers of one user, without those that the configuration keeps open.
  case ofUser
}

/// The channels of a bundle: one for each context that has consumers, is observed by the embedding program or is kept open by the
/// configuration, and a few that were used lately.
struct ChannelTable {
  /// In the order of their last use.
  private var channels: [Channel] = []
  /// The context that the embedding program observes.
  private var observedContext: Context?
  private var kept: Set<Context> = []
  /// The counters of closed channels.
  private var closed = Channel.Counters()
  var limits: Limits

  /// Channels without a consumer that are kept up to date.
  private static let maximumIdle = 8

  init(limits: Limits) { self.limits = limits }

  var observed: Channel? { channels.first { $0.context == observedContext } }

  var consumerCount: Int { channels.reduce(0) { $0 + $1.consumers.count } }

  /// The channels whose problems are those of the bundle. A context that was only asked for may name a theme that the bundle does not have.
  private var healthChannels: [Channel] {
    channels.filter { $0.context == Context() || isKept($0.context) || $0.hasHadConsumer }
  }

  /// The errors in the context that has most of them.
  var errorCount: Int { healthChannels.map(\.current.errorCount).max() ?? 0 }

  /// The warnings in the context that has most of them.
  var warningCount: Int { healthChannels.map(\.current.warningCount).max() ?? 0 }

  /// The files and directories that cannot be read, in the context that has most of them.
  var unreadableCount: Int { healthChannels.map(\.current.unreadableCount).max() ?? 0 }

  /// The held states in the context that has most of them.
  var heldCount: Int { healthChannels.map(\.current.held).max() ?? 0 }

  var counters: Channel.Counters { channels.reduce(closed) { $0 + $1.counters } }

  /// Sends all consumers the messages that are due after a publication.
  ///
  /// - Returns: the consumers whose streams must end.
  func advance(to snapshots: [Context: Snapshot]) -> [(Consumer, Message.Excess)] {
    channels.flatMap { channel in snapshots[channel.context].map { channel.advance(to: $0) } ?? [] }
  }

  /// Replaces the current snapshots by equal ones with a different `isUnsaved`, and sends the messages that are due.
  ///
  /// - Returns: the consumers whose streams must end.
  func relabel(_ snapshots: [Context: Snapshot]) -> [(Consumer, Message.Excess)] {
    channels.flatMap { channel in snapshots[channel.context].map { channel.relabel($0) } ?? [] }
  }

  /// Replaces the current snapshots by equal ones and drops the earlier ones.
  func compact(_ snapshots: [Context: Snapshot]) {
    for channel in channels { snapshots[channel.context].map(channel.compact) }
  }

  func dropLongInitialMessages() { channels.forEach { $0.dropLongInitialMessage() } }

  /// The channel of a context, opened when there is none.
  ///
  /// - Parameter user: the user of the consumer that the channel is for; nil for a question.
  mutating func channel(
    for context: Context, heldBy user: UInt32? = nil, _ engine: ThemeEngine
  ) throws(ContextsInUse) -> Channel {
    let known = channels.first { $0.context == context }
    if known == nil, channels.count(where: isInUse) >= limits.contexts { throw .ofAll }
    if let user, !isKept(context), !(known?.hasConsumer(of: user) ?? false),
      channels.count(where: { !isKept($0.context) && $0.hasConsumer(of: user) }) >= limits.contextsPerUser
    {
      throw .ofUser
    }
    return use(context, engine)
  }

  /// Keeps a context open from now on, in place of an earlier one.
  mutating func observe(_ context: Context, _ engine: ThemeEngine) {
    observedContext = context
    _ = use(context, engine)
  }

  /// Keeps these contexts open from now on, in place of earlier ones.
  mutating func keep(_ contexts: [Context], _ engine: ThemeEngine) {
    kept = Set(contexts)
    for context in contexts { _ = use(context, engine) }
  }

  private mutating func use(_ context: Context, _ engine: ThemeEngine) -> Channel {
    let index = channels.firstIndex { $0.context == context }
    let channel = index.map { channels.remove(at: $0) } ?? Channel(engine.open(context), limits: limits)
    channels.append(channel)
    closeIdle(engine)
    return channel
  }

  /// Closes idle channels, the least recently used first. The most recently used one always stays.
  private mutating func closeIdle(_ engine: ThemeEngine) {
    let idle = channels.dropLast().filter { !isInUse($0) }
    let excess = max(idle.count - Self.maximumIdle, channels.count - limits.contexts)
    guard excess > 0 else { return }
    for channel in idle.prefix(excess) {
      closed = closed + channel.counters
      channels.removeAll { $0 === channel }
    }
    engine.close(contextsExcept: Set(channels.map(\.context)))
  }

  private func isInUse(_ channel: Channel) -> Bool {
    !channel.consumers.isEmpty || isKept(channel.context)
  }

  /// Whether a context stays open without a consumer.
  private func isKept(_ context: Context) -> Bool { context == observedContext || kept.contains(context) }
}
