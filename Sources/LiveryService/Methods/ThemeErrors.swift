// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeEngine
import Varlink

/// The errors of `io.livery.Theme`, by the names of the description.
extension CallError {
  static func bundleNotFound(_ name: String) -> CallError { theme("BundleNotFound", ["bundle": .string(name)]) }

  static func bundleRequired(_ names: [String]) -> CallError {
    theme("BundleRequired", ["bundles": .array(names.map(JSONValue.string))])
  }

  /// - Parameter directory: that of the bundle which has the name.
  static func bundleExists(_ name: String, _ directory: String) -> CallError {
    theme("BundleExists", ["bundle": .string(name), "path": .string(directory)])
  }

  static func bundleUnreadable(_ path: String, _ reason: String) -> CallError {
    theme("BundleUnreadable", ["path": .string(path), "reason": .string(reason)])
  }

  static func noSuchConsumer(_ name: String) -> CallError { theme("NoSuchConsumer", ["consumer": .string(name)]) }

  /// - Parameter meant: the path that is near, if any.
  static func noSuchPath(_ path: String, meant: String?) -> CallError {
    var parameters = JSONObject([("path", .string(path))])
    parameters["meant"] = meant.map(JSONValue.string)
    return theme("NoSuchPath", .object(parameters))
  }

  /// - Parameter limit: a member of `Limits`.
  static func limitExceeded(_ limit: String, _ value: Int) -> CallError {
    theme("LimitExceeded", ["limit": .string(limit), "value": .number(Double(value))])
  }

  /// What was set at run time stays set, and is not kept for the next daemon.
  static func notSaved(_ reason: String) -> CallError { theme("NotSaved", ["reason": .string(reason)]) }

  /// Nothing changed.
  static func badConfiguration(_ error: BadConfiguration) -> CallError {
    theme("BadConfiguration", ["problems": .array(error.problems.map(\.json))])
  }

  init(_ error: ModificationError) {
    func named(_ error: String, _ name: String, meant: String?) -> CallError {
      var parameters = JSONObject([("name", .string(name))])
      parameters["meant"] = meant.map(JSONValue.string)
      return .theme(error, .object(parameters))
    }
    switch error {
    case .unknownConstant(let name, let meant): self = named("NoSuchConstant", name, meant: meant)
    case .unknownStyle(let name, let meant): self = named("NoSuchStyle", name, meant: meant)
    case .unknownTheme(let name, let themes):
      self = .theme("NoSuchTheme", ["theme": .string(name), "themes": .array(themes.map(JSONValue.string))])
    case .badValue(let message, let help):
      var parameters = JSONObject([("message", .string(message))])
      parameters["help"] = help.map(JSONValue.string)
      self = .theme("BadValue", .object(parameters))
    }
  }

  private static func theme(_ name: String, _ parameters: JSONValue) -> CallError {
    CallError("\(Interface.theme.name).\(name)", parameters.object ?? JSONObject())
  }
}
