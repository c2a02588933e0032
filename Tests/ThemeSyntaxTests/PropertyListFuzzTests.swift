// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
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
    var random = SplitMix(seed: seed)
    for original in [Array(ThemeInThreeFormats.xml.utf8), ThemeInThreeFormats.binary] {
      for turn in 0..<4_000 {
        var bytes = original
        for _ in 0...Int.random(in: 0..<4, using: &random) {
          let at = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[at] = UInt8(Int.random(in: 0..<256, using: &random))
          case 1: bytes[at] ^= 1 << UInt8(Int.random(in: 0..<8, using: &random))
          case 2: bytes.remove(at: at)
          default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
          }
        }
        _ = parse(bytes, "seed \(seed), turn \(turn)")
      }
    }
  }

  @Test(arguments: [UInt64.random(in: 0 ... .max), 1])
  func pieces(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = [
      "<plist>", "</plist>", "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>",
      "<true/>",
      "<integer>", "</integer>", "1", "a", " ", "\n", "&amp;", "&", "<", ">", "<![CDATA[", "]]>", "<!--", "-->", "<?",
      "?>",
      "<!DOCTYPE plist [", "<!ENTITY a 'b'>", "]>", "é", "bplist00",
    ]
    for turn in 0..<8_000 {
      var bytes = Int.random(in: 0..<4, using: &random) == 0 ? [] : Array("<plist>".utf8)
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        if Int.random(in: 0..<12, using: &random) == 0 {
          bytes.append(UInt8(Int.random(in: 0..<256, using: &random)))
        } else {
          bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8
        }
      }
      _ = parse(bytes, "seed \(seed), turn \(turn)")
    }
  }
}
