// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine
import ThemeModel
import Varlink

/// The methods that set themes and values at run time; each gives the parameters of its reply.
extension Daemon {
  func useThemes(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let themes = parameters["themes"]?.array?.compactMap(\.string) ?? []
    return try set(parameters, by: peer) { (engine) throws(ModificationError) in try engine.useThemes(themes) }
  }

  func modifyConstant(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let name = parameters["name"]?.string ?? ""
    let value = try value(of: parameters)
    return try set(parameters, by: peer) { (engine) throws(ModificationError) in
      try engine.modifyConstant(name, to: value)
    }
  }

  func modifyStyle(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let style = parameters["style"]?.string ?? ""
    let keyPath = parameters["keyPath"]?.string ?? ""
    let value = try value(of: parameters)
    return try set(parameters, by: peer) { (engine) throws(ModificationError) in
      try engine.modifyStyle(style, at: keyPath, to: value)
    }
  }

  func setStyleInheritance(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let style = parameters["style"]?.string ?? ""
    let inherits = parameters["inherits"]?.bool
    return try set(parameters, by: peer) { (engine) throws(ModificationError) in
      try engine.setInheritance(ofStyle: style, to: inherits)
    }
  }

  func resetModifications(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    try set(parameters, by: peer) { (engine) throws(ModificationError) in engine.resetModifications() }
  }

  func listModifications(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let bundle = try bundle(of: parameters, for: peer)
    let settings = RuntimeSettings(bundle.engine)
    return [
      "themes": .array(settings.themes.map(JSONValue.string)),
      "constants": settings.modifications.json["constants"] ?? [:],
      "styles": settings.modifications.json["styles"] ?? [:], "saved": .bool(settings == bundle.keptSettings),
    ]
  }

  func synchronizeModifications(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let bundle = try bundle(of: parameters, changedBy: peer)
    do throws(NotSaved) {
      try bundle.saveSettings()
    } catch {
      throw .notSaved(error.reason)
    }
    return [:]
  }

  /// Lets go of what a bundle holds back, as a generation of its own.
  func forget(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let bundle = try bundle(of: parameters, changedBy: peer)
    synchronize(bundle)
    bundle.forgetPast()
    publish(bundle)
    return ["generation": .number(Double(bundle.engine.generation))]
  }

  /// Publishes what was written before, then what is set, as a generation of its own.
  private func set(
    _ parameters: JSONObject, by peer: PeerCredentials,
    _ change: (ThemeEngine) throws(ModificationError) -> Void
  ) throws(CallError) -> JSONValue {
    let bundle = try bundle(of: parameters, changedBy: peer)
    synchronize(bundle)
    let before = bundle.engine.modifications
    do throws(ModificationError) {
      try bundle.set(change)
    } catch {
      throw CallError(error)
    }
    let size = bundle.engine.modifications.size
    if size > limits.modifications, size > before.size {
      bundle.engine.restore(before)
      throw .limitExceeded("modifications", limits.modifications)
    }
    publish(bundle)
    return ["generation": .number(Double(bundle.engine.generation))]
  }

  /// The bundle that is named, for a user who may change what it means to others.
  private func bundle(of parameters: JSONObject, changedBy peer: PeerCredentials) throws(CallError) -> BundleHost {
    let bundle = try bundle(of: parameters, for: peer)
    try admit(peer, toChange: bundle)
    return bundle
  }

  /// The V of `{"value": V}`; null where there is none.
  private func value(of parameters: JSONObject) throws(CallError) -> JSONValue {
    guard let object = parameters["value"]?.object else { return .null }
    if let stranger = object.members.first(where: { $0.key != "value" }) {
      throw .invalidParameter("value.\(stranger.key)")
    }
    guard let value = object["value"] else { throw .invalidParameter("value.value") }
    return value
  }
}

extension Modifications {
  /// Bytes as JSON.
  fileprivate var size: Int { json.bytes.count }
}
