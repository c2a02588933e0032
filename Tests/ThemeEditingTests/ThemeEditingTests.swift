// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeEditing
import ThemeModel

@Suite struct ThemeEditingTests {
  @Test func coloursAreWrittenAsTheyStand() {
    func check(_ written: String, _ expected: String?, alpha: Double = 1) {
      #expect(ColorNotation.rewrite(written, to: .init(red: 1, green: 0.5, blue: 0, alpha: alpha)) == expected)
    }
    check("\"#2196f3\"", "\"#ff8000\"")
    check("\"#2196F3\"", "\"#FF8000\"")
    check("\"#abc\"", "\"#ff8000\"")
    check("\"#2196f380\"", "\"#ff8000ff\"")
    check("\"#2196f3\"", "\"#ff800080\"", alpha: 0.5)
    check("\"color:2196f3\"", "\"color:ff8000\"")
    check("\"@color:0.1 0.2 0.3 1\"", "\"@color:1 0.5 0 1\"")
    check("\"33,150,243\"", "\"255,128,0\"")
    check("'33, 150, 243, 1'", "'255, 128, 0, 1'")
    check("0x2196f3", "0xff8000")
    check("\"red\"", nil)
    check("", nil)
  }
  // MARK: Values in files

  private static let orange: JSONValue = ["colorSpace": "srgb", "components": [1, 0.5, 0], "alpha": 1]

  @Test func aValueIsWrittenInTheFormThatStandsThere() throws {
    func check(_ file: String, _ text: String, _ line: Int, _ column: Int, _ value: JSONValue, _ expected: String)
      throws
    {
      let bytes = Array(text.utf8)
      let edit = try ValueEdit.edit(
        bytes, file: file, at: Cause(file: file, line: line, column: column), to: value, inFormOf: nil)
      var new = bytes
      new.replaceSubrange(edit.range, with: edit.text.utf8)
      #expect(String(decoding: new, as: UTF8.self) == expected)
    }
    try check("a.json", ##"{"a": "#2196f3", "b": 1}"##, 1, 7, Self.orange, ##"{"a": "#ff8000", "b": 1}"##)
    try check("a.json", #"{"a": "0,255,0"}"#, 1, 7, Self.orange, #"{"a": "255,128,0"}"#)
    try check("a.json", #"{"é": "😀", "b": 1}"#, 1, 17, 2, #"{"é": "😀", "b": 2}"#)
    try check("a.json", "{\n  \"a\": \"12pt\"}", 2, 8, 8, "{\n  \"a\": \"8pt\"}")
    try check("a.json", #"{"a": "x"}"#, 1, 7, "q\"<", #"{"a": "q\"<"}"#)
    try check(
      "t.tokens.json", #"{"a": {"$type": "dimension", "$value": {"value": 4, "unit": "px"}}}"#, 1, 7,
      ["value": 6, "unit": "px"], #"{"a": {"$type": "dimension", "$value": {"value": 6, "unit": "px"}}}"#)
    try check(
      "t.tokens.json", ##"{"a": {"$value": "#2196f3"}}"##, 1, 7, Self.orange, ##"{"a": {"$value": "#ff8000"}}"##)
    try check("a.yaml", "base00: \"12202b\"\n", 1, 9, Self.orange, "base00: \"ff8000\"\n")
    let plist = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>a</key><string>#2196f3</string>"
    try check(
      "a.plist", plist + "</dict></plist>\n", 2, 40, Self.orange,
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>a</key><string>#ff8000</string></dict></plist>\n")
    let number = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>a</key>"
    try check(
      "a.plist", number + "<integer>4</integer></dict></plist>\n", 2, 40, 4.5,
      number + "<real>4.5</real></dict></plist>\n")
    try check(
      "a.plist", number + "<string>x</string></dict></plist>\n", 2, 40, "a<b",
      number + "<string>a&lt;b</string></dict></plist>\n")
  }

  @Test func aColourObjectKeepsItsOtherMembers() throws {
    func check(_ file: String, _ written: String, _ expected: String, alpha: Double = 1) throws {
      let head = file.hasSuffix("yaml") ? "a:\n  $value:\n" : #"{"a": {"$value": "#
      let tail = file.hasSuffix("yaml") ? "\nb: 1\n" : "}}"
      let bytes = Array((head + written + tail).utf8)
      let place = file.hasSuffix("yaml") ? Cause(file: file, line: 2, column: 3) : Cause(file: file, line: 1, column: 7)
      let value: JSONValue = ["colorSpace": "srgb", "components": [1, 0.5, 0], "alpha": .number(alpha)]
      let edit = try ValueEdit.edit(bytes, file: file, at: place, to: value, inFormOf: nil)
      var new = bytes
      new.replaceSubrange(edit.range, with: edit.text.utf8)
      #expect(String(decoding: new, as: UTF8.self) == head + expected + tail)
    }
    let json = "t.tokens.json"
    try check(
      json, #"{ /* why */ "components": [ 0,0.1, 1 ], "colorSpace": "srgb" }"#,
      #"{ /* why */ "components": [ 1,0.5, 0 ], "colorSpace": "srgb" }"#)
    try check(
      json, ##"{"hex": "#0000ff", "colorSpace": "srgb", "alpha": 1, "components": ["none", 0, 1]}"##,
      ##"{"hex": "#ff8000", "colorSpace": "srgb", "alpha": 0.5, "components": [1, 0.5, 0]}"##, alpha: 0.5)
    // The whole object, where a member is missing or is a reference.
    try check(
      json, #"{"colorSpace": "srgb", "components": [0, 0, 1]}"#,
      ##"{ "colorSpace": "srgb", "components": [1, 0.5, 0], "alpha": 0.5, "hex": "#ff8000" }"##, alpha: 0.5)
    try check(
      json, ##"{"colorSpace": "srgb", "components": [0, {"$ref": "#/b"}, 1]}"##,
      ##"{ "colorSpace": "srgb", "components": [1, 0.5, 0], "hex": "#ff8000" }"##)
    try check(
      "t.yaml",
      "    colorSpace: srgb # space\n    components:\n      - 0\n      - 0.1 # green\n      - 1\n    hex: '#0000ff'",
      "    colorSpace: srgb # space\n    components:\n      - 1\n      - 0.5 # green\n      - 0\n    hex: \"#ff8000\"")
  }

  // MARK: References

  /// - Parameters:
  ///   - text: a file with the reference at `@` and the value of its target at `^`.
  ///   - expected: nil for a refusal.
  private func checkReference(_ file: String, _ text: String, _ value: JSONValue, _ expected: String?) throws {
    func place(of mark: Character) throws -> Cause {
      let before = text.prefix { $0 != mark }.filter { $0 != "@" && $0 != "^" }
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      return Cause(file: file, line: lines.count, column: try #require(lines.last).count + 1)
    }
    let bytes = Array(text.filter { $0 != "@" && $0 != "^" }.utf8)
    func edit() throws -> String {
      let form = try WrittenValue(bytes, file: file, at: place(of: "^"))
      let edit = try ValueEdit.edit(bytes, file: file, at: place(of: "@"), to: value, inFormOf: form)
      var new = bytes
      new.replaceSubrange(edit.range, with: edit.text.utf8)
      return String(decoding: new, as: UTF8.self)
    }
    guard let expected else {
      #expect(throws: EditRefusal.self, "\(text)") { try edit() }
      return
    }
    #expect(try edit() == expected)
  }

  @Test func aReferenceIsReplacedInTheFormOfItsTarget() throws {
    try checkReference(
      "a.json", ##"{"a": @"b", "b": ^"#2196F3"}"##, Self.orange, ##"{"a": "#FF8000", "b": "#2196F3"}"##)
    // The name of an id may look like a colour or a number.
    try checkReference(
      "a.json", ##"{"a": @"fff", "fff": ^"33,150,243"}"##, Self.orange, ##"{"a": "255,128,0", "fff": "33,150,243"}"##)
    try checkReference("a.json", #"{"a": @"4b", "4b": ^1e3}"#, 2, #"{"a": 2, "4b": 1e3}"#)
    try checkReference("a.json", #"{"a": @"b", "b": ^"8pt"}"#, 2, #"{"a": "2pt", "b": "8pt"}"#)
    try checkReference("a.yaml", "a: @\"b\"\nb: ^8\n", 2, "a: 2\nb: 8\n")
    try checkReference("a.yaml", "a: @>-\n  b\nb: ^8\n", 2, "a: 2\nb: 8\n")
    let plist = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>b</key>^<integer>8</integer><key>a</key>"
    let written = plist.filter { $0 != "^" }
    try checkReference(
      "a.plist", plist + "@<string>b</string></dict></plist>\n", 2, written + "<integer>2</integer></dict></plist>\n")
    try checkReference(
      "a.plist", plist + "@<string>b</string></dict></plist>\n", 2.5, written + "<real>2.5</real></dict></plist>\n")
  }

  @Test func aTokenIsValidWithoutItsReference() throws {
    let file = "t.tokens.json"
    let blue = #"{"colorSpace": "srgb", "components": [0, 0, 1]}"#
    let orange = ##"{ "colorSpace": "srgb", "components": [1, 0.5, 0], "hex": "#ff8000" }"##
    func check(_ token: String, _ expected: String?, groupType: String = "") throws {
      let tail = #", "b": {\#(groupType)"c": ^{"$type": "color", "$value": \#(blue)}}}"#
      try checkReference(
        file, #"{"a": "# + token + tail, Self.orange, expected.map { #"{"a": "# + $0 + tail.filter { $0 != "^" } })
    }
    try check(#"{"$value": @"{b.c}"}"#, #"{"$type": "color", "$value": \#(orange)}"#)
    try check(#"{"$type": "color", "$value": @"{b.c}"}"#, #"{"$type": "color", "$value": \#(orange)}"#)
    try check(
      #"{"$type": "color", "g": {"d": {"$value": @"{b.c}"}}}"#,
      #"{"$type": "color", "g": {"d": {"$value": \#(orange)}}}"#)
    try check(
      ##"@{"$description": "d", "$ref": "#/b/c"}"##, #"{"$description": "d", "$type": "color", "$value": \#(orange)}"#)
    try check(
      ##"{"$type": "color", "d": @{"$ref": "#/b/c", "$description": "d"}}"##,
      #"{"$type": "color", "d": {"$value": \#(orange), "$description": "d"}}"#)
    try check(
      ##"{"$type": "color", "$value": @{"$ref": "#/b/c/$value"}}"##, #"{"$type": "color", "$value": \#(orange)}"#)
    // The colour of a shadow is part of a token.
    try check(
      ##"{"$type": "shadow", "$value": {"color": @{"$ref": "#/b/c"}, "blur": 1}}"##,
      #"{"$type": "shadow", "$value": {"color": \#(orange), "blur": 1}}"#)
    // What a group inherits has no place of its own.
    try check(#"{"$extends": @"{b}"}"#, nil)
    try check(##"{"$ref": @"#/b"}"##, nil)
    try checkReference(
      file, #"{"a": {"$value": @"{b}"}, "b": ^{"$type": "duration", "$value": {"value": 8, "unit": "ms"}}}"#,
      ["value": 2, "unit": "ms"],
      #"{"a": {"$type": "duration", "$value": { "value": 2, "unit": "ms" }}, "b": {"$type": "duration", "$value": {"value": 8, "unit": "ms"}}}"#
    )
    try checkReference(
      "t.yaml", "é:\n  a:\n    $value: @\"{b}\"\nb: ^{ $type: dimension, $value: { value: 8, unit: px } }\n", 2,
      "é:\n  a:\n    $type: \"dimension\"\n    $value: { \"value\": 2, \"unit\": \"px\" }\nb: { $type: dimension, $value: { value: 8, unit: px } }\n"
    )
    // Aliases of YAML stand for one value.
    try checkReference(
      "t.yaml", "a: { $value: &v @\"{b}\" }\nc: { $value: *v }\nb: ^{ $type: number, $value: 8 }\n", 2, nil)
  }

  @Test func whatCannotBeWrittenIsRefused() {
    func check(_ text: String, _ line: Int, _ column: Int, _ value: JSONValue) {
      #expect(throws: EditRefusal.self) {
        try ValueEdit.edit(
          Array(text.utf8), file: "a.json", at: Cause(file: "a.json", line: line, column: column), to: value,
          inFormOf: nil)
      }
    }
    check(#"{"a": "b"}"#, 1, 7, Self.orange)
    check(#"{"a": "b"}"#, 1, 7, 3)
    check(#"{"a": "b"}"#, 2, 1, "c")
    check(#"{"a": "b"}"#, 1, 400, "c")
    check(#"{"a": "b"}"#, 0, 0, "c")
    check(#"{"a": [1, 2]}"#, 1, 7, 3)
    check(#"{"a": "b"}"#, 1, 7, [1, 2])
    check("", 1, 1, "c")
  }
}
