// SPDX-License-Identifier: MIT

import JSONText
import Testing

@Suite struct JSONValueTests {
  private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test func strictParsing() throws {
    #expect(try parse("null") == .null)
    #expect(
      try parse(#" {"a": [1, -0.5, "x", true, false, null, {}, []], "b": {"c": {}}} "#)
        == ["a": [1, -0.5, "x", true, false, nil, [:], []], "b": ["c": [:]]])
    let members = try parse(#"{"b": 1, "a": 2, "b": 3}"#).object?.members.map(\.key)
    #expect(members == ["b", "a", "b"])
  }

  @Test func equalityIsOfTheMembersThatCount() throws {
    let twice = try parse(#"{"b": 1, "a": 2, "b": 3}"#)
    #expect(twice == twice)
    #expect(try twice == parse(#"{"a": 2, "b": 3}"#))
    #expect(try twice != parse(#"{"a": 2, "b": 1}"#))
    #expect(try twice != parse(#"{"b": 3, "b": 3, "a": 1}"#))
    #expect(try twice != parse(#"{"b": 3, "c": 2}"#))
  }

  @Test func strictErrors() {
    func check(
      _ text: String, _ kind: JSONProblem.Kind, _ offset: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(throws: JSONError(kind: kind, offset: offset), sourceLocation: sourceLocation) { try parse(text) }
    }
    check("", .empty, 0)
    check("[1,]", .trailingComma, 2)
    check("[1] // x", .comment, 4)
    check("[1 2]", .missingComma, 2)
    check(#"{"a" 1}"#, .missingColon, 4)
    check(#"{"a": 1"#, .unclosed(.object), 7)
    check("[1}", .unexpected(.commaOrArrayEnd), 2)
    check("[] []", .textAfterRoot, 3)
    check("\"a\nb\"", .unterminatedString, 0)
    check("[\"a\tb\"]", .controlCharacter(9), 3)
    check(#"["\x"]"#, .badEscape, 2)
    check(#"["\ud800"]"#, .loneSurrogate, 2)
    check("[007]", .leadingZero, 1)
    check("[1.]", .badNumber, 1)
    check("[NaN]", .notFinite, 1)
    check("[-Infinity]", .notFinite, 1)
    check("[1e999]", .numberRange, 1)
    check("[9007199254740993]", .numberRange, 1)
    check("{a: 1}", .unquotedKey, 1)
    check("['a']", .singleQuotes, 1)
    check("[“a”]", .curlyQuotes, 1)
    check("[a\"]", .missingOpeningQuote, 1)
    check("[\"\"a\"]", .extraQuote, 1)
    check("hello", .unexpected(.opening), 0)
    #expect(throws: JSONError(kind: .tooDeep(limit: 2), offset: 2)) {
      try JSONValue(parsing: Array("[[[]]]".utf8), maximumDepth: 2)
    }
  }

  /// For a caller that refuses numbers that a double cannot hold with their place.
  @Test func numbersOutOfRange() throws {
    let text = Array(#"[1e999, 9007199254740993, {"a": -1e999}, 9007199254740992]"#.utf8)
    let value = try JSONValue(parsing: text, outOfRange: .infinity)
    #expect(
      value == [.number(.infinity), .number(.infinity), ["a": .number(.infinity)], .number(9_007_199_254_740_992)])
    #expect(!value.isFinite && JSONValue.array([1, ["a": "x"]]).isFinite)
    #expect(throws: JSONError(kind: .trailingComma, offset: 6)) {
      try JSONValue(parsing: Array("[1e999,]".utf8), outOfRange: .infinity)
    }
  }

  /// A random value with at most `depth` levels.
  private func random(_ depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .number(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)))
    case 3:
      let number = Double(bitPattern: generator.next())
      return .number(number.isFinite ? number : 0.1)
    case 4: return .string(randomText(&generator))
    case 5:
      var elements: [JSONValue] = []
      for _ in 0..<Int.random(in: 0...4, using: &generator) { elements.append(random(depth - 1, &generator)) }
      return .array(elements)
    default:
      var object = JSONObject()
      for index in 0..<Int.random(in: 0...4, using: &generator) {
        object.members.append((key: "\(index)" + randomText(&generator), value: random(depth - 1, &generator)))
      }
      return .object(object)
    }
  }

  private func randomText(_ generator: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "/", "\n", "\0", "\u{1F}", "\u{7F}", "é", "€", "😀", "“", "\u{2028}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      text.append(scalars.randomElement(using: &generator) ?? "b")
    }
    return String(text)
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 7])
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = random(4, &generator)
      #expect(try JSONValue(parsing: value.bytes) == value, "seed \(seed)")
      #expect(try JSONValue(parsing: Array(value.pretty.utf8)) == value, "seed \(seed)")
      #expect(try JSONValue(parsing: value.bytes).bytes == value.bytes, "seed \(seed)")
    }
  }

  @Test func canonicalNumbers() {
    func check(_ number: Double, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(JSONValue.number(number).text == text, sourceLocation: sourceLocation)
    }
    check(0, "0")
    check(-0.0, "0")
    check(1, "1")
    check(-12, "-12")
    check(0.1, "0.1")
    check(8.5, "8.5")
    check(9_007_199_254_740_992, "9007199254740992")
    check(1e21, "1e+21")
    check(.leastNonzeroMagnitude, "5e-324")
  }

  @Test func canonicalText() {
    let value: JSONValue = ["b": [1, "x", nil], "a": "\u{8}\t\u{1}\"\\/é", "e": [:], "f": [[]]]
    #expect(value.text == #"{"b":[1,"x",null],"a":"\b\t\u0001\"\\/é","e":{},"f":[[]]}"#)
    #expect(
      value.pretty == """
        {
          "b": [1, "x", null],
          "a": "\\b\\t\\u0001\\"\\\\/é",
          "e": {},
          "f": [
            []
          ]
        }
        """)
  }

  @Test func membersByKey() {
    var object = JSONObject([(key: "a", value: 1), (key: "b", value: 2), (key: "a", value: 3)])
    #expect(object["a"] == 3)
    #expect(object["c"] == nil)
    object["c"] = 4
    object["b"] = nil
    #expect(object.members.map(\.key) == ["a", "a", "c"])
    #expect(JSONValue.object(JSONObject([("x", 1), ("y", 2)])) == ["y": 2, "x": 1])
    #expect(JSONValue.object(JSONObject([("x", 1)])) != ["x": 2])
  }
}
