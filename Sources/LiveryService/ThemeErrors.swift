// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Varlink

/// The errors of `io.livery.Theme`, by the names of the description.
extension CallError {
  static func bundleNotFound(_ name: String) -> CallError { theme("BundleNotFound", ["bundle": .string(name)]) }

  static func bundleRequired(_ names: [String]) -> CallError {
    theme("BundleRequired", ["bundles": .array(names.map(JSONValue.string))])
  }

  static func noSuchConsumer(_ name: String) -> CallError { theme("NoSuchConsumer", ["consumer": .string(name)]) }

  /// - Parameter limit: a member of `Limits`.
  static func limitExceeded(_ limit: String, _ value: Int) -> CallError {
    theme("LimitExceeded", ["limit": .string(limit), "value": .number(Double(value))])
  }

  private static func theme(_ name: String, _ parameters: JSONValue) -> CallError {
    CallError("\(Interface.theme.name).\(name)", parameters.object ?? JSONObject())
  }
}
