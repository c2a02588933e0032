// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryConnection
import Testing
import Varlink

/// What an editor calls while a text is typed.
extension VarlinkConnection {
  /// Lays a text over a file; nil removes it. Returns the generation.
  @discardableResult
  func setOverlay(_ file: String, _ text: String?) throws -> Int {
    var parameters = JSONObject([("file", .string(file))])
    parameters["text"] = text.map(JSONValue.string)
    let reply = try call("io.livery.Theme.SetOverlay", parameters)
    return Int(try #require(reply["generation"]?.number))
  }

  /// Changes the text over a file: offset and length in bytes, and the new text, one edit after the other.
  func editOverlay(_ file: String, _ edits: [(Int, Int, String)]) throws {
    let list = edits.map { offset, length, text -> JSONValue in
      ["offset": .number(Double(offset)), "length": .number(Double(length)), "text": .string(text)]
    }
    _ = try call("io.livery.Theme.SetOverlay", JSONObject([("file", .string(file)), ("edits", .array(list))]))
  }
}
