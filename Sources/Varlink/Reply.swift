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
    let envelope = try ReplyEnvelope(JSONValue.object(object))
    parameters = envelope.parameters?.object ?? JSONObject()
    continues = envelope.continues
    error = envelope.error
  }

  /// Appends the reply as it travels, its NUL included.
  package func encode(into bytes: inout [UInt8]) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("parameters", .object(parameters))
    if let error { writer.member("error", error) }
    if continues { writer.member("continues", true) }
    writer.endObject()
    bytes += writer.drainBytes()
    bytes.append(0)
  }
}

/// The members of a reply, with its parameters as they were parsed.
package struct ReplyEnvelope<Node: JSONNode> {
  /// An object; nil when it is left out.
  package let parameters: Node?
  package let continues: Bool
  package let error: String?

  package init(_ message: Node) throws(MalformedMessage) {
    guard message.isObject else { throw MalformedMessage("not an object") }
    func member(_ name: StaticString) -> Node? { message.member(name).flatMap { $0.isNull ? nil : $0 } }
    parameters = member("parameters")
    guard parameters?.isObject ?? true else { throw MalformedMessage("parameters is not an object") }
    let flag = member("continues")
    guard flag == nil || flag?.bool != nil else { throw MalformedMessage("continues is not a boolean") }
    continues = flag?.bool ?? false
    let name = member("error")
    guard name == nil || name?.string != nil else { throw MalformedMessage("error is not a string") }
    error = name?.string
  }
}
