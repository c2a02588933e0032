// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel
import Varlink

extension Daemon {
  /// Answers a call.
  func answer(_ call: Call, on connection: Connection) {
    do throws(CallError) {
      switch try directory.route(call) {
      case .answered(let parameters): reply(Reply(parameters), to: call, on: connection)
      case .method(_, let name):
        guard let method = ThemeInterface.Method(rawValue: name) else { throw .methodNotImplemented(call.method) }
        // A question without an answer has no effect.
        if call.oneway, method.isQuestion { return }
        try answer(method, call, on: connection)
      }
    } catch {
      reply(Reply(error), to: call, on: connection)
    }
  }

  private func answer(_ method: ThemeInterface.Method, _ call: Call, on connection: Connection) throws(CallError) {
    switch method {
    case .register: try register(call, on: connection)
    case .deregister: try answer(call, on: connection, with: deregister)
    case .setContext: try answer(call, on: connection, with: setContext)
    case .listConsumers: try answer(call, on: connection, with: listConsumers)
    case .listBundles: try answer(call, on: connection, with: listBundles)
    case .addBundle: try answer(call, on: connection, with: addBundle)
    case .removeBundle: try answer(call, on: connection, with: removeBundle)
    case .listFiles: try answer(call, on: connection, with: listFiles)
    case .resolve: try resolve(ThemeInterface.Resolve(call.parameters), on: connection)
    case .compose: try answer(call, on: connection, with: compose)
    case .explain: try answer(call, on: connection, with: explain)
    case .listReferences: try answer(call, on: connection, with: listReferences)
    case .check: try answer(call, on: connection, with: check)
    case .useThemes: try answer(call, on: connection, with: useThemes)
    case .modifyConstant: try answer(call, on: connection, with: modifyConstant)
    case .modifyStyle: try answer(call, on: connection, with: modifyStyle)
    case .setStyleInheritance: try answer(call, on: connection, with: setStyleInheritance)
    case .listModifications: try answer(call, on: connection, with: listModifications)
    case .resetModifications: try answer(call, on: connection, with: resetModifications)
    case .synchronizeModifications: try answer(call, on: connection, with: synchronizeModifications)
    case .setOverlay: try setOverlay(call, on: connection)
    case .listOverlays: try answer(call, on: connection, with: listOverlays)
    case .dropOverlay: try answer(call, on: connection, with: dropOverlay)
    case .forget: try answer(call, on: connection, with: forget)
    case .sync: try answer(call, on: connection, with: sync)
    case .reload: try answer(call, on: connection, with: reload)
    case .status: try answer(call, on: connection, with: status)
    }
  }

  private func answer<Method: ThemeMethod>(
    _ call: Call, on connection: Connection,
    with handler: (Method, PeerCredentials) throws(CallError) -> Method.Reply
  ) throws(CallError) {
    let answer = try handler(Method(call.parameters), connection.credentials)
    reply(Reply(answer.object), to: call, on: connection)
  }

  func reply(_ reply: Reply, to call: Call, on connection: Connection) {
    guard !call.oneway else { return }
    var bytes: [UInt8] = []
    reply.encode(into: &bytes)
    if bytes.count > limits.message {
      bytes.removeAll()
      Reply(.limitExceeded("message", limits.message)).encode(into: &bytes)
    }
    connection.send(bytes)
  }
}

// MARK: - Consumers

extension Daemon {
  private func register(_ call: Call, on connection: Connection) throws(CallError) {
    guard call.more else { throw .expectedMore }
    let parameters = ThemeInterface.Register(call.parameters)
    if let name = parameters.name, name.utf8.count > limits.consumerName {
      throw .limitExceeded("consumerName", limits.consumerName)
    }
    let bundle = try bundle(named: parameters.bundle, for: connection.credentials)
    let selection = try selection(parameters.select)
    let channel = try channel(for: try context(parameters.context), in: bundle, heldBy: connection.credentials)
    let mode = parameters.mode ?? .delta
    let body: SharedBytes
    switch initialMessage(of: channel, selection, mode, since: parameters.since.map { ($0.generation, $0.digest) }) {
    case .bytes(_, let first): body = first
    case .nothing, .tooLong: throw .limitExceeded("message", limits.message)
    }

    let consumer = Consumer(
      number: nextConsumerNumber(), name: parameters.name, bundle: bundle, channel: channel, selection: selection,
      mode: mode, connection: connection, connectedSince: secondsSince1970())
    add(consumer)
    consumer.send(body)
  }

  /// The first reply of a stream. A long one is kept for a moment for others who come for the same.
  func initialMessage(
    of channel: Channel, _ selection: Selection, _ mode: Consumer.Mode, since: (generation: Int, digest: String)?
  ) -> Message {
    let message = channel.initialMessage(selection, mode, since: since)
    if channel.hasLongInitialMessage {
      loop.setDeadline(Event.initialMessageExpired.token, at: clock.now() + Self.initialMessageLifetime)
    }
    return message
  }

  private func deregister(
    _ call: ThemeInterface.Deregister, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    end(try consumer(named: call.consumer, for: peer), reason: "deregistered by process \(peer.process)")
    return ThemeInterface.Empty()
  }

  /// Puts a consumer into the channel of another context, and sends it the way there.
  private func setContext(
    _ call: ThemeInterface.SetContext, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    let consumer = try consumer(named: call.consumer, for: peer)
    let context = try context(call.context)
    let old = consumer.channel
    guard context != old.context else { return ThemeInterface.Empty() }
    // Closing the old context may free the slot for the new one.
    old.remove(consumer)
    let new: Channel
    do throws(CallError) {
      new = try channel(for: context, in: consumer.bundle, heldBy: consumer.connection.credentials)
    } catch {
      old.add(consumer)
      throw error
    }
    consumer.move(to: new)
    new.add(consumer)
    deliver(to: consumer)
    return ThemeInterface.Empty()
  }

  /// The named consumer, for its own user and root. For a peer that may not read its bundle, it does not exist.
  private func consumer(named name: String, for peer: PeerCredentials) throws(CallError) -> Consumer {
    guard let consumer = ConsumerNumber(name: name).flatMap({ consumers[$0] }), isVisible(consumer, to: peer) else {
      throw .noSuchConsumer(name)
    }
    guard peer.user == 0 || peer.user == consumer.connection.credentials.user else { throw .permissionDenied }
    return consumer
  }

  /// A peer that may not read a bundle sees only its own user's consumers of it.
  private func listConsumers(
    _ call: ThemeInterface.ListConsumers, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListConsumers.Reply {
    let visible = consumers.values.filter { isVisible($0, to: peer) }
    return ThemeInterface.ListConsumers.Reply {
      $0.consumers = visible.sorted { $0.number < $1.number }.map(\.entry)
    }
  }

  func isVisible(_ consumer: Consumer, to peer: PeerCredentials) -> Bool {
    mayRead(consumer.bundle, peer) || consumer.connection.credentials.user == peer.user
  }
}
