// SPDX-License-Identifier: MIT

package import JSONText

/// A reply to a call.
package struct Reply: Sendable, Equatable {
  package var parameters: JSONObject
  /// More replies to the same call follow.
  package var continues: Bool
  /// The name of an error with that of its interface; its members are the parameters then.
  package var error: String?

  package init(_ parameters: JSONObject = JSONObject(), continues: Bool = false) {
    self.parameters = parameters
    self.continues = continues
  }

  package init(_ error: CallError) {
    parameters = error.parameters
    continues = false
    self.error = error.name
  }

  /// Reads a message without its NUL.
  package init(message: [UInt8], maximumDepth: Int = 512) throws(MalformedMessage) {
    let object = try JSONObject(message: message, maximumDepth: maximumDepth)
    parameters = try object.parameters()
    continues = try object.flag("continues")
    switch object["error"] {
    case .string(let name)?: error = name
    case nil, .null?: error = nil
    case .bool?, .number?, .array?, .object?: throw MalformedMessage("error is not a string")
    }
  }

  /// Appends the reply as it travels, its NUL included.
  package func encode(into bytes: inout [UInt8]) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("parameters", .object(parameters))
    if let error { writer.member("error", error) }
    if continues { writer.member("continues", true) }
    writer.endObject()
    bytes += writer.bytes
    bytes.append(0)
  }
}
