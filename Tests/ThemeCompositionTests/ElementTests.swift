// SPDX-License-Identifier: MIT

import JSONText
import Testing
import ThemeComposition
import ThemeModel

@Suite struct ElementTests {
  @Test(arguments: [
    "{}",
    #"{"class": "RBButton"}"#,
    #"{"containers": ["A", "B"]}"#,
    #"{"identifier": "alert", "styles": ["a", "~b"], "elementId": "x.y", "states": ["selected"]}"#,
    #"{"changes": [{"x": 1}, {"f": {"$type": "font", "$value": {"name": "A"}}, "n": null}]}"#,
  ])
  func comesBackFromJSON(_ text: String) throws {
    let element = try #require(Element(json: try json(text)))
    #expect(element.json == (try json(text)))
    #expect(Element(json: element.json) == element)
  }

  @Test func membersMayBeNull() throws {
    let names = ["class", "containers", "identifier", "styles", "elementId", "states", "changes"]
    let text = names.map { "\"\($0)\": null" }.joined(separator: ",")
    #expect(Element(json: try json("{\(text)}")) == Element())
  }

  @Test(arguments: [
    "null", "[]", "\"RBButton\"",
    #"{"class": 1}"#, #"{"containers": "A"}"#, #"{"containers": ["A", null]}"#, #"{"identifier": []}"#,
    #"{"styles": [1]}"#, #"{"elementId": true}"#, #"{"states": {}}"#, #"{"changes": {}}"#, #"{"changes": [1]}"#,
    #"{"changes": [{"$type": "image"}, []]}"#, #"{"className": "A"}"#, #"{"elementID": "A"}"#,
  ])
  func whatIsNoElement(_ text: String) throws {
    #expect(Element(json: try json(text)) == nil)
  }

  @Test func listsHaveALimit() throws {
    for key in ["containers", "styles", "states", "changes"] {
      let one: JSONValue = key == "changes" ? [:] : "a"
      func element(_ count: Int) -> Element? {
        Element(json: .object(JSONObject([(key: key, value: .array(Array(repeating: one, count: count)))])))
      }
      #expect(element(256) != nil)
      #expect(element(257) == nil)
    }
  }
}
