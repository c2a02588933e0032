// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

@Suite struct BinaryPropertyListTests {
  /// A file of these objects, of which the first is the root. References have two bytes.
  private func file(_ objects: [[UInt8]], root: Int = 0) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += big(bytes.count, 4)
      bytes += object
    }
    let table = bytes.count
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 2] + big(objects.count, 8) + big(root, 8) + big(table, 8)
  }

  private func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  private func list(_ members: [Int], marker: UInt8 = 0xA0, count: Int? = nil) -> [UInt8] {
    let count = count ?? members.count
    return (count < 15 ? [marker | UInt8(count)] : [marker | 0xF, 0x12] + big(count, 4))
      + members.flatMap { big($0, 2) }
  }

  private func dictionary(_ members: [(Int, Int)]) -> [UInt8] {
    list(members.map(\.0) + members.map(\.1), marker: 0xD0, count: members.count)
  }

  private func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + text.utf8 }

  private func check(
    _ bytes: [UInt8], _ content: String, _ messages: String..., limits: SyntaxLimits = .init(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (tree, findings) = parseThemeFile(bytes, path: "a.plist", limits: limits)
    #expect(findings.map(\.message) == messages, sourceLocation: sourceLocation)
    if findings.isEmpty || !content.isEmpty { #expect(treeText(tree) == content, sourceLocation: sourceLocation) }
    #expect(findings.allSatisfy { $0.range == nil }, sourceLocation: sourceLocation)
    #expect(!tree.hasPlaces, sourceLocation: sourceLocation)
    visit(tree) { #expect($0 == ByteRange(0, 0), sourceLocation: sourceLocation) }
  }

  @Test func kinds() {
    check(file([[0x09]]), "true")
    check(file([[0x08]]), "false")
    check(file([list([])]), "[]")
    check(file([dictionary([])]), "{}")
    check(file([list([1, 2, 1]), [0x09], text("ab")]), "[true, \"ab\", true]")
    check(file([[0x62, 0x00, 0xE9, 0x20, 0xAC]]), "\"é€\"")
    check(file([[0x62, 0xD8, 0x3D, 0xDE, 0x00]]), "\"😀\"")
    check(file([dictionary([(1, 2), (3, 4)]), text("b"), [0x08], text("a"), [0x09]]), "{b: false, a: true}")
    check(file([dictionary([(1, 2), (1, 3)]), text("a"), [0x08], [0x09]]), "{a: false, a: true}")
    check(
      file([list(Array(repeating: 1, count: 300)), [0x09]]),
      "[\(Array(repeating: "true", count: 300).joined(separator: ", "))]")
  }

  @Test func numbers() {
    let past = "is too large to be held exactly"
    check(file([[0x10, 200]]), "200.0")
    check(file([[0x11, 0xFF, 0xFF]]), "65535.0")
    check(file([[0x12, 0xFF, 0xFF, 0xFF, 0xFF]]), "4294967295.0")
    check(file([[0x13] + big(-1, 8)]), "-1.0")
    check(file([[0x13] + big(1 << 53, 8)]), "9007199254740992.0")
    check(file([[0x13] + big(-1 << 53, 8)]), "-9007199254740992.0")
    check(file([[0x13] + big(1 << 53 + 1, 8)]), "unheld", "the number `9007199254740993` \(past)")
    check(file([[0x13] + big(.min, 8)]), "unheld", "the number `-9223372036854775808` \(past)")
    check(file([[0x14] + big(0, 8) + big(-1, 8)]), "unheld", "the number `18446744073709551615` \(past)")
    check(file([[0x22, 0x3F, 0xC0, 0, 0]]), "1.5")
    check(file([[0x23, 0xBF, 0xF8, 0, 0, 0, 0, 0, 0]]), "-1.5")
    check(file([[0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]]), "unheld", "a theme cannot contain the number `inf`")
  }

  @Test func foreignKinds() {
    let date: [UInt8] = [0x33, 0, 0, 0, 0, 0, 0, 0, 0]
    check(file([list([1, 2]), date, [0x09]]), "[invalid, true]", "a theme cannot contain a date")
    check(file([[0x41, 0]]), "invalid", "a theme cannot contain data")
    check(file([[0x80, 1]]), "invalid", "a theme cannot contain a reference of a keyed archive")
  }

  @Test func duplicateKeysAreToldWithoutPlaces() throws {
    let tree = parsePropertyList(file([dictionary([(1, 2), (1, 3)]), text("a"), [0x08], [0x09]])).tree
    var findings: [Finding] = []
    let members = try tree.effectiveMembers(of: #require(tree.root)) { findings.append($0) }
    #expect(members.map { tree.bool(of: $0.value) } == [true])
    #expect(findings.map(\.code) == [.duplicateKey])
    #expect(findings.allSatisfy { $0.range == nil && $0.related.isEmpty })
  }

  @Test func damage() {
    func damaged(_ bytes: [UInt8], _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
      check(bytes, "", "this binary property list is damaged: \(what)", sourceLocation: sourceLocation)
    }
    damaged(Array("bplist01".utf8) + file([[0x09]]).dropFirst(8), "its version is not 00")
    damaged(Array("bplist00".utf8), "it is truncated")
    damaged(file([[0x09]], root: 1), "its trailer is invalid")
    damaged(file([[0x09]], root: -1), "its trailer is invalid")
    damaged(file([]), "its trailer is invalid")
    damaged(file([[0x00]]), "it contains a null")
    damaged(file([[0x70]]), "it contains a value of an unknown type")
    damaged(file([[0x5F, 0x11, 0xFF, 0xFF]]), "an object is truncated")
    damaged(file([[0x5F, 0x13] + big(-1, 8)]), "an object is truncated")
    damaged(file([[0x5F, 0x09]]), "a length is invalid")
    damaged(file([list([7])]), "it refers to a missing object")
    damaged(file([list([0])]), "an object contains itself")
    damaged(file([list([1]), dictionary([(2, 0)]), text("a")]), "an object contains itself")
    damaged(file([[0x51, 0]]), "a text in it has the character U+0000")
    damaged(file([[0x61, 0, 0]]), "a text in it has the character U+0000")
    damaged(file([[0x51, 0xE9]]), "a text in it is not Unicode")
    damaged(file([dictionary([(1, 1)]), [0x09]]), "libplist cannot read it")
  }

  /// Objects each of which refers to the next, `width` times.
  private func nested(_ depth: Int, width: Int, leaf: [UInt8]) -> [UInt8] {
    file((1...depth).map { list(Array(repeating: $0, count: width)) } + [leaf])
  }

  @Test func limits() {
    let deep = "dictionaries and arrays are nested deeper than the limit of 128 levels"
    #expect(parsePropertyList(nested(128, width: 1, leaf: [0x09])).findings.isEmpty)
    check(nested(129, width: 1, leaf: [0x09]), "", deep)
    check(nested(60_000, width: 1, leaf: [0x09]), "", deep)
    // A path that is only too deep through an object that was weighed before.
    check(
      file([list([3, 1]), list([2]), list([3]), list([4]), list([])]), "",
      "dictionaries and arrays are nested deeper than the limit of 4 levels", limits: .init(depth: 4))
    check(nested(100, width: 10, leaf: [0x09]), "", "the file has more values than the limit of 4000000")
    check(
      nested(2, width: 2, leaf: [0x09]), "", "the file has more values than the limit of 6", limits: .init(values: 6))
    #expect(parsePropertyList(nested(2, width: 2, leaf: [0x09]), limits: .init(values: 7)).findings.isEmpty)
    let long: [UInt8] = [0x5F, 0x12] + big(1_000_000, 4) + Array(repeating: 0x61, count: 1_000_000)
    check(nested(2, width: 100, leaf: long), "", "the expanded file exceeds the limit of 67108864 bytes")
    check(file([[0x09]]), "", "the file has 45 bytes, more than the limit of 44", limits: .init(fileSize: 44))
  }
}
