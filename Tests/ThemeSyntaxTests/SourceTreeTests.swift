// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import TextComparison
import ThemeModel
import ThemeSyntax

@Suite struct SourceTreeTests {
  @Test func accessors() throws {
    let text = #"{"s": "t\u0065xt", "n": -1.5, "y": true, "f": false, "z": null, "l": [1, [2], 3], "o": {"k": {}}}"#
    let tree = parseJSON(Array(text.utf8)).tree
    let root = try #require(tree.root)
    #expect(tree.kind(of: root) == .object)
    #expect(tree.range(of: root) == ByteRange(0, text.utf8.count))
    let members = Array(tree.members(of: root))
    #expect(members.map { tree.key(of: $0) } == ["s", "n", "y", "f", "z", "l", "o"])
    #expect(members.map { tree.kind(of: $0.value) } == [.string, .number, .bool, .bool, .null, .array, .object])
    #expect(tree.string(of: members[0].value) == "text")
    #expect(tree.plainText(of: members[0].value) == nil)
    #expect(tree.plainText(of: members[0].key).map(Array.init) == Array("s".utf8))
    #expect(tree.number(of: members[1].value) == -1.5)
    #expect(tree.bool(of: members[2].value) == true)
    #expect(tree.bool(of: members[3].value) == false)
    #expect(tree.keyRange(of: members[0]) == ByteRange(1, 4))
    #expect(tree.range(of: members[0].value) == ByteRange(6, 17))
    #expect(tree.elements(of: members[5].value).map { tree.kind(of: $0) } == [.number, .array, .number])
    #expect(tree.members(of: members[6].value).map { tree.key(of: $0, is: "k") } == [true])
    // Each value has one type.
    #expect(tree.string(of: root) == nil && tree.number(of: root) == nil && tree.bool(of: root) == nil)
    #expect(Array(tree.elements(of: root)).isEmpty && Array(tree.members(of: members[5].value)).isEmpty)
    #expect(parseJSON([]).tree.root == nil)
  }

  /// The effective members as `key=value`, and the places of the findings as `later<earlier` in columns.
  private func check(
    _ text: String, _ members: [String], _ duplicates: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (tree, _) = parseJSON(Array(text.utf8))
    var findings: [Finding] = []
    guard let root = tree.root else { Issue.record("no root"); return }
    let found = tree.effectiveMembers(of: root) { findings.append($0) }
      .map { "\(tree.key(of: $0))=\(tree.number(of: $0.value).map { Int($0) } ?? -1)" }
    #expect(Bytewise(found) == Bytewise(members), sourceLocation: sourceLocation)
    let places = findings.map { "\($0.range?.start ?? 0)<\($0.related.first?.range?.start ?? 0)" }
    #expect(places == duplicates, sourceLocation: sourceLocation)
    #expect(findings.allSatisfy { $0.code == .duplicateKey && $0.severity == .warning })
  }

  @Test func effectiveMembers() {
    check("{}", [])
    check("[1]", [])
    check(#"{"a": 1, "b": 2}"#, ["a=1", "b=2"])
    check(#"{"a": 1, "b": 2, "a": 3}"#, ["a=3", "b=2"], ["17<1"])
    check(#"{"a": 1, "a": 2, "a": 3}"#, ["a=3"], ["9<1", "17<9"])
    check(#"{"a": 1, "\u0061": 2, "A": 3}"#, ["a=2", "A=3"], ["9<1"])
    check(#"{"": 1, "": 2}"#, ["=2"], ["8<1"])
    // Two normal forms are two texts; two spellings of one text are one.
    check("{\"\u{E9}\": 1, \"e\u{301}\": 2}", ["\u{E9}=1", "e\u{301}=2"])
    check("{\"\u{E9}\": 1, \"\\u00e9\": 2}", ["\u{E9}=2"], ["10<1"])
    // Keys that recovery made up are no members.
    check(#"{: 1, : 2, "a": 3}"#, ["a=3"])
  }

  @Test(arguments: ["", "é", #"\u0041"#])
  func effectiveMembersOfLargeObjects(odd: String) {
    for count in [11, 12, 13, 14, 40, 1_000, 20_000] {
      let once = (0..<count).map { "\"key-\($0)\": \($0)" } + ["\"\(odd)\": -7"]
      let twice = once + (0..<count).map { "\"key-\($0)\": \($0 + 1)" }
      let tree = parseJSON(Array("{\(twice.joined(separator: ","))}".utf8)).tree
      var findings = 0
      let members = tree.root.map { tree.effectiveMembers(of: $0) { _ in findings += 1 } } ?? []
      #expect(findings == count)
      #expect(members.count == count + 1)
      #expect(members.prefix(count).enumerated().allSatisfy { tree.number(of: $1.value) == Double($0 + 1) })
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
  func anyBytesGiveATreeAndFindings(seed: UInt64) {
    var state = seed
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\"a\":", "“", "’", "'", "\\", "\n", "é", "=", ";", "//", "1", "-",
    ]
    for _ in 0..<4_000 {
      var bytes: [UInt8] = []
      for _ in 0..<next(30) {
        if next(5) == 0 {
          bytes.append(UInt8(next(256)))
        } else {
          bytes += pieces[Int(next(UInt64(pieces.count)))].utf8
        }
      }
      let (tree, findings) = parseJSON(bytes)
      let isWhole = findings.allSatisfy { $0.range.map { $0.start <= $0.end && $0.end <= bytes.count } ?? false }
      #expect(isWhole, "seed \(seed): \(bytes)")
      var waiting = tree.root.map { [$0] } ?? []
      while let node = waiting.popLast() {
        waiting += tree.effectiveMembers(of: node) { _ in }.map(\.value)
        waiting += tree.elements(of: node)
      }
    }
  }
}
