// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryProtocol
import ThemeModel
import Varlink

/// The methods on consumers. `Registration` has Register.
struct ConsumerMethods {
  private let state: DaemonState
  private let parameters: CallParameters

  init(_ state: DaemonState) {
    self.state = state
    parameters = CallParameters(state)
  }

  func deregister(
    _ call: ThemeInterface.Deregister, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    state.consumers.end(
      try consumer(named: call.consumer, for: peer), reason: "deregistered by process \(peer.process)")
    return ThemeInterface.Empty()
  }

  /// Moves a consumer to the channel of another context, and sends it the difference.
  func setContext(
    _ call: ThemeInterface.SetContext, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    let consumer = try consumer(named: call.consumer, for: peer)
    let context = try parameters.context(call.context)
    let old = consumer.channel
    guard context != old.context else { return ThemeInterface.Empty() }
    // Closing the old context may free the slot for the new one.
    old.remove(consumer)
    let new: Channel
    do throws(CallError) {
      new = try parameters.channel(
        for: context, in: consumer.bundle, heldBy: consumer.connection.credentials)
    } catch {
      old.add(consumer)
      throw error
    }
    consumer.move(to: new)
    new.add(consumer)
    state.consumers.deliver(to: consumer)
    return ThemeInterface.Empty()
  }

  /// The named consumer, for its own user and root. For a peer that may not read its bundle, it does not exist.
  private func consumer(named name: String, for peer: PeerCredentials) throws(CallError) -> Consumer {
    guard let consumer = ConsumerNumber(name: name).flatMap({ state.consumers[$0] }),
      state.access.maySee(consumer, peer)
    else { throw .noSuchConsumer(name) }
    try state.access.admit(peer, toEnd: consumer)
    return consumer
  }

  /// A peer that may not read a bundle sees only its own user's consumers of it.
  func listConsumers(
    _ call: ThemeInterface.ListConsumers, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListConsumers.Reply {
    let visible = state.consumers.all.filter { state.access.maySee($0, peer) }
    return ThemeInterface.ListConsumers.Reply {
      $0.consumers = visible.sorted { $0.number < $1.number }.map(\.entry)
    }
  }
}
