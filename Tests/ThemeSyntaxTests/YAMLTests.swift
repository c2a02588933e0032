// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

@Suite struct YAMLTests {
  /// The content of the tree, or `code line:column message` of each finding.
  private func check(_ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let bytes = Array(text.utf8)
    let (tree, findings) = parseYAML(bytes)
    let reported = zip(places(findings, in: bytes), findings).map { "\($0) \($1.message)" }
    #expect((reported.isEmpty ? [treeText(tree)] : reported) == [expected], sourceLocation: sourceLocation)
  }

  @Test func collections() {
    check("{}", "{}")
    check("a: 1\nb:\n  - x\n  - y: z\n", #"{a: 1.0, b: ["x", {y: "z"}]}"#)
    check("b:\n- x\n- y\nc: d", #"{b: ["x", "y"], c: "d"}"#)
    check("--- # first\na: {b: c, d: [e, 'f', \"g\"]}\n...\n", #"{a: {b: "c", d: ["e", "f", "g"]}}"#)
    check("a:\nb: ", "{a: null, b: null}")
    check("[a: b, {c, d: }]", #"[{a: "b"}, {c: null, d: null}]"#)
    check("\u{FEFF}a: b", #"{a: "b"}"#)
    check("a: b\r\nc: d\r\n", #"{a: "b", c: "d"}"#)
    check("? a\n: b\n", #"{a: "b"}"#)
    check("a: b\na: c", #"{a: "b", a: "c"}"#)
    check(#"{"a": 1, "b": [true, null]}"#, "{a: 1.0, b: [true, null]}")
    check("%YAML 1.2\n---\na: b", #"{a: "b"}"#)
    check("---\n", "null")
  }

  @Test func scalars() {
    check("[null, Null, NULL, ~, nULL]", #"[null, null, null, null, "nULL"]"#)
    check("[true, True, TRUE, false, tRUE, yes, off]", #"[true, true, true, false, "tRUE", "yes", "off"]"#)
    check("[0, -7, +12, 007, 0o17, 0xfF, 1_000]", #"[0.0, -7.0, 12.0, 7.0, 15.0, 255.0, "1_000"]"#)
    check("[1.5, .5, 5., -.5e3, 1e3, 1E-2, 1e, ., .e1]", #"[1.5, 0.5, 5.0, -500.0, 1000.0, 0.01, "1e", ".", ".e1"]"#)
    check("[0x, 0o8, +, '12', \"true\", 0b1, 1.2.3]", #"["0x", "0o8", "+", "12", "true", "0b1", "1.2.3"]"#)
    check("[9e9999, -1e9999, 123e45]", #"["9e9999", "-1e9999", 1.23e+47]"#)
    check("a: |\n  one\n  two\nb: >-\n  three\n  four", #"{a: "one\#ntwo\#n", b: "three four"}"#)
    check("a: it's#1\nb: 'it''s'\nc: \"\\u00e9\\x41\"", #"{a: "it's#1", b: "it's", c: "éA"}"#)
    check("a: one\n  two", #"{a: "one two"}"#)
    check("1: a\ntrue: b\n~: c\n'': d", #"{1: "a", true: "b", ~: "c", : "d"}"#)
    check("a: .nan", "LV2011 1:4 a theme cannot contain the number `.nan`")
    check("a: -.INF", "LV2011 1:4 a theme cannot contain the number `-.INF`")
    check("a: 99999999999999999", "LV2011 1:4 the number `99999999999999999` is too large to be held exactly")
    check("a: 0xfffffffffffffffff", "LV2011 1:4 the number `0xfffffffffffffffff` is too large to be held exactly")
  }

  @Test func tags() {
    check("[!!str 12, !!int 12, !!float 12, !!bool true, !!null ~, ! 12]", #"["12", 12.0, 12.0, true, null, "12"]"#)
    check("!!map {a: !!seq [b]}", #"{a: ["b"]}"#)
    check("a: !!int '12'", "{a: 12.0}")
    check("a: !<tag:yaml.org,2002:str> 12", #"{a: "12"}"#)
    check("a: !!int 1.5", "LV0001 1:4 the tag `!!int` is not read on this value")
    check("a: !!timestamp 2001-01-01", "LV0001 1:4 the tag `!!timestamp` is not read on this value")
    check("a: !color red", "LV0001 1:4 the tag `!color` is not read on this value")
    check("a: !!set {b}", "LV0001 1:4 the tag `!!set` is not read on a mapping")
    check("a: !!map [b]", "LV0001 1:4 the tag `!!map` is not read on a sequence")
  }

  @Test func aliases() {
    check("a: &x 1\nb: *x", "{a: 1.0, b: 1.0}")
    check("a: &x {b: &y [1, é]}\nc: *x\nd: *y", #"{a: {b: [1.0, "é"]}, c: {b: [1.0, "é"]}, d: [1.0, "é"]}"#)
    check("[&x 1, *x, &x 2, *x]", "[1.0, 1.0, 2.0, 2.0]")
    check("&x [&x 1, *x]", "[1.0, 1.0]")
    check("a: *x", "LV0001 1:4 there is no anchor for the alias `*x`")
    check("a: &x [1, *x]", "LV0001 1:11 the alias `*x` is within the value that it refers to")
    check("a: &x 1\n*x : 2", "LV0001 2:1 a key is a text, and this one is an alias")
    check("&x a: 1", "LV0001 1:4 an anchor at a key is not read")
    check("a: &x {b: 1}\nc:\n  <<: *x", "LV0001 3:3 the merge key `<<` is not read")
    check("'<<': 1", "{<<: 1.0}")
    let thousand = "[\((0..<999).map { "\($0)" }.joined(separator: ","))]"
    #expect(parseYAML(Array("a: &x \(thousand)\nb: *x".utf8)).findings.isEmpty)
    check(
      "a: &x \(thousand)\nb: [*x, *x]", "LV0001 2:9 the aliases of this file expand to more than 1000 values")
    let laughs = (1...30).map { "- &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n" }.joined()
    check("- &a0 ha\n\(laughs)", "LV0001 9:13 the aliases of this file expand to more than 1000 values")
  }

  @Test func errors() {
    check("", "LV0001 1:1 the file is empty")
    check("# only\n", "LV0001 2:1 the file is empty")
    check("a: b: c", "LV0001 1:5 expected no `:` here")
    check("a: 1\n b: 2", "LV0001 2:3 expected no `:` here")
    check("a:\n  b: 1\n c: 2", "LV0001 3:2 expected a key of this mapping, found `c:`")
    check("a: 1\nb\nc: 2", "LV0001 2:1 expected `:` after this key")
    check("a:\n  b 1\n  c: 2", "LV0001 2:3 expected `:` after this key")
    check("a:\n  b:1\n  c: 2", "LV0001 2:3 expected `:` and a blank after this key")
    check("a: 1\nb:'x'\nc: 2", "LV0001 2:1 expected `:` and a blank after this key")
    check("a:\n  - b\n  c: 2", "LV0001 3:3 expected `- ` before an element, found `c:`")
    check("a:\n  b: \"1\n  c: \"2\"", "LV0001 2:6 this text has no closing quotation mark")
    check("a:\n  b: '1\n  # it\n  c: '2'", "LV0001 2:6 this text has no closing quotation mark")
    check("a: {b: \"1,\n c: \"2\"}", "LV0001 1:8 this text has no closing quotation mark")
    check("a: \"b\" c", "LV0001 1:8 expected a key of this mapping, found `c`")
    check("a: \"b\n  c\" d", "LV0001 2:6 expected a key of this mapping, found `d`")
    check("a:\n\tb: 1", "LV0001 2:1 YAML is not indented with tabs")
    check("a: @b", "LV0001 1:4 no value begins as `@b` does")
    check("a: {b: c", "LV0001 1:9 expected `,` or `}` after this value, found the end of the file")
    check("a: [b\nc: d", "LV0001 2:2 expected `,` or `]` after this value, found `:`")
    check("a: \"b\nc: d\n", "LV0001 1:4 this text has no closing quotation mark")
    check("a: \"\\q\"", "LV0001 1:5 `\\q\"` is not a valid escape")
    check("a: - b", "LV0001 1:4 found `-` outside of a sequence")
    check("- a\nb: c", "LV0001 2:1 expected `- ` before an element, found `b:`")
    check("a: b\n--- \nc: d", "LV0001 2:1 a second document begins here")
    check("a: b\n...\nc: d", "LV0001 3:1 expected the end of the file, found `c:`")
    check("[a]: b", "LV0001 1:1 a key is a text, and this one is a sequence")
    check("? {a: b}\n: c", "LV0001 1:3 a key is a text, and this one is a mapping")
    check("a: *", "LV0001 1:4 `*` is not the name of an anchor")
    check("a: b\u{1}", "LV0001 1:5 found the byte 0x1, a control character, which YAML does not have")
    check("aé: b\0c", "LV0001 1:6 found the byte 0x0, a control character, which YAML does not have")
    check("<<<<<<< a\nb: 1\n=======\nb: 2\n>>>>>>> c\n", "LV0001 1:1 this file contains an unresolved merge conflict")
  }

  @Test func encodings() {
    func refused(_ bytes: [UInt8], _ place: String, sourceLocation: SourceLocation = #_sourceLocation) {
      let findings = parseYAML(bytes).findings
      #expect(places(findings, in: bytes) == [place], sourceLocation: sourceLocation)
    }
    refused([0xFF, 0xFE, 0x61, 0], "LV0008 1:1")
    refused("a: b".utf16.flatMap { [0, UInt8($0 & 0xFF)] }, "LV0008 1:1")
    for wrong: [UInt8] in [[0xE9], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]] {
      refused(Array("é: ".utf8) + wrong + Array("\n".utf8), "LV0008 1:4")
      refused(Array("é: ".utf8) + wrong.prefix(1), "LV0008 1:4")
    }
  }

  @Test func limits() {
    func lists(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(parseYAML(lists(128)).findings.isEmpty)
    let deep = "dictionaries and arrays are nested deeper than the limit of 128 levels"
    #expect(parseYAML(lists(129)).findings.map(\.message) == [deep])
    for opening in ["[", "{a: ", "- "] {
      let bytes = Array(String(repeating: opening, count: 1_000_000).utf8)
      #expect(parseYAML(bytes).findings.map(\.message) == [deep])
    }
    // The depth of an aliased value is that of the alias and of the value together.
    let halves = "a: &x \(String(decoding: lists(64), as: UTF8.self))\nb: "
    let shallow = halves + String(repeating: "[", count: 63) + "*x" + String(repeating: "]", count: 63)
    #expect(parseYAML(Array(shallow.utf8)).findings.isEmpty)
    let nested = halves + String(repeating: "[", count: 64) + "*x" + String(repeating: "]", count: 64)
    #expect(parseYAML(Array(nested.utf8)).findings.map(\.message) == [deep])
    #expect(parseYAML(Array("[1, 2]".utf8), limits: .init(values: 3)).findings.isEmpty)
    #expect(parseYAML(Array("[1, 2, 3]".utf8), limits: .init(values: 3)).findings.map(\.code) == [.limit])
    #expect(parseYAML(Array("[&a [1], *a]".utf8), limits: .init(values: 4)).findings.map(\.code) == [.limit])
    #expect(parseYAML(Array("a: b".utf8), limits: .init(fileSize: 3)).findings.map(\.code) == [.limit])
    let text = String(repeating: "x", count: 1 << 20)
    check("a: \(text)", "{a: \"\(text)\"}")
  }

  /// Each key and value with its bytes in the file, in preorder.
  private func stretches(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let tree = parseYAML(bytes).tree
    func stretch(_ range: ByteRange) -> String {
      String(decoding: bytes[Int(range.start)..<Int(range.end)], as: UTF8.self)
    }
    func all(_ node: SourceTree.Node) -> [String] {
      [stretch(tree.range(of: node))] + tree.elements(of: node).flatMap(all)
        + tree.members(of: node).flatMap { [stretch(tree.keyRange(of: $0))] + all($0.value) }
    }
    return tree.root.map(all) ?? []
  }

  @Test func placesOfValues() {
    func check(_ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(stretches(text) == expected, sourceLocation: sourceLocation)
      // Characters of several bytes, line ends of two and a byte order mark move nothing.
      let other = "\u{FEFF}# é\u{1F3A8}\n" + text
      #expect(stretches(other) == expected, sourceLocation: sourceLocation)
      let crlf = other.replacing("\n", with: "\r\n")
      #expect(stretches(crlf) == expected.map { $0.replacing("\n", with: "\r\n") }, sourceLocation: sourceLocation)
    }
    check("a: 000000\nb: 'é' # c\n", ["a: 000000\nb: 'é'", "a", "000000", "b", "'é'"])
    check(
      "é:\n  - 1\n  - [2, 3] # d\n\n# end\nf: g",
      [
        "é:\n  - 1\n  - [2, 3] # d\n\n# end\nf: g", "é", "- 1\n  - [2, 3]", "1", "[2, 3]", "2", "3", "f", "g",
      ])
    check("a: !!str &x 12\nb: *x", ["a: !!str &x 12\nb: *x", "a", "12", "b", "12"])
    check("a: &x # é\n  {b: c}", ["a: &x # é\n  {b: c}", "a", "{b: c}", "b", "c"])
    check("a:\nb:\n- é\nc: d", ["a:\nb:\n- é\nc: d", "a", "", "b", "- é", "é", "c", "d"])
  }

  @Test func writtenText() {
    let tree = parseYAML(Array("[000000, 123e45, 9e9999, 0x1F, ~, True, '12', \"\\x41\", [1], &a !!int 007, *a]".utf8))
      .tree
    let texts = tree.root.map { tree.elements(of: $0).map(tree.writtenText) }
    #expect(texts == ["000000", "123e45", "9e9999", "0x1F", "~", "True", "12", "A", nil, "007", "007"])
    let json = parseJSON(Array(#"[1.50, true, null, "a\n", {}]"#.utf8)).tree
    #expect(json.root.map { json.elements(of: $0).map(json.writtenText) } == ["1.50", "true", "null", "a\n", nil])
  }

  @Test func jsonIsYAML() {
    let json = Array(ThemeInThreeFormats.json.utf8)
    let (tree, findings) = parseYAML(json)
    #expect(findings.isEmpty)
    #expect(treeText(tree) == treeText(parseJSON(json).tree))
  }

  @Test func theNameDecides() {
    func format(_ text: String, _ path: String) -> FileFormat {
      parseThemeFile(Array(text.utf8), path: path).tree.format
    }
    #expect(format("{}", "a.yaml") == .yaml)
    #expect(format("--- {}", "a.yml") == .yaml)
    #expect(format("bplist00: 1", "a.yml") == .yaml)
    #expect(format("a: b", "a.json") == .json)
    #expect(format("<plist/>", "a.json") == .xmlPropertyList)
  }

  @Test func comments() {
    func check(_ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
      let bytes = Array(text.utf8)
      let comments = SourceComment.all(in: bytes, .yaml)
      #expect(
        comments.map { String(decoding: bytes[$0.text], as: UTF8.self) } == expected, sourceLocation: sourceLocation)
    }
    check("# a\nb: c # d\r\n#e", [" a", " d", "e"])
    check("a: b#c\nd: it's # e\nf: 'g # h'' # i' # j", [" e", " j"])
    check("a: \"b \\\" # c\n d\" # e", [" e"])
    check("a: |\n  # text\n  b\n# c\nd: e", [" c"])
    check("a: >- # b\n  # text\n\n  c\n  # text\nd: [e, # f\n  'g # h', |] # i", [" b", " f", " i"])
    check("- a: |\n    # text\n  b: c # d", [" d"])
    check("- |\n  # text\n- b # d", [" d"])
    check("--- |\n# a", [" a"])
    check("a: &x '# b'\nc: !!str \"# d\" # e", [" e"])
    check("a - 'b # c", [" c"])
  }
}
