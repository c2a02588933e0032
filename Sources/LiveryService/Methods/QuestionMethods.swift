// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel
import Varlink

/// The methods that ask about the state of a bundle in one context.
struct QuestionMethods {
  private let state: DaemonState
  private let parameters: CallParameters

  init(_ state: DaemonState) {
    self.state = state
    parameters = CallParameters(state)
  }

  /// The method Resolve. The snapshot goes from the state to bytes without a value in between.
  ///
  /// - Returns: the message with the reply.
  func resolve(_ call: ThemeInterface.Resolve, by peer: PeerCredentials) throws(CallError) -> [UInt8] {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let selection = try parameters.selection(call.select)
    let channel = try parameters.channel(for: call.context, in: bundle)
    var writer = JSONWriter(reserving: 1 << 12)
    writer.beginObject()
    writer.key("parameters")
    writer.beginObject()
    writer.key("snapshot")
    channel.current.write(to: &writer, selecting: selection)
    writer.endObject()
    writer.endObject()
    guard writer.bytes.count < state.limits.message else { throw .limitExceeded("message", state.limits.message) }
    return writer.bytes + [0]
  }

  func compose(_ call: ThemeInterface.Compose, by peer: PeerCredentials) throws(CallError)
    -> ThemeInterface.Compose.Reply
  {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let context = try parameters.channel(for: call.context, in: bundle).context
    guard call.element.isWithinLimits else { throw .invalidParameter("element") }
    return bundle.engine.compose(call.element, in: context)
  }

  func explain(_ call: ThemeInterface.Explain, by peer: PeerCredentials) throws(CallError)
    -> ThemeInterface.Explain.Reply
  {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let context = try parameters.channel(for: call.context, in: bundle).context
    guard let steps = bundle.engine.explain(call.path, in: context) else {
      throw .noSuchPath(call.path, meant: bundle.engine.nearestPath(to: call.path, in: context))
    }
    return ThemeInterface.Explain.Reply { $0.steps = steps }
  }

  func listReferences(_ call: ThemeInterface.ListReferences, by peer: PeerCredentials) throws(CallError)
    -> ThemeInterface.ListReferences.Reply
  {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let selection = try parameters.selection(call.select)
    let snapshot = try parameters.channel(for: call.context, in: bundle).current
    return ThemeInterface.ListReferences.Reply {
      $0.generation = snapshot.generation
      $0.references = snapshot.references(selecting: selection).map { path, target in
        ThemeInterface.Reference {
          $0.path = path
          $0.target = target
        }
      }
    }
  }

  func check(_ call: ThemeInterface.Check, by peer: PeerCredentials) throws(CallError) -> ThemeInterface.Check.Reply {
    let diagnostics = try parameters.bundle(named: call.bundle, for: peer).engine.check(
      try parameters.context(call.context))
    return ThemeInterface.Check.Reply {
      $0.diagnostics = DiagnosticList(diagnostics).entries.map(ThemeInterface.Diagnostic.init)
    }
  }
}
