// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryProtocol
package import SystemdIO
import TextComparison
import ThemeEngine
import ThemeModel
import Varlink

/// Keeps clients connected while a new daemon replaces this one: the service manager keeps their connections, and a file in the state
/// directory has the state of each consumer.
struct Handover {
  private let state: DaemonState
  private let registration: Registration

  init(_ state: DaemonState) {
    self.state = state
    registration = Registration(state)
  }

  /// Leaves connections to the next daemon: first those of consumers, then the others.
  func leaveConnections() {
    guard let manager = state.configuration.serviceManager, manager.keepsDescriptors else { return }
    leaveConsumers(with: manager)
    leaveIdleConnections(with: manager)
  }

  /// Leaves consumers that have read everything to the next daemon. The streams of the others are ended.
  private func leaveConsumers(with manager: ServiceManager) {
    guard let directory = state.configuration.stateDirectory else { return }
    let following = state.consumers.all.filter(\.canBeLeft).map { (kept: KeptConsumer($0), connection: $0.connection) }
    let parked = state.waiting.consumers.compactMap { consumer in
      state.connections[consumer.connection].map { (kept: consumer.kept, connection: $0) }
    }
    let leaving = (following + parked).sorted { $0.kept.number < $1.kept.number }
    guard !leaving.isEmpty else { return }
    do throws(SystemError) {
      let kept = try ConsumerStore(directory: directory).save(leaving.map(\.kept))
      for (consumer, connection) in leaving where kept.contains(consumer.number) {
        try connection.keep(with: manager, as: Activation.Descriptor.name(of: consumer.number))
        state.connections.drop(connection.number)
      }
    } catch {
      state.log.warning("consumers are ended, since they cannot be handed to the next daemon: \(error)")
    }
  }

  /// A client may send its next call at any moment, and the next daemon answers it. A closed connection would lose that call.
  private func leaveIdleConnections(with manager: ServiceManager) {
    let parked = Set(state.waiting.consumers.map(\.connection))
    do throws(SystemError) {
      // The texts of a connection end with this daemon: its client has to know that.
      let withOverlays = Set(state.bundles.flatMap(\.overlays.overlays).map(\.connection))
      for connection in state.connections.idle
      where !parked.contains(connection.number) && !withOverlays.contains(connection.number) {
        try connection.keep(with: manager, as: Activation.Descriptor.name(of: connection.number))
        state.connections.drop(connection.number)
      }
    } catch {
      state.log.warning("connections are closed, since they cannot be handed to the next daemon: \(error)")
    }
  }

  /// Takes over the connections of the last daemon and their consumers. A consumer with the current state gets no message, any
  /// other consumer a snapshot.
  func restoreConnections() {
    let store = state.configuration.stateDirectory.map { ConsumerStore(directory: $0) }
    let left = state.configuration.kept.isEmpty ? [] : store?.load() ?? []
    var known: BytewiseDictionary<KeptConsumer> = [:]
    for consumer in left { known[Activation.Descriptor.name(of: consumer.number)] = consumer }
    store?.remove()
    for descriptor in state.configuration.kept {
      if let consumer = known[descriptor.name] {
        restore(consumer, descriptor)
      } else if descriptor.isOfIdleConnection {
        _ = admit(descriptor)
      } else {
        // The state of this consumer is unknown: its connection is closed, and the client reconnects.
        _ = try? descriptor.inherit()
      }
      state.configuration.serviceManager?.release(descriptor.name)
    }
    if state.configuration.kept.contains(where: { !$0.isOfIdleConnection }) {
      let count = state.consumers.count + state.waiting.consumers.count
      state.log.info("of the last daemon, \(counted(count, "consumer")) stayed")
    }
    state.configuration.kept = []
  }

  private func restore(_ kept: KeptConsumer, _ descriptor: Activation.Descriptor) {
    guard let connection = admit(descriptor) else { return }
    state.consumers.reserve(kept.number)
    if !state.waiting.park(kept, on: connection) { registration.resume(kept, on: connection) }
  }

  private func admit(_ descriptor: Activation.Descriptor) -> Connection? {
    do throws(SystemError) {
      switch try descriptor.inherit() {
      case .stream(let stream): return try state.connections.admit(stream)
      case .listener: return nil
      }
    } catch {
      state.log.warning("a connection of the last daemon is lost: \(error)")
      return nil
    }
  }
}

extension Consumer {
  /// Whether it has read everything that was sent, and its connection is between two messages.
  fileprivate var canBeLeft: Bool {
    connection.isBetweenMessages && delivery.generationSeen == channel.current.generation && !delivery.hasMoved
  }
}

extension Activation.Descriptor {
  private static let consumerPrefix = "consumer-"
  private static let idlePrefix = "connection-"

  /// Whether the last daemon has left this connection; otherwise it is a listener.
  package var isOfConnection: Bool { name.hasPrefix(Self.consumerPrefix) || isOfIdleConnection }

  fileprivate var isOfIdleConnection: Bool { name.hasPrefix(Self.idlePrefix) }

  fileprivate static func name(of consumer: ConsumerNumber) -> String { "\(consumerPrefix)\(consumer.value)" }

  fileprivate static func name(of connection: ConnectionNumber) -> String { "\(idlePrefix)\(connection.value)" }
}
