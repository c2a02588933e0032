// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import TextComparison
import ThemeEngine
import ThemeModel
import Varlink

/// Reads the parameters that several methods share.
struct CallParameters {
  private let state: DaemonState

  init(_ state: DaemonState) { self.state = state }

  /// The bundle of that name, or without a name the only bundle that this peer may read. A bundle that the peer may not read
  /// is not found.
  func bundle(named name: String?, for peer: PeerCredentials) throws(CallError) -> BundleHost {
    let visible = state.bundles(visibleTo: peer)
    let unserved = state.unserved(visibleTo: peer)
    if name == nil, visible.count + unserved.count != 1 {
      throw .bundleRequired(visible.map(\.name) + unserved.map(\.name))
    }
    func isMeant(_ other: String) -> Bool { name.map { Bytewise($0) == Bytewise(other) } ?? true }
    if let bundle = visible.first(where: { isMeant($0.name) }) { return bundle }
    if let waiting = unserved.first(where: { isMeant($0.name) }) {
      throw .bundleUnreadable(waiting.path, waiting.error.errno.text)
    }
    throw .bundleNotFound(name ?? "")
  }

  /// The bundle of that name, for a user who may change it for others.
  func bundle(named name: String?, changedBy peer: PeerCredentials) throws(CallError) -> BundleHost {
    let bundle = try bundle(named: name, for: peer)
    try state.access.admit(peer, toChange: bundle)
    return bundle
  }

  /// The state of a generation in a context. That of the newest one is always known.
  ///
  /// - Parameter generation: nil for the newest one.
  func snapshot(
    of generation: Int?, in context: ThemeInterface.Context?, of bundle: BundleHost
  ) throws(CallError) -> Snapshot {
    let current = try channel(for: context, in: bundle).current
    guard let generation, generation != bundle.engine.generation else { return current }
    guard let snapshot = bundle.engine.snapshot(of: generation, in: current.context) else {
      throw .noSuchGeneration(generation)
    }
    return snapshot
  }

  /// The channel of the context of a question. A context without consumers is open for the question alone.
  func channel(for parameter: ThemeInterface.Context?, in bundle: BundleHost) throws(CallError) -> Channel {
    let context = try context(parameter)
    do throws(ContextsInUse) {
      return try bundle.channel(for: context)
    } catch {
      throw CallError(error, state.limits)
    }
  }

  /// The channel of a context for a consumer of a user.
  func channel(
    for context: Context, in bundle: BundleHost, heldBy peer: PeerCredentials
  ) throws(CallError) -> Channel {
    do throws(ContextsInUse) {
      return try bundle.channel(for: context, heldBy: peer.user)
    } catch {
      throw CallError(error, state.limits)
    }
  }

  /// The context of a call, checked; the empty context when there is none.
  func context(_ context: ThemeInterface.Context?) throws(CallError) -> Context {
    guard let context else { return Context() }
    let themes = context.themes ?? []
    if themes.count > Limits.contextThemes { throw .limitExceeded("contextThemes", Limits.contextThemes) }
    let modifiers = context.modifiers ?? [:]
    if modifiers.count > Limits.contextModifiers { throw .limitExceeded("contextModifiers", Limits.contextModifiers) }
    let version = context.version
    let texts = [version, context.language].compactMap(\.self) + themes + modifiers.keys + modifiers.values
    for text in texts where text.utf8.count > Limits.contextText {
      throw .limitExceeded("contextText", Limits.contextText)
    }
    var device: Context.Device?
    if let name = context.device {
      device = Context.Device(rawValue: name)
      guard device != nil else { throw .invalidParameter("context.device") }
    }
    if let version, !Context.isVersion(version) { throw .invalidParameter("context.version") }
    return Context(
      device: device, version: version, language: context.language, themes: themes, modifiers: modifiers)
  }

  /// The selection of a call; everything when there is none.
  func selection(_ patterns: [String]?) throws(CallError) -> Selection {
    do throws(SelectionError) {
      return try Selection(select: patterns ?? [])
    } catch {
      switch error {
      case .tooManyPatterns: throw .limitExceeded("patterns", Selection.maximumPatterns)
      case .tooManySegments: throw .limitExceeded("patternSegments", Selection.maximumSegments)
      }
    }
  }
}

extension CallError {
  fileprivate init(_ error: ContextsInUse, _ limits: Limits) {
    switch error {
    case .ofAll: self = .limitExceeded("contexts", limits.contexts)
    case .ofUser: self = .limitExceeded("contextsPerUser", limits.contextsPerUser)
    }
  }
}
