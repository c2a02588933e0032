// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

/// Findings as `code line:column`, in order.
private func found(_ text: String) -> [String] { found(Array(text.utf8)) }

private func found(_ bytes: [UInt8]) -> [String] {
  let lines = LineTable(bytes)
  return parseJSON(bytes).findings.map { finding in
    guard let range = finding.range else { return finding.code.rawValue }
    let place = lines.range(range).start
    return "\(finding.code.rawValue) \(place.line):\(place.column)"
  }
}

@Suite struct ParseJSONTests {
  private func check(_ text: String, _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(found(text) == expected, "\(text)", sourceLocation: sourceLocation)
  }

  @Test func goodInput() {
    check("{}")
    check("[]")
    check(" [ 1 , -0.5e+10, true,false ,null, \"\" ] \r\n\t")
    check("{\"a\":{\"b\":[{}]},\"a\":2}")
    check("42")
    check("\u{FEFF}{\"a\": \"“curly” ’ inside\"}")
    check(#"["\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"]"#)
    check("[\"é€😀\", 9007199254740992, -9007199254740992, 1e308, 0, -0, 0.0, 10]")
  }

  @Test func tolerated() {
    check("{\"a\": 1,}", "LV0002 1:8")
    check("[1,\n2,\n]", "LV0002 2:2")
    check("// one\n{/* two */\"a\": 1 // three\n}", "LV0003 1:1", "LV0003 2:2", "LV0003 2:18")
    check("/**/[]/***/", "LV0003 1:1", "LV0003 1:7")
  }

  @Test func quotes() {
    check("{“a”: 1}", "LV0004 1:2")
    check("{\"a\": ‘b’,\n\"c\": “d\",\n \"e\": \"f”,\n \"g\": 1}", "LV0004 1:7", "LV0004 2:6", "LV0004 3:7")
    check("{'a': 1}", "LV0001 1:2")
    check("{\"a\": \"b,\n\"c\": 1}", "LV0005 1:7")
    check("{\"a: \"b\",\n\"c: 1,\n\"d\": 1}", "LV0005 1:2", "LV0005 2:1")
    check("{\"a\": [\"b, \"c\"],\n\"d\": 1}", "LV0005 1:8")
    check("{\"a\": [\"b\", \"c],\n\"d\": 1}", "LV0005 1:13")
    check("{\"a\": \"see {0},\n\"d\": 1}", "LV0005 1:7")
    check("{\"a\": \"say \"hi\" now\",\n\"d\": 1}", "LV0001 1:12")
    check("{\"a\": ref://white\",\n\"d\": 1}", "LV0001 1:7")
    check("{a\": \"b\",\nc: 1}", "LV0001 1:2", "LV0001 2:1")
    check("{\"\"a\": \"b\",\n\"c\"\": \"d\",\n\"e\": \"f\"\"}", "LV0001 1:2", "LV0001 2:4", "LV0001 3:9")
    check("\"a", "LV0005 1:1")
  }

  @Test func separators() {
    check("{\"a\": 1\n\"b\": 2\n\"c\": 3}", "LV0006 1:8", "LV0006 2:7")
    check("[\"a\"\n\"b\"\n\"c\"]", "LV0006 1:5", "LV0006 2:4")
    check("{\"a\": {\"x\": 1}  \"b\": 2}", "LV0006 1:15")
    check("[1 2]", "LV0006 1:3")
    check("{\"a\" 1}", "LV0001 1:5")
    check("{\"a\" = 1}", "LV0001 1:6")
    check("{\"a\"\n\"b\": 1}", "LV0001 1:5")
    check("{\"a\", \"b\", \"c\"}", "LV0001 1:5")
    check("{\"a\",\n \"b\",\n \"c\"}", "LV0001 1:5")
    check("{\"a\":: 1,, \"b\": 2}", "LV0001 1:6")
    check("{,}", "LV0001 1:2")
    check("[,1]", "LV0001 1:2")
    check("{\"a\": }", "LV0001 1:7")
    check("{: 1}", "LV0001 1:2")
    check("{\"a\": 1 2,\n\"b\": 1 \"x\",\n\"c\": 1 foo}", "LV0001 1:9", "LV0001 2:8", "LV0001 3:8")
  }

  @Test func brackets() {
    check("{\"a\": {\"b\": 1}", "LV0001 1:15")
    check("[[1}", "LV0001 1:4")
    check("{\"a\": [1, 2},\n\"b\": 1}", "LV0001 1:12")
    check("[{\"a\": 1]", "LV0001 1:9")
    check("[{\"a\": 1,\n{\"b\": 2}]", "LV0001 2:1")
    check("{\"a\": [\"b\"],\n\"c\": [\"d\",\n\"e\": 1}", "LV0001 3:1")
    check("{\"a\": [\"b\"\n\"e\": 1}", "LV0001 2:1")
    check("{\"a\": \"b\": 1}}", "LV0001 1:7")
    check("\"a\": 1}", "LV0001 1:1")
    check("{\"a\": {{\"b\": 1}}", "LV0001 1:8")
    check("{\"a\": {\"b\": 1}}}", "LV0001 1:16")
    check("{\"a\": [1]], \"b\": 2}", "LV0001 1:10")
    check("[1] 2", "LV0001 1:5")
    check("{\"a\": 1} // fine\nx", "LV0003 1:10", "LV0001 2:1")
    check("{\"a\":", "LV0001 1:6")
    check("{\"a", "LV0005 1:2")
  }

  @Test func tokens() {
    check("[tru]", "LV0001 1:2")
    check("[True, nil]", "LV0001 1:2")
    check("[truetrue]", "LV0001 1:2")
    check("[NaN,\nInfinity,\n-Infinity]", "LV0001 1:2", "LV0001 2:1", "LV0001 3:1")
    check(
      "[01,\n-007,\n+1,\n.5,\n1.,\n1e,\n-,\n0x10,\n1.5.5]", "LV0001 1:2", "LV0001 2:1", "LV0001 3:1",
      "LV0001 4:1", "LV0001 5:1", "LV0001 6:1", "LV0001 7:1", "LV0001 8:1", "LV0001 9:1")
    check("[9007199254740993,\n1e999,\n-123456789012345678901234567890]", "LV2011 1:2", "LV2011 2:1", "LV2011 3:1")
    check("{\"a\": 1e999 \"b\": -1e999}", "LV2011 1:7", "LV0006 1:12", "LV2011 1:18")
    check("[\"a\tb\",\n\"a\u{1}b\"]", "LV0001 1:4", "LV0001 2:3")
    check(#"["C:\dir"]"#, "LV0001 1:5")
    check(#"["\u12G4"]"#, "LV0001 1:3")
    check("[\"\\uD800\",\n\"\\uDC00\",\n\"\\uD800\\u0041\"]", "LV0001 1:3", "LV0001 2:2", "LV0001 3:2")
    check("[1, /* open\n2]", "LV0001 1:5")
    check("{ / note\n\"a\": 1}", "LV0001 1:3")
    check("{ # note\n\"a\": 1}", "LV0001 1:3")
    check("[\u{0}]", "LV0008 1:1")
    check("[1, \u{0}]", "LV0001 1:5")
  }

  @Test func wholeFiles() {
    check("", "LV0001 1:1")
    check(" \n // nothing\n", "LV0003 2:2", "LV0001 3:1")
    check("hello", "LV0001 1:1")
    check("<?xml version=\"1.0\"?>\n<plist/>", "LV0001 1:1")
    check("{ name = value;\n other = \"x\"; }", "LV0001 1:3")
    check("{ \"name\" = value; }", "LV0001 1:10")
    check("( a, b )", "LV0001 1:1")
  }
}
