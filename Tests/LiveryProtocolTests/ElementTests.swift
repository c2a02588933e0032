// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing
import ThemeComposition
import ThemeModel
import Varlink

/// The element of a call of Compose.
@Suite struct ElementTests {
  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  /// The element as the daemon reads it; nil for one that it refuses.
  private func element(_ json: JSONValue) throws -> Element? {
    let fields = try #require(Interface.theme.methods["Compose"]).parameters
    let mismatch = Interface.theme.firstMismatch(in: JSONObject([("element", json)]), with: fields)
    guard mismatch == nil, let element = Element(decoding: json), element.isWithinLimits else { return nil }
    return element
  }

  @Test(arguments: [
    "{}",
    #"{"class": "RBButton"}"#,
    #"{"containers": ["A", "B"]}"#,
    #"{"identifier": "alert", "styles": ["a", "~b"], "elementId": "x.y", "states": ["selected"]}"#,
    #"{"changes": [{"x": 1}, {"f": {"$type": "font", "$value": {"name": "A"}}, "n": null}]}"#,
  ])
  func comesBackFromJSON(_ text: String) throws {
    let read = try #require(try element(try json(text)))
    #expect(read.encoded == (try json(text)))
    #expect(try element(read.encoded) == read)
  }

  @Test func membersMayBeNull() throws {
    let names = ["class", "containers", "identifier", "styles", "elementId", "states", "changes"]
    let text = names.map { "\"\($0)\": null" }.joined(separator: ",")
    #expect(try element(try json("{\(text)}")) == Element())
  }

  @Test(arguments: [
    "null", "[]", "\"RBButton\"",
    #"{"class": 1}"#, #"{"containers": "A"}"#, #"{"containers": ["A", null]}"#, #"{"identifier": []}"#,
    #"{"styles": [1]}"#, #"{"elementId": true}"#, #"{"states": {}}"#, #"{"changes": {}}"#, #"{"changes": [1]}"#,
    #"{"changes": [{"$type": "image"}, []]}"#, #"{"className": "A"}"#, #"{"elementID": "A"}"#,
  ])
  func whatIsNoElement(_ text: String) throws {
    #expect(try element(try json(text)) == nil)
  }

  @Test func listsHaveALimit() throws {
    for key in ["containers", "styles", "states", "changes"] {
      let one: JSONValue = key == "changes" ? [:] : "a"
      func list(_ count: Int) -> JSONValue {
        .object(JSONObject([(key: key, value: .array(Array(repeating: one, count: count)))]))
      }
      #expect(try element(list(256)) != nil)
      #expect(try element(list(257)) == nil)
    }
  }
}
