// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import ThemeModel
import Varlink

/// The methods that set themes and values at run time, and that publish pending changes.
struct ModificationMethods {
  private let state: DaemonState
  private let parameters: CallParameters
  private let updates: FileUpdates

  init(_ state: DaemonState) {
    self.state = state
    parameters = CallParameters(state)
    updates = FileUpdates(state)
  }

  typealias GenerationReply = ThemeInterface.GenerationReply

  func useThemes(_ call: ThemeInterface.UseThemes, by peer: PeerCredentials) throws(CallError) -> GenerationReply {
    try set(call.bundle, by: peer) { (engine) throws(ModificationError) in try engine.useThemes(call.themes) }
  }

  func modifyConstant(
    _ call: ThemeInterface.ModifyConstant, by peer: PeerCredentials
  ) throws(CallError) -> GenerationReply {
    let value = try call.value?.value() ?? .null
    return try set(call.bundle, by: peer) { (engine) throws(ModificationError) in
      try engine.modifyConstant(call.name, to: value)
    }
  }

  func modifyStyle(_ call: ThemeInterface.ModifyStyle, by peer: PeerCredentials) throws(CallError) -> GenerationReply {
    let value = try call.value?.value() ?? .null
    return try set(call.bundle, by: peer) { (engine) throws(ModificationError) in
      try engine.modifyStyle(call.style, at: call.keyPath, to: value)
    }
  }

  func setStyleInheritance(
    _ call: ThemeInterface.SetStyleInheritance, by peer: PeerCredentials
  ) throws(CallError) -> GenerationReply {
    try set(call.bundle, by: peer) { (engine) throws(ModificationError) in
      try engine.setInheritance(ofStyle: call.style, to: call.inherits)
    }
  }

  func resetModifications(
    _ call: ThemeInterface.ResetModifications, by peer: PeerCredentials
  ) throws(CallError) -> GenerationReply {
    try set(call.bundle, by: peer) { (engine) throws(ModificationError) in engine.resetModifications() }
  }

  func listModifications(
    _ call: ThemeInterface.ListModifications, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.ListModifications.Reply {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    let settings = RuntimeSettings(bundle.engine)
    // The stored file has the form of the reply.
    var reply = ThemeInterface.ListModifications.Reply(settings.modifications.json.object ?? JSONObject())
    reply.themes = settings.themes
    reply.saved = settings == bundle.keptSettings
    return reply
  }

  func synchronizeModifications(
    _ call: ThemeInterface.SynchronizeModifications, by peer: PeerCredentials
  ) throws(CallError) -> ThemeInterface.Empty {
    let bundle = try parameters.bundle(named: call.bundle, changedBy: peer)
    do throws(NotSaved) {
      try bundle.saveSettings()
    } catch {
      throw .notSaved(error.reason)
    }
    return ThemeInterface.Empty()
  }

  /// Drops the held states of a bundle, as a generation of its own.
  func forget(_ call: ThemeInterface.Forget, by peer: PeerCredentials) throws(CallError) -> GenerationReply {
    let bundle = try parameters.bundle(named: call.bundle, changedBy: peer)
    updates.synchronize(bundle)
    bundle.forgetPast()
    updates.followBounds(of: bundle)
    updates.publish(bundle)
    return GenerationReply { $0.generation = bundle.engine.generation }
  }

  /// Waits until everything that was written before is published.
  func sync(_ call: ThemeInterface.Sync, by peer: PeerCredentials) throws(CallError) -> GenerationReply {
    let bundle = try parameters.bundle(named: call.bundle, for: peer)
    updates.synchronize(bundle)
    return GenerationReply { $0.generation = bundle.engine.generation }
  }

  /// Publishes pending changes of files, then the new value as its own generation.
  private func set(
    _ name: String?, by peer: PeerCredentials, _ change: (ThemeEngine) throws(ModificationError) -> Void
  ) throws(CallError) -> GenerationReply {
    let bundle = try parameters.bundle(named: name, changedBy: peer)
    updates.synchronize(bundle)
    let before = bundle.engine.modifications
    do throws(ModificationError) {
      try bundle.set(change)
    } catch {
      throw CallError(error)
    }
    let size = bundle.engine.modifications.byteCount
    if size > state.limits.modifications, size > before.byteCount {
      bundle.engine.restore(before)
      // Nothing waits to be published.
      updates.publish(bundle)
      throw .limitExceeded("modifications", state.limits.modifications)
    }
    updates.publish(bundle)
    return GenerationReply { $0.generation = bundle.engine.generation }
  }
}
