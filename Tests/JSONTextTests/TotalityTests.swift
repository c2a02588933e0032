// SPDX-License-Identifier: MIT

import JSONText
import Testing

/// A small generator. A failed test prints its seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

@Suite struct TotalityTests {
  private static let document = """
    {"button": {"inherits": "ref://a", "size": -12.5e1, "on": true, "off": false, "none": null, "é€😀": "\\u00e9\\ud83d\\ude00\\n"},
      "list": [1, 2, [], {}, "a\\"b", [0.5, {"x": "y"}]], "": "" , "/": "//" }
    """

  /// Parses, and checks the result against the reference and the general properties of a tape.
  private func check(_ bytes: [UInt8], _ note: String) {
    let (tape, problems, _) = parseTape(bytes)
    #expect(flaw(in: tape) == nil, "\(note): \(String(decoding: bytes, as: UTF8.self))")
    #expect(problems.isEmpty == ReferenceValidator.accepts(bytes), "\(note): \(String(decoding: bytes, as: UTF8.self))")
    #expect(problems.allSatisfy { $0.range.upperBound <= bytes.count && ($0.related?.upperBound ?? 0) <= bytes.count })
    for index in tape.nodes.indices {
      if [.key, .string].contains(tape.nodes[index].kind) { _ = tape.string(at: index) }
    }
  }

  @Test func everyPrefixAndSuffix() {
    let bytes = Array(Self.document.utf8)
    for end in 0...bytes.count {
      check(Array(bytes[..<end]), "prefix")
      check(Array(bytes[end...]), "suffix")
    }
  }

  @Test func everyByteReplaced() {
    let bytes = Array(Self.document.utf8)
    for index in bytes.indices {
      for byte: UInt8 in [
        0, 0x0A, 0x20, 0x22, 0x27, 0x2C, 0x2F, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x31, 0x61, 0x80, 0xE2, 0xFF,
      ] {
        var changed = bytes
        changed[index] = byte
        check(changed, "byte \(index) replaced")
      }
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1, 2, 3])
  func randomMutations(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let document = Array(Self.document.utf8)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "/", "//", "/*", "*/", "'", "“", "”", "1", "-", "e", "tru", " ",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<3_000 {
      var bytes = document
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: at)
        case 1: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: at)
        default: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      check(bytes, "seed \(seed)")
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 4, 5])
  func randomTokens(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\":", "1", "tru", "true", "\n", " ", "\\", "// x\n", "/*", "'",
      "“", "”",
      "=", "#", "\"\"", "null", "-",
    ].map { Array($0.utf8) }
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...40, using: &generator)
      check((0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }, "seed \(seed)")
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 6])
  func randomBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let count = Int.random(in: 0...80, using: &generator)
      check((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }, "seed \(seed)")
    }
  }

  /// Long lines that repeat one mistake. A look ahead for each of them would be quadratic, and would not end in reasonable
  /// time.
  @Test(arguments: [
    "[", "{", "]", ",", ":", "\"", "{a:", "a,", "'a' ", "“a” ", "\"\"x", "\"a:\"b", "\"a\" ", "[1 ", "[}", "[\"a\":",
    "/**/", "\\", "=",
  ])
  func longLinesAreLinear(piece: String) {
    for prefix in ["", "[", "{", "{\"x\" 1,"] {
      let bytes = Array((prefix + String(repeating: piece, count: 60_000 / piece.utf8.count)).utf8)
      let (tape, problems, _) = parseTape(bytes, limits: .init(depth: .max))
      #expect(flaw(in: tape) == nil)
      #expect(problems.filter { !$0.kind.isTolerated }.count <= 1)
    }
  }

  @Test func encodings() {
    func check(_ bytes: [UInt8], isRight: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
      let quoted = [0x22] + bytes + [0x22]
      let kinds = parseTape(quoted).problems.map(\.kind)
      #expect(kinds == (isRight ? [] : [.invalidUTF8]), "\(bytes)", sourceLocation: sourceLocation)
      #expect(ReferenceValidator.accepts(quoted) == isRight, sourceLocation: sourceLocation)
    }
    for right in ["\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"] {
      check(Array(right.utf8), isRight: true)
    }
    for wrong: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x41], [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xFE], [0xFF],
    ] {
      check(wrong, isRight: false)
    }
    #expect(parseTape([0xFF, 0xFE, 0x7B, 0]).problems.map(\.kind) == [.utf16])
    #expect(parseTape([0x7B, 0, 0x7D, 0]).problems.map(\.kind) == [.utf16])
    #expect(parseTape(Array("// ".utf8) + [0xE9, 0x0A, 0x31]).problems.map(\.kind) == [.comment, .invalidUTF8])
  }
}
