// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel
import ThemeSyntax

@testable import ThemeDialects

/// The declarations and findings of files of design tokens. The cases are tables of texts: see `TokenTextCase`.
@Suite struct TokenFileTests {
  @Test(arguments: TokenTextCase.all(in: tokenFiles)) func declarations(_ row: TokenTextCase) {
    #expect(row.reading == row.expected)
  }

  @Test(arguments: TokenTextCase.all(in: tokenAdditions)) func additions(_ row: TokenTextCase) {
    #expect(row.additions == row.expected)
  }

  @Test(
    arguments: [
      ("{a}", "a"), ("{a.b}", "a.b"), ("{a.$root}", "a.$root"), ("{a b.c/d}", "a b.c/d"), ("{é}", "é"),
      ("{ a }", " a "),
      ("{}", nil), ("{", nil), ("}", nil), ("", nil), ("a", nil), ("{a", nil), ("a}", nil), ("{a}{b}", nil),
      ("{{a}}", nil), (" {a}", nil), ("{a} ", nil), ("{a{b}", nil), ("{a}}", nil), ("{\u{301}a}", "\u{301}a"),
      ("{a}\u{301}", nil),
    ] as [(String, String?)]) func curlyReferences(text: String, path: String?)
  {
    let reference = TokenReference(curly: text)
    #expect(reference?.id == path)
    #expect(reference?.keys ?? [] == [])
    #expect(reference?.isWithinValue ?? false == false)
  }

  @Test(
    arguments: [
      ("#/a", "a"), ("#/a/b", "a.b"), ("#/a/$root", "a.$root"), ("#/a/$value", "a $value"),
      ("#/a/b/$value/components/0", "a.b $value components 0"), ("#/a/$value/$value", "a $value $value"),
      ("#/a~1b", "a/b"), ("#/a~0b", "a~b"), ("#/a~01", "a~1"), ("#/a%20b", "a b"), ("#/%C3%A9", "é"),
      ("#/a%2Fb", "a.b"), ("#/a/$value/x.y", "a $value x.y"), ("#/a/$value/", "a $value "),
      ("#", nil), ("#/", nil), ("", nil), ("a", nil), ("/a", nil), ("#a", nil), ("#/a~", nil), ("#/a~2", nil),
      ("#/a%", nil), ("#/a%2", nil), ("#/a%zz", nil), ("#/%ff", nil), ("#/a.b", nil), ("#/a//b", nil),
      ("#/$value", nil),
      ("#//a", nil), ("{a}", nil), ("other.json#/a", nil), ("https://example.org/a#/b", nil),
    ] as [(String, String?)]) func pointers(text: String, meant: String?)
  {
    let reference = TokenReference(pointer: text)
    #expect(
      reference.map { ([$0.id] + ($0.isWithinValue ? ["$value"] : []) + $0.keys).joined(separator: " ") } == meant)
  }

  @Test(
    arguments: [
      ("a", "", "a"), ("a.b", "a", "b"), ("a.b.c", "a.b", "c"), ("a.$root", "a", "$root"), ("", "", ""),
      ("e.\u{301}", "e", "\u{301}"),
    ]) func paths(path: String, parent: String, name: String)
  {
    #expect(TokenPath.parent(of: path).utf8.elementsEqual(parent.utf8))
    #expect(TokenPath.name(of: path).utf8.elementsEqual(name.utf8))
    if !path.isEmpty { #expect(TokenPath.joined(parent, name).utf8.elementsEqual(path.utf8)) }
  }

  /// For any bytes of a file, reading ends, and every node lies within the file.
  @Test(
    arguments: [
      "", "3", "[", "{", #"{"a""#, #"{"a":"#, #"{"a":{"$value""#, #"{"a":{"$value":{"$ref":"#, #"{"a":{"$ref":{}}}"#,
      #"{"$extends":{}}"#, #"{"a":{"$value":[{"$ref":[]}],"$type":[]}}"#, #"{"a":{"$value":1,"$value":"{b}","b":{"#,
      #"{"":{"":{"$value":null}}}"#, #"{"$root":{"$root":{"$value":1}}}"#,
    ]) func declaringIsTotal(source: String)
  {
    let bytes = Array(source.utf8)
    let tree = parseJSON(bytes).tree
    for path in ["a.tokens.json", "a.resolver.json", ""] {
      let declarations = Tokens(DialectSettings()).declarations(of: tree, path: path)
      #expect(declarations.nodes.allSatisfy { Int($0.range.end) <= bytes.count })
    }
  }
}
