// SPDX-License-Identifier: MIT

import JSONText
import TestSupport
import Testing

@Suite struct ParseTapeTests {
  /// Expects the kinds of the nodes in order, each with its text.
  private func check(_ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let tape = parseTape(Array(text.utf8)).tape
    let nodes = tape.nodes.map { node in
      "\(node.kind) \(node.next) \(String(decoding: tape.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))"
    }
    #expect(nodes == expected, sourceLocation: sourceLocation)
    #expect(flaw(in: tape) == nil, sourceLocation: sourceLocation)
  }

  @Test func tapeOfRightText() {
    check("", [])
    check(" 12 ", ["number 1 12"])
    check("\u{FEFF}[]", ["array 1 []"])
    check(
      #"{ "a": [1, true], "a": {"b" : null} }"#,
      [
        #"object 9 { "a": [1, true], "a": {"b" : null} }"#, #"key 2 "a""#, "array 5 [1, true]", "number 4 1",
        "true 5 true", #"key 6 "a""#, #"object 9 {"b" : null}"#, #"key 8 "b""#, "null 9 null",
      ])
  }

  @Test func tapeOfBrokenText() {
    check(#"{"a" 1}"#, [#"object 3 {"a" 1}"#, #"key 2 "a""#, "number 3 1"])
    check(#"{"a""#, [#"object 3 {"a""#, #"key 2 "a""#, "invalid 3 "])
    check(
      #"{"a": "b": 1}"#, [#"object 5 {"a": "b": 1}"#, #"key 2 "a""#, #"object 5 "b": 1}"#, #"key 4 "b""#, "number 5 1"])
    check(#"["a", b", nope]"#, [#"array 4 ["a", b", nope]"#, #"string 2 "a""#, #"string 3 b""#, "invalid 4 nope"])
    check("[[1}", ["array 3 [[1}", "array 3 [1}", "number 3 1"])
  }

  @Test func textOfStrings() {
    func check(_ json: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
      let tape = parseTape(Array(json.utf8)).tape
      #expect(tape.string(at: 0) == text, sourceLocation: sourceLocation)
    }
    check(#""""#, "")
    check(#""plain é€😀 longer than eight bytes""#, "plain é€😀 longer than eight bytes")
    check(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t")
    check(#""\u0041\u00e9\u20AC\uD83D\uDE00\u0000""#, "Aé€😀\0")
    check(#""\uD83D""#, "\u{FFFD}")
    check(#""\uD83Dx""#, "\u{FFFD}x")
    check(#""\uDE00\uD83D\u0041""#, "\u{FFFD}\u{FFFD}A")
    check(#""\q\u12""#, "q\u{FFFD}12")
    check("“curly”", "curly")
    check("'single'", "single")
    check("\"open", "open")
  }

  @Test func comparisonWithoutStrings() {
    let tape = parseTape(Array(#"["include", "incl\u0075de", "includes", ""]"#.utf8)).tape
    #expect((1...4).map { tape.string(at: $0, is: "include") } == [true, true, false, false])
    #expect(tape.string(at: 4, is: ""))
  }

  /// Numbers of up to 19 digits are divided by a power of ten. The standard library reads them digit by digit.
  @Test func longNumbersAreTheNextDouble() {
    func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
      let tape = parseTape(Array(text.utf8)).tape
      #expect(tape.number(at: 0)?.bitPattern == Double(text)?.bitPattern, "\(text)", sourceLocation: sourceLocation)
    }
    for byte in 0...255 { check("\(Double(byte) / 255)") }
    // Halfway between two doubles, a little less, a little more, and with all digits.
    check("9007199254740993.0")
    check("9007199254740992.9")
    check("9007199254740993.1")
    check("4503599627370496.5")
    check("4503599627370497.5")
    check("-4503599627370497.49")
    check("9999999999999999.999")
    check("0.9999999999999999999")
    check("0.0000000000000000001")
    check("-0.0000000000000000")
    check("1234567890.1234567890")
    var random = SplitMix(seed: 7)
    for _ in 0..<20_000 {
      let digits = String(random.next() % 10_000_000_000_000_000_000)
      let point = Int(random.next() % UInt64(digits.count))
      check(point == 0 ? "0.\(digits)" : "-\(digits.prefix(point)).\(digits.dropFirst(point))")
    }
  }

  @Test func numbers() {
    func check(_ json: String, _ number: Double?, sourceLocation: SourceLocation = #_sourceLocation) {
      let (tape, problems, _) = parseTape(Array(json.utf8))
      #expect(tape.number(at: 0) == number, "\(json)", sourceLocation: sourceLocation)
      #expect(
        problems.contains { $0.kind == .numberRange } == (number == nil), "\(json)", sourceLocation: sourceLocation)
    }
    for text in ["0", "-1", "12.5", "0.1", "-0.001", "123456789012345", "12345678.9012345", "0.30000000000000004"] {
      check(text, Double(text))
    }
    for text in ["1e3", "1E+3", "-2.5e-3", "1e22", "1e23", "4.9e-324", "1e-400", "1.7976931348623157e308", "1e300"] {
      check(text, Double(text))
    }
    check("-0", 0)
    check("9007199254740992", 9_007_199_254_740_992)
    check("-9007199254740992", -9_007_199_254_740_992)
    check("9007199254740993", nil)
    check("-9007199254740993", nil)
    check("100000000000000000000000", nil)
    check("9007199254740993.0", 9_007_199_254_740_992)
    check("1e309", nil)
    check("-1e999", nil)
    check("1" + String(repeating: "0", count: 400) + ".0", nil)
  }

  @Test func limits() {
    func check(_ text: String, _ limits: JSONLimits, _ kind: JSONProblem.Kind?) {
      let (tape, problems, _) = parseTape(Array(text.utf8), limits: limits)
      #expect(problems.map(\.kind) == (kind.map { [$0] } ?? []))
      #expect(flaw(in: tape) == nil)
    }
    check("[[1]]", .init(depth: 2), nil)
    check("[[[1]]]", .init(depth: 2), .tooDeep(limit: 2))
    check(#"{"a": {"b": {"#, .init(depth: 2), .tooDeep(limit: 2))
    check("[1,2]", .init(values: 3), nil)
    check("[1,2,3]", .init(values: 3), .tooManyValues(limit: 3))
    check(#"{"a": 1, "b": [], "c": 3}"#, .init(values: 2), .tooManyValues(limit: 2))
    check("[1]", .init(bytes: 3), nil)
    check("[1] ", .init(bytes: 3), .tooLarge(limit: 3))
  }

  @Test func deepNesting() {
    for text in ["[", "{\"a\":", "[{\"a\":"] {
      let bytes = Array(String(repeating: text, count: 100_000).utf8)
      #expect(parseTape(bytes).problems.map(\.kind) == [.tooDeep(limit: 128)])
      let (tape, problems, _) = parseTape(bytes, limits: .init(depth: 1_000_000))
      #expect(problems.count == 1)
      #expect(flaw(in: tape) == nil)
    }
    let closed = Array((String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8)
    #expect(parseTape(closed, limits: .init(depth: 100_000)).problems.isEmpty)
  }

  @Test func keptProblemsAreLimited() {
    let comments = parseTape(Array(String(repeating: "/**/", count: 5_000).utf8) + Array("[01]".utf8)).problems
    #expect(comments.count == 2_001)
    #expect(comments.last?.kind == .leadingZero)
    let numbers = parseTape(Array("[\(String(repeating: "01,\n", count: 5_000)) 1]".utf8))
    #expect(numbers.problems.count == 2_000 && numbers.omitted == [.other: 3_000])
  }

  /// Many problems of one group hide no problem of another one: each is kept for a reason of its own.
  @Test func groupsOfProblemsHaveOwnLimits() {
    let many = { (text: String) in String(repeating: text, count: 2_500) }
    func check(
      _ text: String, last kind: JSONProblem.Kind, _ omitted: Int, _ location: SourceLocation = #_sourceLocation
    ) {
      let found = parseTape(Array(text.utf8))
      #expect(found.problems.last?.kind == kind, sourceLocation: location)
      #expect(found.omitted.values.reduce(0, +) == omitted, sourceLocation: location)
    }
    check("[\(many("1\n")) 01]", last: .leadingZero, 500)
    check("[\(many("[1,],\n")) 1\n2]", last: .missingComma, 500)
    check("[\(many("1e999,\n")) 1,]", last: .trailingComma, 500)
    check("[\(many("1e999,\n")) 1 /**/]", last: .comment, 500)
    check("[\(many("\u{201C}a\u{201D},\n")) 01]", last: .leadingZero, 500)
    // A comma that only seems to be missing is withdrawn beyond the limit, too: it hides no problem of its line.
    check("[\(many("1\n")) \"a\": 2}, 3]", last: .missingOpening, 500)
  }
}

/// The first violation of the tape's structure. Nil if it is well formed.
func flaw(in tape: JSONTape) -> String? {
  var open: [(end: UInt32, next: UInt32, isObject: Bool)] = []
  var wantsValue = false
  for (index, node) in tape.nodes.enumerated() {
    while let last = open.last, last.next == index { open.removeLast() }
    if node.start > node.end || Int(node.end) > tape.bytes.count { return "node \(index) is out of range" }
    if index > 0, open.isEmpty { return "node \(index) is a second root" }
    if let last = open.last, node.next > last.next { return "node \(index) reaches out of its container" }
    let isKeyPlace = (open.last?.isObject ?? false) && !wantsValue
    if (node.kind == .key) != isKeyPlace { return "node \(index) is no key, or should be none" }
    wantsValue = node.kind == .key
    if node.kind == .object || node.kind == .array {
      guard node.next > index, Int(node.next) <= tape.nodes.count else { return "node \(index) has a wrong end" }
      open.append((node.end, node.next, node.kind == .object))
    } else if node.next != index + 1 {
      return "node \(index) is a leaf with children"
    }
  }
  return wantsValue ? "the last key has no value" : nil
}
