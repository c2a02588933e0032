// SPDX-License-Identifier: MIT

package import JSONText

/// A message that is neither a call nor a reply. The receiver closes the connection, since it cannot trust later messages.
package struct MalformedMessage: Error, Equatable {
  /// The reason, for a log.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// A call of a method.
package struct Call: Sendable, Equatable {
  /// The method's name with that of its interface: `io.livery.Theme.Register`.
  package var method: String
  package var parameters: JSONObject
  /// The caller accepts several replies.
  package var more: Bool
  /// The caller wants no reply.
  package var oneway: Bool
  /// The caller wants to speak a different protocol afterwards.
  package var upgrade: Bool

  package init(
    _ method: String, _ parameters: JSONObject = JSONObject(), more: Bool = false, oneway: Bool = false,
    upgrade: Bool = false
  ) {
    self.method = method
    self.parameters = parameters
    self.more = more
    self.oneway = oneway
    self.upgrade = upgrade
  }

  /// Reads a message without its NUL.
  ///
  /// Unknown members are ignored, as the protocol requires. Numbers that a double cannot hold are infinite: `ServiceDirectory.route`
  /// refuses the parameters that have them.
  package init(message: [UInt8], maximumDepth: Int = 64) throws(MalformedMessage) {
    let object = try JSONObject(message: message, maximumDepth: maximumDepth, outOfRange: .infinity)
    guard case .string(let method)? = object["method"] else { throw MalformedMessage("no method") }
    self.method = method
    parameters = try object.parameters()
    more = try object.flag("more")
    oneway = try object.flag("oneway")
    upgrade = try object.flag("upgrade")
  }

  /// The interface's name; nil when the method has none.
  package var interface: String? {
    method.lastIndex(of: ".").map { String(method[..<$0]) }
  }

  /// The method's name within its interface.
  package var member: String {
    method.lastIndex(of: ".").map { String(method[method.index(after: $0)...]) } ?? method
  }

  /// The call as it travels, its NUL included.
  package var message: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("method", method)
    writer.member("parameters", .object(parameters))
    if more { writer.member("more", true) }
    if oneway { writer.member("oneway", true) }
    if upgrade { writer.member("upgrade", true) }
    writer.endObject()
    return writer.drainBytes() + [0]
  }
}

extension JSONObject {
  /// Reads a message that has to be an object.
  ///
  /// - Parameter outOfRange: the value of numbers that a double cannot hold. Nil: the message is malformed.
  init(message: [UInt8], maximumDepth: Int, outOfRange: Double? = nil) throws(MalformedMessage) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: message, maximumDepth: maximumDepth, outOfRange: outOfRange)
    } catch {
      if case .tooDeep(let limit) = error.kind {
        throw MalformedMessage("nested deeper than the limit `depth` allows, \(limit)")
      }
      throw MalformedMessage("not JSON at byte \(error.offset)")
    }
    guard case .object(let object) = value else { throw MalformedMessage("not an object") }
    self = object
  }

  func parameters() throws(MalformedMessage) -> JSONObject {
    switch self["parameters"] {
    case .object(let parameters)?: return parameters
    case nil, .null?: return JSONObject()
    case .bool?, .number?, .string?, .array?: throw MalformedMessage("parameters is not an object")
    }
  }

  func flag(_ name: String) throws(MalformedMessage) -> Bool {
    switch self[name] {
    case .bool(let value)?: return value
    case nil, .null?: return false
    case .number?, .string?, .array?, .object?: throw MalformedMessage("\(name) is not a boolean")
    }
  }
}
