// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

@Suite struct XMLPropertyListErrorTests {
  /// The one finding of a text: `code line:column`, the message, and the text at the related place.
  private func check(
    _ text: String, _ place: String, _ message: String, from related: String? = nil, limits: SyntaxLimits = .init(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(text.utf8)
    let (tree, findings) = parsePropertyList(bytes, limits: limits)
    #expect(places(findings, in: bytes) == [place], sourceLocation: sourceLocation)
    #expect(findings.map(\.message) == [message], sourceLocation: sourceLocation)
    let opening = findings.first?.related.first?.range.map { bytes[Int($0.start)..<Int($0.end)] }
    #expect(opening.map { String(decoding: $0, as: UTF8.self) } == related, sourceLocation: sourceLocation)
    visit(tree) { #expect($0.start <= $0.end && $0.end <= bytes.count, sourceLocation: sourceLocation) }
  }

  @Test func structure() {
    check("<dict/>", "LV0001 1:1", "expected `<plist>`, found `<dict>`")
    check("<html><body/></html>", "LV0001 1:1", "expected `<plist>`, found `<html>`")
    check("<plist/>", "LV0001 1:1", "this property list is empty")
    check("<plist>\n</plist>", "LV0001 1:1", "this property list is empty")
    check(
      "<plist><dict/>\n<array/></plist>", "LV0001 2:1",
      "a property list contains one value, and `<array>` is a second one"
    )
    check("<plist><plist/></plist>", "LV0001 1:8", "`<plist>` is allowed only at the root")
    check("<plist><key>a</key></plist>", "LV0001 1:8", "`<key>` is allowed only in a `<dict>`")
    check("<plist><array><key>a</key></array></plist>", "LV0001 1:15", "`<key>` is allowed only in a `<dict>`")
    check("<plist><dict>\n<key>a</key>\n</dict></plist>", "LV0001 2:1", "this key has no value")
    check("<plist><dict>\n<key>a</key>\n<key>b</key><true/></dict></plist>", "LV0001 2:1", "this key has no value")
    check(
      "<plist><dict>\n<string>a</string></dict></plist>", "LV0001 2:1",
      "expected `<key>`, found `<string>`: this value has no key")
    check(
      "<plist><dict><key>a</key><true/><false/></dict></plist>", "LV0001 1:33",
      "expected `<key>`, found `<false>`: this value has no key")
    check(
      "<plist><array><number>1</number></array></plist>", "LV0001 1:15", "a property list cannot contain `<number>`")
    check("<plist><dicts/></plist>", "LV0001 1:8", "a property list cannot contain `<dicts>`")
    check("<plist><d/></plist>", "LV0001 1:8", "a property list cannot contain `<d>`")
    check("<plist><String/></plist>", "LV0001 1:8", "a property list cannot contain `<String>`")
    check(
      "<plist><string>a <b>b</b></string></plist>", "LV0001 1:18", "a property list cannot contain `<b>`")
    check(
      "<plist><string>a <true/></string></plist>", "LV0001 1:18", "expected `</string>`, found `<true>`",
      from: "<string>")
    check("<plist><true>\n yes</true></plist>", "LV0001 2:2", "`<true>` cannot contain text, found `yes`")
    check("<plist><array>\n one</array></plist>", "LV0001 2:2", "`<array>` cannot contain text, found `one`")
    check("<plist>text</plist>", "LV0001 1:8", "`<plist>` cannot contain text, found `text`")
    check("<plist><dict>&#65;</dict></plist>", "LV0001 1:14", "`<dict>` cannot contain text, found `&#65;`")
    check("<plist><integer>12px</integer></plist>", "LV0001 1:8", "`12px` is not a valid integer")
    check("<plist><real>wide</real></plist>", "LV0001 1:8", "`wide` is not a valid real number")
  }

  @Test func namesOfElements() {
    func check(_ name: String, _ help: String, sourceLocation: SourceLocation = #_sourceLocation) {
      let findings = parsePropertyList(Array("<plist><dict><\(name)>a</\(name)></dict></plist>".utf8)).findings
      #expect(findings.map(\.help) == [help], sourceLocation: sourceLocation)
    }
    check("Key", "write `<key>`: the names of elements are in lower case")
    check("STRING", "write `<string>`: the names of elements are in lower case")
    check("strng", "did you mean `string`?")
    check("b", "write <dict>, <array>, <key>, <string>, <integer>, <real>, <true/> or <false/>")
  }

  @Test func tags() {
    check(
      "<plist>\n<dict>\n<key>a</key><true/>\n</plist>", "LV0001 4:1", "expected `</dict>`, found `</plist>`",
      from: "<dict>")
    check(
      "<plist><dict a='b'><key>a</kay></dict></plist>", "LV0001 1:26", "expected `</key>`, found `</kay>`",
      from: "<key>")
    check(
      "<plist>\n<dict>", "LV0001 2:7", "expected `</dict>`, found the end of the file", from: "<dict>")
    check(
      "<plist><string>a", "LV0001 1:17", "expected `</string>`, found the end of the file", from: "<string>")
    check("<plist><string a=\"\n/>", "LV0001 1:8", "this tag is not closed")
    check("<plist><string a=\"\n/></plist>", "LV0001 2:3", "found `<` outside a tag")
    check("<plist><str", "LV0001 1:8", "this tag is not closed")
    check("<plist><array><string>a</string\n<true/></array></plist>", "LV0001 1:24", "this tag is not closed")
    check("<plist><array><string\n<true/></array></plist>", "LV0001 1:15", "this tag is not closed")
    check("<plist><!-- a\n</plist>", "LV0001 1:8", "this comment is not closed")
    check("<plist><!-- old -- b --><true/></plist>", "LV0001 1:17", "a comment cannot contain `--`")
    check("<plist><!-- a --> -- <true/></plist>", "LV0001 1:19", "`<plist>` cannot contain text, found `-- `")
    check("<plist><string><![CDATA[ a </string></plist>", "LV0001 1:16", "this section is not closed")
    check("<plist><dict/></plist></plist>", "LV0001 1:23", "expected the end of the file, found `</plist>`")
    check("<plist><dict/></plist><plist/>", "LV0001 1:23", "expected the end of the file, found `<plist/>`")
    check("<plist a='1' a='2'><dict/></plist>", "LV0001 1:14", "this attribute occurs twice")
    check("<?xml version=\"1.0\"?>", "LV0001 1:22", "expected `<plist>`, found the end of the file")
    check("\n<?xml version=\"1.0\"?><plist/>", "LV0001 2:1", "the XML declaration is not at the beginning of the file")
  }

  @Test func texts() {
    check("<plist><string>a & b</string></plist>", "LV0001 1:18", "found `&` outside an entity")
    check("<plist><string>a &b c</string></plist>", "LV0001 1:18", "found `&` outside an entity")
    check("<plist><string>Q&A</string></plist>", "LV0001 1:17", "found `&` outside an entity")
    check("<plist><string>a < b</string></plist>", "LV0001 1:18", "found `<` outside a tag")
    check("<plist><string>&nbsp;</string></plist>", "LV0001 1:16", "`&nbsp;` is not a known entity")
    check(
      "<!DOCTYPE plist SYSTEM \"a.dtd\"><plist><string>&nbsp;</string></plist>", "LV0001 1:47",
      "`&nbsp;` is not a known entity")
    check("<plist><string>&#0;</string></plist>", "LV0001 1:16", "`&#0;` is not the number of a character")
    check("<plist><string>&#xD800;</string></plist>", "LV0001 1:16", "`&#xD800;` is not the number of a character")
    check(
      "<plist><string>a\u{1}</string></plist>", "LV0001 1:17", "XML does not allow the byte 0x1 here")
    check("<plist><string>a\0</string></plist>", "LV0001 1:17", "XML does not allow the byte 0x0 here")
    check("<", "LV0001 1:1", "this tag is not closed")
  }

  @Test func encodings() {
    check(
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict/></plist>", "LV0008 1:1",
      "the file declares the encoding UTF-16, not UTF-8")
    check(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><dict/></plist>", "LV0008 1:1",
      "the file declares the encoding ISO-8859-1, not UTF-8")
    func refused(_ bytes: [UInt8], _ place: String, sourceLocation: SourceLocation = #_sourceLocation) {
      let findings = parsePropertyList(bytes).findings
      #expect(places(findings, in: bytes) == [place], sourceLocation: sourceLocation)
    }
    let text = "<plist/>"
    refused([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), 0] }, "LV0008 1:1")
    refused([0xFE, 0xFF] + text.utf16.flatMap { [0, UInt8($0 & 0xFF)] }, "LV0008 1:1")
    refused(text.utf16.flatMap { [UInt8($0 & 0xFF), 0] }, "LV0008 1:1")
    refused(text.utf16.flatMap { [0, UInt8($0 & 0xFF)] }, "LV0008 1:1")
    #expect(parsePropertyList([0xFF, 0xFE]).findings.map(\.message) == ["the file is UTF-16 or binary, not UTF-8"])
    let opening = Array("<plist><string>é".utf8)
    for wrong: [UInt8] in [[0xE9], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]] {
      refused(opening + wrong + "</string></plist>".utf8, "LV0008 1:17")
      refused(opening + wrong.prefix(1), "LV0008 1:17")
    }
  }

  @Test func declarationsAreRefused() {
    let message = "Livery cannot read the entities and elements that the doctype declares"
    let laughs = (1...9).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);&a\($0 - 1);\">" }.joined()
    check("<!DOCTYPE plist [<!ENTITY a0 \"ha\">\(laughs)]><plist><string>&a9;</string></plist>", "LV0001 1:17", message)
    let long = String(repeating: "a", count: 100_000)
    let uses = String(repeating: "&a;", count: 100_000)
    check("<!DOCTYPE plist [<!ENTITY a \"\(long)\">]><plist><string>\(uses)</string></plist>", "LV0001 1:17", message)
    check(
      "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist><string>&a;</string></plist>", "LV0001 1:17",
      message)
    check("<!DOCTYPE plist [<!ENTITY % a SYSTEM \"http://127.0.0.1/\"> %a;]><plist/>", "LV0001 1:17", message)
    check("<!DOCTYPE plist SYSTEM \"a\" [<!ELEMENT plist ANY>]><plist/>", "LV0001 1:28", message)
    // A doctype without declarations is skipped, with any name.
    for doctype in ["<!DOCTYPE plist>", "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\">", "<!DOCTYPE html>"] {
      #expect(parsePropertyList(Array("\(doctype)<plist><dict/></plist>".utf8)).findings.isEmpty)
    }
  }

  @Test func limits() {
    func lists(_ depth: Int) -> String {
      String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }
    #expect(parsePropertyList(Array("<plist>\(lists(128))</plist>".utf8)).findings.isEmpty)
    let deep = "dictionaries and arrays are nested deeper than the limit of 128 levels"
    check("<plist>\(lists(129))</plist>", "LV0009 1:904", deep)
    for opening in ["<array>", "<dict><key>a</key>"] {
      let bytes = Array("<plist>\(String(repeating: opening, count: 1_000_000))".utf8)
      #expect(parsePropertyList(bytes).findings.map(\.message) == [deep])
    }
    check(
      "<plist><array><true/><true/><true/></array></plist>", "LV0009 1:29",
      "the file has more values than the limit of 3", limits: .init(values: 3))
    #expect(
      parsePropertyList(Array("<plist><array><true/></array></plist>".utf8), limits: .init(values: 2)).findings.isEmpty)
    check(
      "<plist><true/></plist>", "LV0009 1:1", "the file has 22 bytes, more than the limit of 21",
      limits: .init(fileSize: 21))
  }
}
