// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

/// The texts of findings, and the results of their fixes.
@Suite struct FindingTests {
  private func check(
    _ text: String, _ message: String, help: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = parseJSON(Array(text.utf8)).findings.first { $0.severity == .error }
    #expect(found?.message == message, sourceLocation: sourceLocation)
    if let help { #expect(found?.help == help, sourceLocation: sourceLocation) }
  }

  @Test func messages() {
    check("{\"a\": 1 2}", "expected `,` or `}` after this value, found `2`")
    check("[1 nope]", "expected `,` or `]` after this value, found `nope`")
    check("{\"a\": 1\n\"b\": 2}", "expected `,` between this value and the next")
    check("{\"a\" 1}", "expected `:` and a value after this key")
    check("{\"a\": }", "expected a value, found `}`")
    check("[True]", "expected a value, found `True`", help: "write `true`")
    check("{1: 2}", "the key `1` has no quotation marks")
    check("{1}", "expected a key in quotation marks or `}`, found `1`")
    check("{\"a\": [1", "expected `]`, found the end of the file", help: "close the array with `]`")
    check("{\"a\": [1\n\"b\": 2}", "expected `]`, found `\"b\"`", help: "close the array with `],` before this key")
    check(
      "{\n \"a\": {\n  \"b\": 1\n \"c\": 2\n}", "expected `}`, found `\"c\"`",
      help: "close the object with `},` before this key")
    check("{\"a\": \"b", "this string has no closing quotation mark")
    let extra = "remove the extra closing bracket"
    let rest = "a file holds one value: write the rest into it, or remove it"
    check("{\"a\": 1} }", "expected the end of the file, found `}`", help: extra)
    check("{\"a\": {}}}, \"b\": 1}", "expected the end of the file, found `}`", help: rest)
    check("{\"a\": {}},\n\"b\": 1}", "expected the end of the file, found `,`", help: extra)
    check("{\"a\": 1}, \"b\": 1", "expected the end of the file, found `,`", help: rest)
    check("{\"a\": 1},\n{\"b\": 1}", "expected the end of the file, found `,`", help: rest)
    check("{\"a\": 1}\n{}", "expected the end of the file, found `{`", help: rest)
    check("{\"a\": 1};\n", "expected the end of the file, found `;`", help: "remove it")
    check("{\"a\": \"He said \"x\"; so\"}", "the string continues after this quotation mark")
    check("[\"a\tb\"]", "this string contains the control character \\t", help: "write it as `\\t`")
    check("[\"a\u{1}b\"]", "this string contains the control character \\u0001")
    check(#"["C:\dir"]"#, #"`\d` is not a valid escape"#)
    check("[0x10]", "`0x10` is not a number")
    check("[12345678901234567890]", "the number `12345678901234567890` is too large to be held exactly")
    check(
      "[\(String(repeating: "x", count: 500))]",
      "expected a value or `]`, found `\(String(repeating: "x", count: 32))…`")
    check("", "the file is empty", help: "write `{}` if nothing belongs in it")
    check("<plist>", "this is XML, not JSON")
    check("{ a = 1; }", "this is a property list in the old text form (OpenStep), which Livery cannot read")
    check("hello", "expected `{` or `[` at the beginning of the file, found `hello`")
    #expect(
      parseJSON([0x5B, 0x22, 0xE9, 0x22, 0x5D]).findings.map(\.message) == [
        "the file is not UTF-8: found the byte 0xE9"
      ])
  }

  @Test func limits() {
    func check(
      _ text: String, _ limits: SyntaxLimits, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let findings = parseJSON(Array(text.utf8), limits: limits).findings
      #expect(findings.map(\.code) == [.limit], sourceLocation: sourceLocation)
      #expect(findings.map(\.message) == [message], sourceLocation: sourceLocation)
    }
    check("[[[]]]", .init(depth: 2), "objects and arrays are nested deeper than the limit of 2 levels")
    check("[1,2,3]", .init(values: 3), "the file has more values than the limit of 3")
    check("[1,2,3]", .init(fileSize: 3), "the file has 7 bytes, more than the limit of 3")
    check(
      String(repeating: "[", count: 100_000), .init(),
      "objects and arrays are nested deeper than the limit of 128 levels")
    #expect(SyntaxLimits() == SyntaxLimits(fileSize: 67_108_864, depth: 128, values: 4_000_000))
  }

  @Test func whatHoldsBack() {
    func holdsBack(_ text: String) -> Bool { parseJSON(Array(text.utf8)).findings.contains(where: \.code.holdsBack) }
    #expect(!holdsBack("{\"a\": 1,} // fine"))
    #expect(!holdsBack("[1e999]"))
    #expect(holdsBack("[1 2]"))
    #expect(holdsBack("[01]"))
    #expect(holdsBack("[“a”]"))
    #expect(holdsBack(""))
  }

  /// Applies the fixes of a text, safe ones alone.
  private func mended(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let edits = parseJSON(bytes).findings.compactMap(\.fix).filter(\.safe).flatMap(\.edits)
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
      bytes.replaceSubrange(Int(edit.range.start)..<Int(edit.range.end), with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func safeFixes() {
    func check(_ broken: String, _ right: String, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(mended(broken) == right, sourceLocation: sourceLocation)
    }
    check("{\"a\": 1\n\"b\": [{}\n{}] // x\n\"c\": 3}", "{\"a\": 1,\n\"b\": [{},\n{}], // x\n\"c\": 3}")
    check("{“a”: 1,\n\"b\": „c“,\n\"d\": \"e”}", "{\"a\": 1,\n\"b\": \"c\",\n\"d\": \"e\"}")
    check("[‘It’s’]", "[\"It’s\"]")
    check("{\"a\": \"x\";\"b\": 1,\n\"c\": [\"x\"; \"y\"]\n};", "{\"a\": \"x\",\"b\": 1,\n\"c\": [\"x\", \"y\"]\n}")
    // Ambiguous mistakes are left alone.
    check("[1 2]", "[1 2]")
    check("[“a]", "[“a]")
    check("[“a \"b\" c”]", "[“a \"b\" c”]")
  }
}
