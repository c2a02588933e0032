// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import TextComparison
import ThemeEngine
import ThemeModel
import Varlink

/// The methods of `io.livery.Theme`, by the names of the description.
enum ThemeMethod: String, CaseIterable {
  case register = "Register"
  case deregister = "Deregister"
  case listConsumers = "ListConsumers"
  case listBundles = "ListBundles"
  case addBundle = "AddBundle"
  case removeBundle = "RemoveBundle"
  case resolve = "Resolve"
  case compose = "Compose"
  case explain = "Explain"
  case check = "Check"
  case setContext = "SetContext"
  case useThemes = "UseThemes"
  case modifyConstant = "ModifyConstant"
  case modifyStyle = "ModifyStyle"
  case setStyleInheritance = "SetStyleInheritance"
  case listModifications = "ListModifications"
  case resetModifications = "ResetModifications"
  case synchronizeModifications = "SynchronizeModifications"
  case forget = "Forget"
  case sync = "Sync"
  case reload = "Reload"
  case status = "Status"

  /// Whether it changes nothing but what the caller knows.
  var isQuestion: Bool {
    switch self {
    case .register, .listConsumers, .listBundles, .resolve, .compose, .explain, .check, .listModifications, .status:
      true
    case .deregister, .addBundle, .removeBundle, .setContext, .useThemes, .modifyConstant, .modifyStyle,
      .setStyleInheritance, .resetModifications, .synchronizeModifications, .forget, .sync, .reload:
      false
    }
  }
}

extension Daemon {
  /// Does what is called for, and owes the connection the answer.
  func answer(_ call: Call, on connection: Connection) {
    do throws(CallError) {
      switch try directory.route(call) {
      case .answered(let parameters): reply(Reply(parameters), to: call, on: connection)
      case .method(_, let name):
        guard let method = ThemeMethod(rawValue: name) else { throw .methodNotImplemented(call.method) }
        // Nobody hears what a question comes to that wants no answer.
        if call.oneway, method.isQuestion { return }
        try answer(method, call, on: connection)
      }
    } catch {
      reply(Reply(error), to: call, on: connection)
    }
  }

  private func answer(_ method: ThemeMethod, _ call: Call, on connection: Connection) throws(CallError) {
    let parameters = call.parameters
    let peer = connection.credentials
    switch method {
    case .register: return try register(call, on: connection)
    case .deregister: try deregister(parameters, by: peer)
    case .resolve: return try resolve(call, on: connection)
    case .compose: return reply(try compose(parameters, by: peer), to: call, on: connection)
    case .explain: return reply(try explain(parameters, by: peer), to: call, on: connection)
    case .listConsumers: return reply(["consumers": listConsumers(by: peer)], to: call, on: connection)
    case .listBundles:
      let visible = bundles.filter { mayRead($0, peer) }
      let all = visible.map { $0.json(waits: waits($0)) } + unserved(for: peer).map(\.json)
      return reply(["bundles": .array(all)], to: call, on: connection)
    case .addBundle: return reply(try addBundle(parameters, by: peer), to: call, on: connection)
    case .removeBundle: try removeBundle(parameters, by: peer)
    case .check:
      let diagnostics = try bundle(of: parameters, for: peer).engine.check(try context(of: parameters))
      return reply(
        ["diagnostics": .array(DiagnosticList(diagnostics).entries.map(\.json))], to: call, on: connection)
    case .setContext: try setContext(parameters, by: peer)
    case .useThemes: return reply(try useThemes(parameters, by: peer), to: call, on: connection)
    case .modifyConstant: return reply(try modifyConstant(parameters, by: peer), to: call, on: connection)
    case .modifyStyle: return reply(try modifyStyle(parameters, by: peer), to: call, on: connection)
    case .setStyleInheritance: return reply(try setStyleInheritance(parameters, by: peer), to: call, on: connection)
    case .listModifications: return reply(try listModifications(parameters, by: peer), to: call, on: connection)
    case .resetModifications: return reply(try resetModifications(parameters, by: peer), to: call, on: connection)
    case .synchronizeModifications:
      return reply(try synchronizeModifications(parameters, by: peer), to: call, on: connection)
    case .forget: return reply(try forget(parameters, by: peer), to: call, on: connection)
    case .sync:
      let bundle = try bundle(of: parameters, for: peer)
      synchronize(bundle)
      return reply(["generation": .number(Double(bundle.engine.generation))], to: call, on: connection)
    case .reload: return reply(try reload(by: peer), to: call, on: connection)
    case .status: return reply(status(for: peer), to: call, on: connection)
    }
    reply([:], to: call, on: connection)
  }

  private func reply(_ parameters: JSONValue, to call: Call, on connection: Connection) {
    reply(Reply(parameters.object ?? JSONObject()), to: call, on: connection)
  }

  private func reply(_ reply: Reply, to call: Call, on connection: Connection) {
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
    let parameters = call.parameters
    let name = parameters["name"]?.string
    if let name, name.utf8.count > limits.consumerName { throw .limitExceeded("consumerName", limits.consumerName) }
    let bundle = try bundle(of: parameters, for: connection.credentials)
    let selection = try selection(of: parameters)
    let channel = try channel(for: try context(of: parameters), in: bundle, heldBy: connection.credentials)
    let mode = parameters["mode"]?.string.flatMap(Consumer.Mode.init) ?? .delta
    let body: SharedBytes
    switch welcome(to: channel, selection, mode, since: since(parameters)) {
    case .bytes(_, let first): body = first
    case .nothing, .tooLong: throw .limitExceeded("message", limits.message)
    }

    let consumer = Consumer(
      number: nextConsumerNumber(), name: name, bundle: bundle, channel: channel, selection: selection, mode: mode,
      connection: connection, connectedSince: secondsSince1970())
    add(consumer)
    consumer.send(body)
  }

  /// The first reply of a stream. A long one is kept for a moment for others who come for the same.
  func welcome(
    to channel: Channel, _ selection: Selection, _ mode: Consumer.Mode, since: (generation: Int, digest: String)?
  ) -> Message {
    let message = channel.welcome(selection, mode, since: since)
    if channel.keepsLongWelcome { loop.setDeadline(Event.crowdIsIn.token, at: clock.now() + Self.welcome) }
    return message
  }

  private func since(_ parameters: JSONObject) -> (generation: Int, digest: String)? {
    guard let since = parameters["since"], let generation = since["generation"]?.number,
      let digest = since["digest"]?.string
    else { return nil }
    return Int(exactly: generation).map { ($0, digest) }
  }

  private func deregister(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) {
    end(try consumer(of: parameters, for: peer), reason: "deregistered by process \(peer.process)")
  }

  /// Puts a consumer into the channel of another context, and sends it the way there.
  private func setContext(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) {
    let consumer = try consumer(of: parameters, for: peer)
    let context = try context(of: parameters)
    let old = consumer.channel
    guard context != old.context else { return }
    // The context that it leaves may be the one that makes room.
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
  }

  /// The consumer that is named, for a user who may decide about it. To who may not read its bundle, it does not exist.
  private func consumer(of parameters: JSONObject, for peer: PeerCredentials) throws(CallError) -> Consumer {
    let name = parameters["consumer"]?.string ?? ""
    guard let consumer = ConsumerNumber(name: name).flatMap({ consumers[$0] }), isVisible(consumer, to: peer) else {
      throw .noSuchConsumer(name)
    }
    guard peer.user == 0 || peer.user == consumer.connection.credentials.user else { throw .permissionDenied }
    return consumer
  }

  /// Whoever may not read a bundle sees of its consumers those of the same user alone.
  private func listConsumers(by peer: PeerCredentials) -> JSONValue {
    let visible = consumers.values.filter { isVisible($0, to: peer) }
    return .array(visible.sorted { $0.number < $1.number }.map(\.json))
  }

  func isVisible(_ consumer: Consumer, to peer: PeerCredentials) -> Bool {
    mayRead(consumer.bundle, peer) || consumer.connection.credentials.user == peer.user
  }
}

// MARK: - Bundles

extension Daemon {
  private func resolve(_ call: Call, on connection: Connection) throws(CallError) {
    let bundle = try bundle(of: call.parameters, for: connection.credentials)
    let selection = try selection(of: call.parameters)
    let channel = try channel(of: call.parameters, in: bundle)
    var writer = JSONWriter(reserving: 1 << 12)
    writer.beginObject()
    writer.key("parameters")
    writer.beginObject()
    writer.key("snapshot")
    channel.current.write(to: &writer, selecting: selection)
    writer.endObject()
    writer.endObject()
    guard writer.bytes.count < limits.message else { throw .limitExceeded("message", limits.message) }
    connection.send(writer.bytes + [0])
  }
}
