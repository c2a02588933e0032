// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryProtocol
package import SystemdIO
import TextComparison
import ThemeEngine
import ThemeModel
import Varlink

/// Keeps clients connected while one daemon replaces another: the service manager keeps their connections, and a file in the state
/// directory has the state of each consumer.
extension Daemon {
  /// Leaves connections to the next daemon: first those of consumers, then the others.
  func leaveConnections() {
    guard let manager = configuration.serviceManager, manager.keepsDescriptors else { return }
    leaveConsumers(with: manager)
    leaveIdleConnections(with: manager)
  }

  /// Leaves consumers that have read everything to the next daemon. The streams of the others are ended.
  private func leaveConsumers(with manager: ServiceManager) {
    guard let directory = configuration.stateDirectory else { return }
    let following = consumers.values.filter(\.canBeLeft).map { (kept: KeptConsumer($0), connection: $0.connection) }
    let parked = waiting.flatMap(\.consumers).compactMap { consumer in
      connections[consumer.connection].map { (kept: consumer.kept, connection: $0) }
    }
    let leaving = (following + parked).sorted { $0.kept.number < $1.kept.number }
    guard !leaving.isEmpty else { return }
    do throws(SystemError) {
      let kept = try ConsumerStore(directory: directory).save(leaving.map(\.kept))
      for (consumer, connection) in leaving where kept.contains(consumer.number) {
        try connection.keep(with: manager, as: Activation.Descriptor.name(of: consumer.number))
        drop(connection.number)
      }
    } catch {
      log.warning("consumers are ended, since they cannot be handed to the next daemon: \(error)")
    }
  }

  /// A client may send its next call at any moment, and the next daemon answers it. A closed connection would lose that call.
  private func leaveIdleConnections(with manager: ServiceManager) {
    let parked = Set(waiting.flatMap(\.consumers).map(\.connection))
    do throws(SystemError) {
      // The texts of a connection end with this daemon: its client has to know that.
      let withOverlays = Set(bundles.flatMap(\.overlays.overlays).map(\.connection))
      for connection in connections.idle
      where !parked.contains(connection.number) && !withOverlays.contains(connection.number) {
        try connection.keep(with: manager, as: Activation.Descriptor.name(of: connection.number))
        drop(connection.number)
      }
    } catch {
      log.warning("connections are closed, since they cannot be handed to the next daemon: \(error)")
    }
  }

  /// Goes on with the connections of the last daemon and with their consumers. A consumer whose state is still the current one is
  /// sent nothing, any other a snapshot.
  func restoreConnections() {
    let store = configuration.stateDirectory.map { ConsumerStore(directory: $0) }
    let left = configuration.kept.isEmpty ? [] : store?.load() ?? []
    var known: BytewiseDictionary<KeptConsumer> = [:]
    for consumer in left { known[Activation.Descriptor.name(of: consumer.number)] = consumer }
    store?.remove()
    for descriptor in configuration.kept {
      if let consumer = known[descriptor.name] {
        restore(consumer, descriptor)
      } else if descriptor.isOfIdleConnection {
        _ = admit(descriptor)
      } else {
        // The state of this consumer is unknown: its connection is closed, and the client reconnects.
        _ = try? descriptor.inherit()
      }
      configuration.serviceManager?.release(descriptor.name)
    }
    if configuration.kept.contains(where: { !$0.isOfIdleConnection }) {
      let count = consumers.count + waiting.reduce(0) { $0 + $1.consumers.count }
      log.info("of the last daemon, \(counted(count, "consumer")) stayed")
    }
    configuration.kept = []
  }

  private func restore(_ kept: KeptConsumer, _ descriptor: Activation.Descriptor) {
    guard let connection = admit(descriptor) else { return }
    lastConsumer = max(lastConsumer, kept.number.value)
    if !park(kept, on: connection) { resume(kept, on: connection) }
  }

  private func admit(_ descriptor: Activation.Descriptor) -> Connection? {
    do throws(SystemError) {
      switch try descriptor.inherit() {
      case .stream(let stream): return try connections.admit(stream)
      case .listener: return nil
      }
    } catch {
      log.warning("a connection of the last daemon is lost: \(error)")
      return nil
    }
  }

  /// Goes on with a consumer where an earlier daemon ended.
  func resume(_ kept: KeptConsumer, on connection: Connection) {
    let parameters = kept.parameters
    do throws(CallError) {
      let bundle = try bundle(named: parameters.bundle, for: connection.credentials)
      let channel = try channel(for: parameters.context, in: bundle)
      let consumer = Consumer(
        number: kept.number, name: parameters.name, bundle: bundle, channel: channel,
        selection: try selection(parameters.select), mode: parameters.mode ?? .delta, connection: connection,
        connectedSince: kept.connectedSince)
      add(consumer)
      connection.updateInterest()
      guard channel.current.generation != kept.generation || channel.current.digest != kept.digest else { return }
      switch initialMessage(of: channel, consumer.delivery.options.selection, .snapshot, since: nil) {
      case .bytes(_, let body): consumer.send(body)
      case .nothing: break
      case .tooLong(let excess): end(consumer, excess)
      }
    } catch {
      let name = parameters.bundle ?? ""
      let isExcluded = bundles.contains {
        Bytewise($0.name) == Bytewise(name) && !mayRead($0, connection.credentials)
      }
      let reason = isExcluded ? excluded(from: name) : notServed(name)
      connection.send(StreamReply.head(for: kept.number), StreamReply.end(reason: reason).body())
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
