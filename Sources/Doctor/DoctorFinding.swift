// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText

/// The state of one part of the machine, and how to correct it.
package struct DoctorFinding: Equatable {
  package enum Level: String, CaseIterable { case ok, info, warning, error }

  package var level: Level
  /// One or two words: `socket`, `bundle aurora`.
  var subject: String
  /// One sentence without a full stop.
  var message: String
  /// The fix, in words.
  var help: String?
  /// The fix, as command lines.
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
