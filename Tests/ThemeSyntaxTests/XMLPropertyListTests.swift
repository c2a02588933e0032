// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

@Suite struct XMLPropertyListTests {
  /// The content of `<plist>`, and the places of findings.
  private func check(
    _ body: String, _ content: String, _ findings: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array("<plist version=\"1.0\">\(body)</plist>".utf8)
    let (tree, found) = parsePropertyList(bytes)
    #expect(treeText(tree) == content, sourceLocation: sourceLocation)
    #expect(places(found, in: bytes) == findings, "\(found.map(\.message))", sourceLocation: sourceLocation)
  }

  @Test func kinds() {
    check("<dict/>", "{}")
    check("<dict></dict>", "{}")
    check("<array/>", "[]")
    check(" <array>\n <string>a</string><string></string><string/>\r\n</array> ", #"["a", "", ""]"#)
    check("<true/>", "true")
    check("<false></false>", "false")
    check("<string> a\n b </string>", "\" a\n b \"")
    check("<string>a\r\nb</string>", "\"a\nb\"")
    check("<dict><key>b</key><true/><key>a</key><dict><key/><false/></dict></dict>", "{b: true, a: {: false}}")
    check("<dict><key>a</key><true/><key>a</key><false/></dict>", "{a: true, a: false}")
  }

  @Test func numbers() {
    check("<integer>12</integer>", "12.0")
    check("<integer> -12\n</integer>", "-12.0")
    check("<integer>+007</integer>", "7.0")
    check("<integer>0xFf</integer>", "255.0")
    check("<integer>-0X10</integer>", "-16.0")
    check("<integer>9007199254740992</integer>", "9007199254740992.0")
    check("<integer>0x20000000000000</integer>", "9007199254740992.0")
    check("<integer>9007199254740993</integer>", "unheld", "LV2011 1:22")
    check("<integer>0xFFFFFFFFFFFFFFFFFFFF</integer>", "unheld", "LV2011 1:22")
    check("<array><integer>-9007199254740993</integer><true/></array>", "[unheld, true]", "LV2011 1:29")
    check("<real>1</real>", "1.0")
    check("<real> +1.50 </real>", "1.5")
    check("<real>-2.5e-3</real>", "-0.0025")
    check("<real>.5</real>", "0.5")
    check("<real>1e20</real>", "1e+20")
    check("<real>1e400</real>", "unheld", "LV2011 1:22")
    check("<array><real>nan</real><real>-Infinity</real></array>", "[unheld, unheld]", "LV2011 1:29", "LV2011 1:45")
    check("<integer></integer>", "", "LV0001 1:22")
    check("<integer>1.5</integer>", "", "LV0001 1:22")
    check("<integer>1 2</integer>", "", "LV0001 1:22")
    check("<integer>0x</integer>", "", "LV0001 1:22")
    check("<real>0x1p3</real>", "", "LV0001 1:22")
    check("<real/>", "", "LV0001 1:22")
    check("<real>1.5.5</real>", "", "LV0001 1:22")
  }

  @Test func texts() {
    check("<string>&amp;&lt;&gt;&quot;&apos;&#65;&#x41;&#x1F600;</string>", "\"&<>\"'AA\u{1F600}\"")
    check("<string>a<![CDATA[<b>&amp;]]]]>c</string>", "\"a<b>&amp;]]c\"")
    check("<string>a<!-- no -->b<?no no?>c</string>", "\"abc\"")
    check("<!-- a --><dict><!-- b --><key>k<!-- c --></key><!-- d --><true/></dict><?e?>", "{k: true}")
    check("<string id=\"1\" class='a &amp; b'>é</string>", "\"é\"")
    let long = String(repeating: "line é\n", count: 40_000)
    check("<string>\(long)</string>", "\"\(long)\"")
    check("<array> <![CDATA[ ]]> &#32; </array>", "[]")
    // A backslash and quotation marks mean nothing here.
    check(#"<string>\u0041 "\"</string>"#, #""\u0041 "\"""#)
  }

  @Test func foreignKinds() {
    check("<array><date>2024-01-01T00:00:00Z</date><true/></array>", "[invalid, true]", "LV1014 1:29")
    check(
      "<dict><key>a</key><data>AAAA</data><key>b</key><date/></dict>", "{a: invalid, b: invalid}", "LV1014 1:40",
      "LV1014 1:69")
    let findings = parsePropertyList(Array("<plist><data/></plist>".utf8)).findings
    #expect(findings.map(\.message) == ["a theme cannot contain data"])
    #expect(!findings.contains { $0.code.holdsBack })
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func placesAreThoseOfTheText(mark: String) throws {
    let text =
      mark + "<?xml version='1.0' encoding='utf-8'?>\n<plist><dict a='b'>\n <key>é&amp;</key> <string>x&#65;y</string>"
      + "<key >n</key >\n<integer>1</integer><key>t</key><true/><key>l</key><array ><false></false><dict/></array></dict></plist>"
    let bytes = Array(text.utf8)
    let (tree, findings) = parsePropertyList(bytes)
    #expect(findings.isEmpty)
    #expect(tree.hasPlaces)
    func written(_ range: ByteRange) -> String {
      String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self)
    }
    let root = try #require(tree.root)
    #expect(written(tree.range(of: root)).hasPrefix("<dict a='b'>\n"))
    #expect(written(tree.range(of: root)).hasSuffix("</array></dict>"))
    let members = Array(tree.members(of: root))
    #expect(
      members.map { written(tree.keyRange(of: $0)) } == [
        "<key>é&amp;</key>", "<key >n</key >", "<key>t</key>", "<key>l</key>",
      ])
    #expect(
      members.map { written(tree.range(of: $0.value)) } == [
        "<string>x&#65;y</string>", "<integer>1</integer>", "<true/>", "<array ><false></false><dict/></array>",
      ])
    let list = try #require(members.last)
    #expect(tree.elements(of: list.value).map { written(tree.range(of: $0)) } == ["<false></false>", "<dict/>"])
    #expect(tree.plainText(of: members[0].key).map(Array.init) == Array("é&".utf8))
  }

  @Test func duplicateKeysAreTold() throws {
    let bytes = Array("<plist><dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict></plist>".utf8)
    let tree = parsePropertyList(bytes).tree
    var findings: [Finding] = []
    let members = try tree.effectiveMembers(of: #require(tree.root)) { findings.append($0) }
    #expect(members.map { tree.key(of: $0) } == ["a", "b"])
    #expect(places(findings, in: bytes) == ["LV0007 1:52"])
    #expect(findings.first?.related.first?.range == ByteRange(13, 25))
  }

  @Test func formatsAreToldApartByContent() {
    func check(
      _ text: String, _ path: String, _ message: String?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let found = parseThemeFile(Array(text.utf8), path: path).findings.first?.message
      #expect(found == message, sourceLocation: sourceLocation)
    }
    check("{}", "a.plist", nil)
    check("\u{FEFF} \n[1]", "a.plist", nil)
    check("// a note\n{}", "a.plist", "JSON does not allow comments; Livery ignores this one")
    check("\u{FEFF}<plist><dict/></plist>", "a.json", nil)
    check("\n <plist><dict/></plist>", "a.json", nil)
    check("", "a.json", "the file is empty")
    check("", "a.plist", "the file is empty")
    check("hello", "a.json", "expected `{` or `[` at the beginning of the file, found `hello`")
    check("hello", "a.plist", "expected `<` at the beginning of the file, found `h`")
    for openStep in ["{ a = 1; }", "{ \"a\" = b; }", "( a, b )", "// !$*UTF8*$!\n{ a = 1; }"] {
      check(openStep, "a.plist", "this is a property list in the old text form (OpenStep), which Livery cannot read")
    }
    check("bplist", "a.json", "this binary property list is damaged: its version is not 00")
  }

  @Test func threeFormatsGiveOneTree() {
    let trees = [Array(ThemeInThreeFormats.json.utf8), Array(ThemeInThreeFormats.xml.utf8), ThemeInThreeFormats.binary]
      .map { parseThemeFile($0, path: "theme") }
    #expect(trees.allSatisfy { $0.findings.isEmpty }, "\(trees.map(\.findings))")
    #expect(trees.map(\.tree.hasPlaces) == [true, true, false])
    #expect(treeText(trees[0].tree) == treeText(trees[1].tree))
    #expect(treeText(trees[0].tree) == treeText(trees[2].tree))
    #expect(treeText(trees[0].tree).contains("größe 😀: -1.5, big: 9007199254740992.0, neg: -7.0, on: true"))
  }
}
