// SPDX-License-Identifier: MIT

import JSONText
import Testing
import TextComparison
import ThemeModel

/// The values of design tokens, type by type. The cases are tables of texts: see `TokenReadingCase`.
@Suite struct TokenReadingTests {
  @Test(arguments: TokenReadingCase.all(in: simpleTokenValues)) func simpleValues(_ row: TokenReadingCase) throws {
    try check(row)
  }

  @Test(arguments: TokenReadingCase.all(in: fontTokenValues)) func fonts(_ row: TokenReadingCase) throws {
    try check(row)
  }

  @Test(arguments: TokenReadingCase.all(in: tokenColors)) func colors(_ row: TokenReadingCase) throws {
    try check(row)
  }

  @Test(arguments: TokenReadingCase.all(in: compositeTokenValues)) func compositeValues(
    _ row: TokenReadingCase
  ) throws { try check(row) }

  private func check(_ row: TokenReadingCase) throws {
    #expect(try row.outcome(isLiteral: false) == row.expected)
    guard row.isLiteral else { return }
    #expect(try row.outcome(isLiteral: true) == row.expected)
    // References to parts lead into what is written.
    #expect(try row.read(isLiteral: true).value?.writtenContent == row.read(isLiteral: false).value?.writtenContent)
  }

  /// Reading ends for any value of any type, and reports a problem where there is no value.
  @Test func aLongListHasItsFailedParts() {
    let layers = (0..<2_000).map { number in
      WrittenToken.members([
        (key: "color", value: .literal(.string("#zz"))), (key: "blurr", value: .literal(.number(Double(number)))),
      ])
    }
    var reading = TokenReading()
    #expect(reading.value(of: .list(layers), type: "shadow", requiresAllParts: false) == nil)
    let failed = BytewiseSet(reading.failedParts.map { $0.joined(separator: "/") })
    // The offsets and the spread are not written at all.
    let isRight = failed == BytewiseSet((0..<2_000).flatMap { ["\($0)", "\($0)/color", "\($0)/blurr", "\($0)/blur"] })
    #expect(isRight)
  }

  @Test(arguments: TokenType.allCases) func readingIsTotal(_ type: TokenType) {
    var deep = Value.number(1)
    var members = Value.string("{a}")
    for _ in 0..<120 {
      deep = .array([deep])
      members = .object([.init(key: "color", value: members)])
    }
    let many = Value.array(Array(repeating: .number(1e308), count: 10_000))
    let values: [Value] = [
      deep, members, many, .number(-.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude), .string("\u{0}"), .null,
      .string(String(repeating: "9", count: 400) + "px"), .array([deep, members]),
      .object([.init(key: "", value: deep), .init(key: "components", value: many)]),
    ]
    for value in values {
      for written: WrittenToken in [.literal(value), .part(value), .list([.literal(value)])] {
        var reading = TokenReading()
        let result = reading.value(of: written, type: type.rawValue, requiresAllParts: false)
        #expect(result != nil || !reading.problems.isEmpty)
        #expect(reading.problems.allSatisfy { !$0.message.isEmpty && !$0.help.isEmpty })
      }
    }
  }

  /// An unresolved reference is reported where it stands, whatever the type.
  @Test(arguments: TokenType.allCases) func unresolvedIsSilent(_ type: TokenType) {
    var reading = TokenReading()
    #expect(reading.value(of: .unresolved, type: type.rawValue, requiresAllParts: true) == nil)
    #expect(reading.problems.isEmpty)
  }
}
