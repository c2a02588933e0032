// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText

/// One thing that was looked at, how it is, and what to do about it.
package struct DoctorFinding: Equatable {
  package enum Level: String, Comparable, CaseIterable {
    case ok, info, warning, error

    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .ok: 0
      case .info: 1
      case .warning: 2
      case .error: 3
      }
    }
  }

  package var level: Level
  /// What it is about, in one or two words: `socket`, `bundle aurora`.
  var subject: String
  /// One sentence without a full stop.
  var message: String
  /// The way out, in words.
  var help: String?
  /// The way out, as command lines.
  var commands: [String] = []

  package var json: JSONValue {
    var object = JSONObject([
      ("level", .string(level.rawValue)), ("subject", .string(subject)), ("message", .string(message)),
    ])
    object["help"] = help.map(JSONValue.string)
    if !commands.isEmpty { object["commands"] = .array(commands.map(JSONValue.string)) }
    return .object(object)
  }
}
