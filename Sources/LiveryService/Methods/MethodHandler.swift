// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel
import Varlink

/// Answers the calls of clients: finds the method, and sends the reply.
final class MethodHandler {
  private let state: DaemonState
  private let registration: Registration
  private let consumers: ConsumerMethods
  private let bundles: BundleMethods
  private let questions: QuestionMethods
  private let modifications: ModificationMethods
  private let overlays: OverlayMethods
  private let history: HistoryMethods
  private let status: StatusMethod
  private let reload: ConfigurationReload
  /// Made with the first call, since descriptions are parsed for it.
  private lazy var directory = ServiceDirectory(
    vendor: ThemeInterface.vendor, product: ThemeInterface.product, version: productVersion, url: "man:liveryd(8)",
    interfaces: [.theme])

  init(_ state: DaemonState) {
    self.state = state
    registration = Registration(state)
    consumers = ConsumerMethods(state)
    bundles = BundleMethods(state)
    questions = QuestionMethods(state)
    modifications = ModificationMethods(state)
    overlays = OverlayMethods(state)
    history = HistoryMethods(state)
    status = StatusMethod(state)
    reload = ConfigurationReload(state)
  }

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
    case .register: try registration.register(call, on: connection)
    case .deregister: try answer(call, on: connection, with: consumers.deregister)
    case .setContext: try answer(call, on: connection, with: consumers.setContext)
    case .listConsumers: try answer(call, on: connection, with: consumers.listConsumers)
    case .listBundles: try answer(call, on: connection, with: bundles.listBundles)
    case .addBundle: try answer(call, on: connection, with: bundles.addBundle)
    case .removeBundle: try answer(call, on: connection, with: bundles.removeBundle)
    case .listFiles: try answer(call, on: connection, with: bundles.listFiles)
    case .resolve:
      try send(questions.resolve(ThemeInterface.Resolve(call.parameters), by: connection.credentials), on: connection)
    case .compose: try answer(call, on: connection, with: questions.compose)
    case .explain: try answer(call, on: connection, with: questions.explain)
    case .listReferences: try answer(call, on: connection, with: questions.listReferences)
    case .listUses: try answer(call, on: connection, with: questions.listUses)
    case .check: try answer(call, on: connection, with: questions.check)
    case .useThemes: try answer(call, on: connection, with: modifications.useThemes)
    case .modifyConstant: try answer(call, on: connection, with: modifications.modifyConstant)
    case .modifyStyle: try answer(call, on: connection, with: modifications.modifyStyle)
    case .setStyleInheritance: try answer(call, on: connection, with: modifications.setStyleInheritance)
    case .listModifications: try answer(call, on: connection, with: modifications.listModifications)
    case .resetModifications: try answer(call, on: connection, with: modifications.resetModifications)
    case .synchronizeModifications: try answer(call, on: connection, with: modifications.synchronizeModifications)
    case .setOverlay:
      let overlay = ThemeInterface.SetOverlay(call.parameters)
      reply(Reply(try overlays.setOverlay(overlay, on: connection).object), to: call, on: connection)
    case .listOverlays: try answer(call, on: connection, with: overlays.listOverlays)
    case .dropOverlay: try answer(call, on: connection, with: overlays.dropOverlay)
    case .listGenerations: try answer(call, on: connection, with: history.listGenerations)
    case .diff: try send(history.diff(ThemeInterface.Diff(call.parameters), by: connection.credentials), on: connection)
    case .listChangedFiles: try answer(call, on: connection, with: history.listChangedFiles)
    case .readFile: try answer(call, on: connection, with: history.readFile)
    case .forget: try answer(call, on: connection, with: modifications.forget)
    case .sync: try answer(call, on: connection, with: modifications.sync)
    case .reload: try answer(call, on: connection, with: reload.reload)
    case .status: try answer(call, on: connection, with: status.status)
    }
  }

  private func answer<Method: ThemeMethod>(
    _ call: Call, on connection: Connection,
    with handler: (Method, PeerCredentials) throws(CallError) -> Method.Reply
  ) throws(CallError) {
    let answer = try handler(Method(call.parameters), connection.credentials)
    reply(Reply(answer.object), to: call, on: connection)
  }

  private func reply(_ reply: Reply, to call: Call, on connection: Connection) {
    guard !call.oneway else { return }
    var bytes: [UInt8] = []
    reply.encode(into: &bytes)
    do throws(CallError) {
      try send(bytes, on: connection)
    } catch {
      bytes.removeAll()
      Reply(error).encode(into: &bytes)
      connection.send(bytes)
    }
  }

  /// Sends a reply within the limits of its length and of all that its user has not read.
  private func send(_ reply: [UInt8], on connection: Connection) throws(CallError) {
    if reply.count > state.limits.message { throw .limitExceeded("message", state.limits.message) }
    guard connection.hasRoom(for: reply) else { throw .limitExceeded("unsent", state.limits.unsent) }
    connection.send(reply)
  }

  /// Takes back the unsaved texts of a connection that has ended.
  func connectionDropped(_ connection: Connection) { overlays.removeOverlays(of: connection) }
}
