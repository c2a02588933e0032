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
    let snapshot = try parameters.snapshot(of: call.generation, in: call.context, of: bundle)
    var writer = JSONWriter(reserving: 1 << 12)
    writer.beginObject()
    writer.key("parameters")
    writer.beginObject()
    writer.key("snapshot")
    let ids = bundle.engine.ids(namedBy: selection, in: snapshot)
    guard snapshot.write(to: &writer, selecting: selection, among: ids, maximum: state.limits.message) else {
      throw .limitExceeded("message", state.limits.message)
    }
    writer.endObject()
    writer.endObject()
    guard writer.count < state.limits.message else { throw .limitExceeded("message", state.limits.message) }
    return writer.drainBytes() + [0]
  }

  func compose(_ call: ThemeInterface.Compose, by peer: PeerCredentials) throws(CallError)
    -> ThemeInterface.Compose.Reply
  {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let context = try parameters.channel(for: call.context, in: bundle).context
    guard call.element.isWithinLimits else { throw .invalidParameter("element") }
    guard let composition = bundle.engine.compose(call.element, in: context) else {
      throw .limitExceeded("message", state.limits.message)
    }
    // A stream has its connection for itself: the program of a consumer asks on another one.
    for consumer in state.consumers.all where consumer.bundle === bundle && consumer.isOfProcess(peer) {
      consumer.record(composition)
    }
    return composition
  }

  /// Bytes of a bundle that is loaded once more for an answer about an earlier generation.
  private static let maximumRebuiltBytes = 4 << 20

  func explain(_ call: ThemeInterface.Explain, by peer: PeerCredentials) throws(CallError)
    -> ThemeInterface.Explain.Reply
  {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let context = try parameters.channel(for: call.context, in: bundle).context
    var engine = bundle.engine
    if let generation = call.generation, generation != engine.generation {
      let past = engine.rebuilt(generation, in: context, maximumBytes: Self.maximumRebuiltBytes)
      guard let past else { throw .noSuchGeneration(generation) }
      engine = past
    }
    guard let steps = engine.explain(call.path, in: context) else {
      throw .noSuchPath(call.path, meant: engine.nearestPath(to: call.path, in: context))
    }
    let maximum = ThemeEngine.maximumAnsweredValues
    guard steps.allSatisfy({ $0.result.map { $0.unfoldedCount(upTo: maximum + 1) <= maximum } ?? true }) else {
      throw .limitExceeded("message", state.limits.message)
    }
    return ThemeInterface.Explain.Reply { $0.steps = steps }
  }

  func listReferences(_ call: ThemeInterface.ListReferences, by peer: PeerCredentials) throws(CallError)
    -> ThemeInterface.ListReferences.Reply
  {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let selection = try parameters.selection(call.select)
    let snapshot = try parameters.channel(for: call.context, in: bundle).current
    let ids = bundle.engine.ids(namedBy: selection, in: snapshot)
    return ThemeInterface.ListReferences.Reply {
      $0.generation = snapshot.generation
      $0.references = snapshot.references(selecting: selection, among: ids).map { path, target in
        ThemeInterface.Reference {
          $0.path = path
          $0.target = target
        }
      }
    }
  }

  /// Values that one answer lists.
  private static let maximumUses = 10_000
  /// Comparisons of a value with a selection, or with a composed value, for one answer: with many consumers, those that follow a
  /// far value alone are left out, and the last ones that have composed elements.
  private static let maximumComparisons = 200_000

  func listUses(_ call: ThemeInterface.ListUses, by peer: PeerCredentials) throws(CallError)
    -> ThemeInterface.ListUses.Reply
  {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let context = try parameters.channel(for: call.context, in: bundle).context
    guard let uses = bundle.engine.uses(of: call.path, in: context, maximum: Self.maximumUses + 1) else {
      throw .noSuchPath(call.path, meant: bundle.engine.nearestPath(to: call.path, in: context))
    }
    let listed = uses.prefix(Self.maximumUses)
    let visible = state.consumers.all.filter { $0.bundle === bundle && state.access.maySee($0, peer) }
    let bySelection = Dictionary(grouping: visible) { $0.delivery.options.selection }
    let paths = ([call.path] + listed.map(\.path)).prefix(Self.maximumComparisons / max(bySelection.count, 1))
      .map { Path.segments(of: $0) }
    let followers = bySelection.filter { selection, _ in paths.contains { selection.answer($0) != .nothing } }
      .flatMap { $0.value }
    let composers = visible.filter { $0.composed != nil }.sorted { $0.number < $1.number }
      .prefix(Self.maximumComparisons / ComposedValues.maximumPaths)
    let family = PathFamily(composers.isEmpty ? [] : [call.path] + listed.map(\.path))
    return ThemeInterface.ListUses.Reply {
      $0.uses = listed.map(ThemeInterface.Use.init)
      $0.consumers = followers.map(\.number).sorted().map(\.name)
      $0.composing = composers.filter { $0.composed?.include(anyOf: family) ?? false }.map(\.number.name)
      $0.isCut = uses.count > Self.maximumUses ? true : nil
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
