// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import ThemeModel

@testable import ThemeSyntax

/// What is read without expat is read as expat reads it.
@Suite struct PlainPropertyListTests {
  /// The nodes with their places, and the findings.
  private static func description(_ result: (tree: SourceTree, findings: [Finding])) -> [String] {
    let tree = result.tree
    var lines: [String] = []
    var waiting = tree.root.map { [$0] } ?? []
    while let node = waiting.popLast() {
      let range = tree.range(of: node)
      lines.append("\(range.start)-\(range.end) \(tree.kind(of: node)) \(tree.string(of: node) ?? "")")
      switch tree.kind(of: node) {
      case .object:
        for member in tree.members(of: node) {
          lines.append("\(tree.keyRange(of: member)) \(tree.key(of: member))")
          waiting.append(member.value)
        }
      case .array: waiting += tree.elements(of: node)
      case .number: lines.append("\(tree.number(of: node) ?? .nan)")
      case .string, .bool, .null, .invalid: break
      }
    }
    return lines + result.findings.map { "\($0)" }
  }

  private static func check(
    _ text: some Sequence<UInt8>, isPlain: Bool?, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    let bytes = Array(text)
    let plain = PlainPropertyList.parse(bytes, limits: .init())
    let shown = String(decoding: bytes, as: UTF8.self)
    if let isPlain { #expect((plain != nil) == isPlain, "\(shown)", sourceLocation: sourceLocation) }
    guard let plain else { return false }
    let expected = description(XMLPropertyList.parse(bytes, limits: .init()))
    #expect(description(plain) == expected, "\(shown)", sourceLocation: sourceLocation)
    return true
  }

  private static let header =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\""
    + " \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"

  @Test(
    arguments: [
      "<dict/>", "<array/>", "<string/>", "<true/>", " <false/>\n", "<dict></dict>", "<array>\n\t</array>",
      "<string></string>", "<string> a\n\tb \u{E9} \u{1F600} ] </string>", "<integer>-0x1F</integer>",
      "<integer>9007199254740993</integer>", "<real>1e400</real>", "<real> 1.5 </real>",
      "<dict><key>a</key><dict><key></key><array><integer>1</integer><dict/></array></dict><key>a</key><true/></dict>",
      "<!-- a < b & c > d - \u{E9} --><dict><!----><key>a</key><!-->--><real>1</real></dict><!-- end -->",
    ])
  func plain(body: String) {
    for (start, end) in [("<plist version=\"1.0\">", "</plist>"), ("<plist>", "</plist>\n<!-- end -->\n")] {
      for header in ["", "\u{FEFF}", Self.header, "\u{FEFF}" + Self.header] {
        #expect(Self.check((header + start + body + end).utf8, isPlain: true))
      }
    }
  }

  @Test(
    arguments: [
      "", "a", "<dict>", "</dict>", "<dict><key>a</key></dict>", "<dict><true/></dict>", "<array><key>a</key></array>",
      "<key>a</key>", "<true/><true/>", "<date>2026-01-01</date>", "<data>AA==</data>", "<string>a&amp;b</string>",
      "<string><![CDATA[a]]></string>", "<string>]]></string>", "<string>a\rb</string>", "<string>\u{7}</string>",
      "<string>\u{FFFE}</string>", "<string>a\u{FFFF}</string>", "<string>a<!-- b --></string>", "<string >a</string>",
      "<string>a</string >", "<string>a</key>", "<integer></integer>", "<integer>1.5</integer>", "<real>x</real>",
      "<true></true>", "<dict/ >", "<!-- a -- b --><true/>", "<!-- a <true/>", "<!-- \u{7} --><true/>", "<true />",
      "<plist><true/></plist>", "<other/>",
    ])
  func notPlain(body: String) {
    #expect(!Self.check("<plist version=\"1.0\">\(body)</plist>".utf8, isPlain: false))
  }

  @Test func notPlainAround() {
    for text in [
      "", "<plist>", "<plist><true/>", "<true/>", "<plist><true/></plist>a", " \(Self.header)<plist><true/></plist>",
    ] {
      #expect(!Self.check(text.utf8, isPlain: false))
    }
    // Bytes that are not UTF-8: cut off, overlong, a surrogate.
    for bytes: [UInt8] in [[0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF]] {
      let list = Array("<plist><string>".utf8) + bytes + Array("</string></plist>".utf8)
      #expect(!Self.check(list, isPlain: false))
    }
  }

  @Test func limits() {
    let list = Array("<plist><array><array/><true/></array></plist>".utf8)
    #expect(PlainPropertyList.parse(list, limits: .init(values: 3)) != nil)
    #expect(PlainPropertyList.parse(list, limits: .init(values: 2)) == nil)
    #expect(PlainPropertyList.parse(list, limits: .init(depth: 1)) == nil)
  }

  private static let pieces = [
    "<dict>", "</dict>", "<dict/>", "<array>", "</array>", "<array/>", "<key>a</key>", "<key>", "</key>",
    "<string>a</string>",
    "<string>", "</string>", "<string/>", "<integer>1</integer>", "<real>.5</real>", "<true/>", "<false/>",
    "<true></true>",
    " ", "\n", "\r", "\t", "a", "\u{E9}", "&amp;", "<!-- a -->", "<!--", "-->", "--", "]]>", "<![CDATA[a]]>", "<date/>",
    "<data/>",
    "</plist>", "<plist>", "<?a?>",
  ]

  /// A plain list with faults: pieces that are added, removed or replaced, and bytes that are changed.
  @Test(arguments: seeds(1, 2, 3, 4)) func random(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var plainCount = 0
    for _ in 0..<2_000 {
      var pieces = [random.one(of: ["", Self.header]), "<plist version=\"1.0\">"]
      func append(_ depth: Int) {
        if random.happens(onceIn: 3) { pieces.append(random.one(of: [" ", "\n\t", "<!-- a -->"])) }
        switch depth > 3 ? 9 : Int.random(in: 0..<10, using: &random) {
        case 0..<3:
          pieces.append("<dict>")
          for _ in 0..<Int.random(in: 0..<4, using: &random) {
            pieces.append("<key>\(random.one(of: ["a", "b c", "", "\u{E9}"]))</key>")
            append(depth + 1)
          }
          pieces.append("</dict>")
        case 3..<5:
          pieces.append("<array>")
          for _ in 0..<Int.random(in: 0..<4, using: &random) { append(depth + 1) }
          pieces.append("</array>")
        default:
          pieces.append(
            random.one(of: [
              "<string>#ff0000</string>", "<string> </string>", "<string/>", "<integer>12</integer>",
              "<real>1e3</real>",
              "<true/>", "<false/>", "<dict/>", "<array/>",
            ]))
        }
      }
      append(0)
      pieces.append("</plist>")
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: pieces.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: pieces.insert(random.one(of: Self.pieces), at: place)
        case 1: pieces.remove(at: place)
        default: pieces[place] = random.one(of: Self.pieces)
        }
        if pieces.isEmpty { pieces = [""] }
      }
      var bytes = Array(pieces.joined().utf8)
      if random.happens(onceIn: 3), !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Self.check(bytes, isPlain: nil) { plainCount += 1 }
    }
    #expect(plainCount > 400)
  }
}
