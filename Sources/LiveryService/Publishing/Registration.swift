// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import TextComparison
import ThemeEngine
import ThemeModel
import Varlink

/// Begins streams: for new consumers, and for consumers that an earlier daemon left.
struct Registration {
  private let state: DaemonState
  private let parameters: CallParameters

  /// Nanoseconds for which a long initial message is cached for further consumers.
  private static let initialMessageLifetime: UInt64 = 100_000_000

  init(_ state: DaemonState) {
    self.state = state
    parameters = CallParameters(state)
  }

  /// The method Register.
  func register(_ call: Call, on connection: Connection) throws(CallError) {
    guard call.more else { throw .expectedMore }
    let register = ThemeInterface.Register(call.parameters)
    if let name = register.name, name.utf8.count > state.limits.consumerName {
      throw .limitExceeded("consumerName", state.limits.consumerName)
    }
    let bundle = try parameters.bundle(named: register.bundle, for: connection.credentials)
    let selection = try parameters.selection(register.select)
    let channel = try parameters.channel(
      for: try parameters.context(register.context), in: bundle, heldBy: connection.credentials)
    let mode = register.mode ?? .delta
    let body: SharedBytes
    switch initialMessage(
      of: channel, in: bundle, selection, mode, since: register.since.map { ($0.generation, $0.digest) })
    {
    case .bytes(_, let first): body = first
    case .nothing, .tooLong: throw .limitExceeded("message", state.limits.message)
    }
    guard connection.hasRoom(for: body) else { throw .limitExceeded("unsent", state.limits.unsent) }

    let consumer = Consumer(
      number: state.consumers.nextNumber(), name: register.name, bundle: bundle, channel: channel,
      selection: selection, mode: mode, connection: connection, connectedSince: secondsSince1970())
    state.consumers.add(consumer)
    consumer.send(body)
  }

  /// The first reply of a stream. A long one is cached for a moment: several consumers often start together.
  private func initialMessage(
    of channel: Channel, in bundle: BundleHost, _ selection: Selection, _ mode: Consumer.Mode,
    since: (generation: Int, digest: String)?
  ) -> Message {
    let ids = bundle.engine.ids(namedBy: selection, in: channel.current)
    let message = channel.initialMessage(selection, among: ids, mode, since: since)
    if channel.hasLongInitialMessage {
      state.loop.setDeadline(
        Event.initialMessageExpired.token, at: state.clock.now() + Self.initialMessageLifetime)
    }
    return message
  }

  /// Continues a stream of an earlier daemon. A consumer with the current state is sent nothing, any other a snapshot.
  func resume(_ kept: KeptConsumer, on connection: Connection) {
    let register = kept.parameters
    do throws(CallError) {
      let bundle = try parameters.bundle(named: register.bundle, for: connection.credentials)
      let channel = try parameters.channel(for: register.context, in: bundle)
      let consumer = Consumer(
        number: kept.number, name: register.name, bundle: bundle, channel: channel,
        selection: try parameters.selection(register.select), mode: register.mode ?? .delta,
        connection: connection, connectedSince: kept.connectedSince)
      state.consumers.add(consumer)
      connection.updateInterest()
      guard channel.current.generation != kept.generation || channel.current.digest != kept.digest else { return }
      switch initialMessage(of: channel, in: bundle, consumer.delivery.options.selection, .snapshot, since: nil) {
      case .bytes(_, let body) where connection.hasRoom(for: body): consumer.send(body)
      case .bytes: state.consumers.end(consumer, .unsent)
      case .nothing: break
      case .tooLong(let excess): state.consumers.end(consumer, excess)
      }
    } catch {
      let name = register.bundle ?? ""
      let isExcluded = state.bundles.contains {
        Bytewise($0.name) == Bytewise(name) && !state.access.mayRead($0, connection.credentials)
      }
      let reason = isExcluded ? EndReason.excluded(from: name) : EndReason.notServed(name)
      connection.send(StreamReply.head(for: kept.number), StreamReply.end(reason: reason).body())
    }
  }
}
