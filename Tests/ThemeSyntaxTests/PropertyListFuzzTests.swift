// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

/// For any bytes there is a tree, and findings lie within the file.
@Suite struct PropertyListFuzzTests {
  private func parse(_ bytes: [UInt8], _ comment: @autoclosure () -> String) -> [Finding] {
    let (tree, findings) = parsePropertyList(bytes)
    func isWithin(_ range: ByteRange) -> Bool { range.start <= range.end && range.end <= bytes.count }
    #expect(findings.allSatisfy { $0.range.map(isWithin) ?? true }, "\(comment())")
    var isWhole = true
    visit(tree) { isWhole = isWhole && isWithin($0) }
    #expect(isWhole, "\(comment())")
    #expect(findings.count { $0.code.holdsBack } <= 1, "\(comment())")
    return findings
  }

  @Test func truncatedAtEveryByte() {
    let xml = Array(ThemeInThreeFormats.xml.utf8)
    for count in 0..<xml.count {
      let findings = parse(Array(xml.prefix(count)), "\(count) bytes")
      #expect(findings.count == 1, "\(count) bytes")
      #expect(findings.allSatisfy { $0.code.holdsBack }, "\(count) bytes")
    }
    let binary = ThemeInThreeFormats.binary
    for count in 0..<binary.count {
      #expect(parse(Array(binary.prefix(count)), "\(count) bytes").contains { $0.code.holdsBack }, "\(count) bytes")
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
  func mutations(seed: UInt64) {
    var random = Sequence(state: seed)
    for original in [Array(ThemeInThreeFormats.xml.utf8), ThemeInThreeFormats.binary] {
      for turn in 0..<4_000 {
        var bytes = original
        for _ in 0...random.next(4) {
          let at = random.next(bytes.count)
          switch random.next(4) {
          case 0: bytes[at] = UInt8(random.next(256))
          case 1: bytes[at] ^= 1 << UInt8(random.next(8))
          case 2: bytes.remove(at: at)
          default: bytes.insert(bytes[random.next(bytes.count)], at: at)
          }
        }
        _ = parse(bytes, "seed \(seed), turn \(turn)")
      }
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
  func pieces(seed: UInt64) {
    var random = Sequence(state: seed)
    let pieces = [
      "<plist>", "</plist>", "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>",
      "<true/>",
      "<integer>", "</integer>", "1", "a", " ", "\n", "&amp;", "&", "<", ">", "<![CDATA[", "]]>", "<!--", "-->", "<?",
      "?>",
      "<!DOCTYPE plist [", "<!ENTITY a 'b'>", "]>", "é", "bplist00",
    ]
    for turn in 0..<8_000 {
      var bytes = random.next(4) == 0 ? [] : Array("<plist>".utf8)
      for _ in 0..<random.next(30) {
        if random.next(12) == 0 {
          bytes.append(UInt8(random.next(256)))
        } else {
          bytes += pieces[random.next(pieces.count)].utf8
        }
      }
      _ = parse(bytes, "seed \(seed), turn \(turn)")
    }
  }

  /// Numbers that one seed gives always.
  private struct Sequence {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }
}
