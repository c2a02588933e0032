// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText

/// An error of JSON-RPC and of the protocol, by its code.
struct ResponseError: Error {
  let code: Int
  let message: String

  static let parse = ResponseError(code: -32700, message: "the message is not JSON")
  static let tooLong = ResponseError(code: -32600, message: "the message is longer than 256 MiB")
  static func invalidRequest(_ reason: String) -> ResponseError { ResponseError(code: -32600, message: reason) }
  static func unknownMethod(_ method: String) -> ResponseError {
    ResponseError(code: -32601, message: "`\(method)` is not a method of this server")
  }
  static func invalidParameters(_ reason: String) -> ResponseError { ResponseError(code: -32602, message: reason) }
  static let notInitialized = ResponseError(code: -32002, message: "the first request is `initialize`")
  static let cancelled = ResponseError(code: -32800, message: "the request was cancelled")
  /// The request cannot be fulfilled now, for a reason that the user should know.
  static func failed(_ reason: String) -> ResponseError { ResponseError(code: -32803, message: reason) }

  var json: JSONValue { ["code": .number(Double(code)), "message": .string(message)] }
}

/// A message that came: a request, a notification, or the answer to a request of the server.
enum IncomingMessage {
  case request(id: JSONValue, method: String, parameters: JSONValue)
  case notification(method: String, parameters: JSONValue)
  case response(id: JSONValue, isError: Bool)

  init(_ json: JSONValue) throws(ResponseError) {
    guard let object = json.object else { throw .invalidRequest("a message is an object") }
    guard let method = object["method"] else {
      guard let id = object["id"] else { throw .invalidRequest("a message has a method or an id") }
      self = .response(id: id, isError: object["error"] != nil)
      return
    }
    guard let name = method.string else { throw .invalidRequest("a method is a string") }
    let parameters = object["params"] ?? .null
    guard let id = object["id"] else {
      self = .notification(method: name, parameters: parameters)
      return
    }
    guard id.string != nil || id.number != nil else { throw .invalidRequest("an id is a string or a number") }
    self = .request(id: id, method: name, parameters: parameters)
  }
}

enum OutgoingMessage {
  static func result(_ result: JSONValue, of id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  static func error(_ error: ResponseError, of id: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": error.json]
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }

  /// A text for the user: `window/showMessage`.
  static func message(_ text: String, _ type: MessageType) -> JSONValue {
    notification("window/showMessage", ["type": .number(type.rawValue), "message": .string(text)])
  }

  static func request(_ method: String, _ parameters: JSONValue, id: String) -> JSONValue {
    ["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": parameters]
  }
}

/// The types of messages for the user that the server sends, as the protocol numbers them.
enum MessageType: Double {
  case warning = 2
  case info = 3
}
