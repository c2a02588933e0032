// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import ThemeEngine
import ThemeModel

/// Why a context of a bundle is not opened.
enum ContextsInUse: Error {
  /// As many are in use as may be.
  case ofAll
  /// As many have consumers of the user as may have, those not counted that are kept open in any case.
  case ofUser
}

/// The channels of a bundle: one for each context that has consumers, is looked at by the embedding program or is kept open
/// on request, and a few that were used lately, for those that come back or ask again.
struct ChannelTable {
  /// The one in use last comes last.
  private var channels: [Channel] = []
  /// The context that the embedding program looks at.
  private var observedContext: Context?
  private var kept: Set<Context> = []
  /// The counters of channels that are no more.
  private var closed = Channel.Counters()
  var limits: Limits

  /// Channels that nobody is in and that are kept up to date all the same.
  private static let mostIdle = 8

  init(limits: Limits) { self.limits = limits }

  var observed: Channel? { channels.first { $0.context == observedContext } }

  var consumerCount: Int { channels.reduce(0) { $0 + $1.consumers.count } }

  var diagnostics: [Diagnostic] { channels.flatMap(\.current.diagnostics) }

  /// The errors in the context that has most of them.
  var errorCount: Int {
    channels.map(\.current.errorCount).max() ?? 0
  }

  /// The warnings in the context that has most of them.
  var warningCount: Int { channels.map(\.current.warningCount).max() ?? 0 }

  /// The files and directories that cannot be read, in the context that lacks most of them.
  var unreadableCount: Int { channels.map(\.current.unreadableCount).max() ?? 0 }

  /// How much is held back in the context that holds back most.
  var heldCount: Int { channels.map(\.current.held).max() ?? 0 }

  var counters: Channel.Counters { channels.reduce(closed) { $0 + $1.counters } }

  /// Sends everybody what is owed after a publication.
  ///
  /// - Returns: the consumers that cannot be served any more.
  func advance(_ engine: ThemeEngine) -> [(Consumer, Message.Excess)] {
    channels.flatMap { $0.advance(to: engine.snapshot(for: $0.context)) }
  }

  /// Takes the current snapshots of an engine that was compacted, and lets go of the earlier ones.
  func compact(_ engine: ThemeEngine) { channels.forEach { $0.compact(engine.snapshot(for: $0.context)) } }

  func forgetLongWelcomes() { channels.forEach { $0.forgetLongWelcome() } }

  /// The channel of a context, opened when there is none.
  ///
  /// - Parameter user: whose consumer is to be in it; nil for a question, which is over before the next.
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
    let channel = index.map { channels.remove(at: $0) } ?? Channel(engine.snapshot(for: context), limits: limits)
    channels.append(channel)
    closeIdle(engine)
    return channel
  }

  /// Lets go of the idle channels that were not used for the longest time. The one in use last always stays.
  private mutating func closeIdle(_ engine: ThemeEngine) {
    let idle = channels.dropLast().filter { !isInUse($0) }
    let excess = max(idle.count - Self.mostIdle, channels.count - limits.contexts)
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

  /// Whether a context is open whoever is in it.
  private func isKept(_ context: Context) -> Bool { context == observedContext || kept.contains(context) }
}
