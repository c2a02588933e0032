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
        bytes, file: file, at: Cause(file: file, line: line, column: column), to: value, inNotationOf: nil)
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

  @Test func aReferenceIsReplacedInTheFormOfItsTarget() throws {
    let bytes = Array(##"{"a": "b", "b": "#2196F3"}"##.utf8)
    let form = ValueEdit.written(in: bytes, file: "a.json", at: Cause(file: "a.json", line: 1, column: 17))
    #expect(form == ##""#2196F3""##)
    let edit = try ValueEdit.edit(
      bytes, file: "a.json", at: Cause(file: "a.json", line: 1, column: 7), to: Self.orange, inNotationOf: form)
    #expect(edit == ValueEdit.Edit(range: 6..<9, text: ##""#FF8000""##))
  }

  @Test func whatCannotBeWrittenIsRefused() {
    func check(_ text: String, _ line: Int, _ column: Int, _ value: JSONValue) {
      #expect(throws: EditRefusal.self) {
        try ValueEdit.edit(
          Array(text.utf8), file: "a.json", at: Cause(file: "a.json", line: line, column: column), to: value,
          inNotationOf: nil)
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
