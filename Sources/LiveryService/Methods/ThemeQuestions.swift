// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine
import ThemeModel
import Varlink

/// The methods that ask about single values of a bundle.
extension Daemon {
  /// What an element gets.
  func compose(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let bundle = try bundle(of: parameters, for: peer)
    let context = try channel(of: parameters, in: bundle).context
    guard let reply = bundle.engine.compose(parameters["element"] ?? [:], in: context) else {
      throw .invalidParameter("element")
    }
    return reply
  }

  /// Why a value is what it is.
  func explain(_ parameters: JSONObject, by peer: PeerCredentials) throws(CallError) -> JSONValue {
    let bundle = try bundle(of: parameters, for: peer)
    let context = try channel(of: parameters, in: bundle).context
    let path = parameters["path"]?.string ?? ""
    guard let steps = bundle.engine.explain(path, in: context) else {
      throw .noSuchPath(path, meant: bundle.engine.nearestPath(to: path, in: context))
    }
    return ["steps": .array(steps)]
  }
}
