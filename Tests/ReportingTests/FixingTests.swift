// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import TextComparison
import ThemeEngine
import ThemeModel

@testable import Reporting

@Suite struct FixingTests {
  /// The text of a bundle's one theme file after all fixes.
  private func fixed(_ text: String, scope: Fixing.Scope = .safe, others: [String: String] = [:]) -> String {
    let root = others.isEmpty ? #"{ "themes": ["theme.json"] }"# : #"{ "themes": ["theme.json", "other.json"] }"#
    var files = ["theme.inc.json": root, "theme.json": text]
    files.merge(others) { $1 }
    let changes = files.sorted { $0.key < $1.key }.map {
      FileChange(path: $0.key, content: .bytes(Array($0.value.utf8)))
    }
    let fixing = Fixing(changes, scope: scope)
    return fixing.changed["theme.json"].map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func check(_ text: String, _ expected: String, others: [String: String] = [:]) {
    let once = fixed(text, others: others)
    #expect(once == expected)
    #expect(fixed(once, others: others) == once)
  }

  @Test func commasAndQuotes() {
    check(#"{ "a": 1 "b": 2 }"#, #"{ "a": 1, "b": 2 }"#)
    check("{\r\n\t\"a\": 1\r\n\t\"b\": [\"x\"\t\"y\"]\r\n}", "{\r\n\t\"a\": 1,\r\n\t\"b\": [\"x\",\t\"y\"]\r\n}")
    check("{ \u{201C}a\u{201D}: \u{201C}ü\u{201D} \"b\": 2 }", #"{ "a": "ü", "b": 2 }"#)
    check("{ “a”: 1 // kept “so”\n , }", "{ \"a\": 1 // kept “so”\n , }")
  }

  /// Of a file with more findings than are listed, all are fixed.
  @Test func filesWithManyFindings() {
    func file(_ color: String) -> String {
      "{\n" + (0..<2_200).map { "\"k\($0)\": { \"titleColor\": \"\(color)\" },\n" }.joined() + "\"end\": 1 }"
    }
    #expect(fixed(file("#F0a")) == file("#FF00aa"))
  }

  @Test func unsafeFixesAreAskedFor() {
    // It may have been one number.
    check(#"{ "a": [1 2] }"#, #"{ "a": [1 2] }"#)
    #expect(fixed(#"{ "a": [1 2] }"#, scope: .all) == #"{ "a": [1, 2] }"#)
  }

  @Test func namesThatMeanOneOther() {
    check(#"{ "gap": 4, "box": { "margin": "ref://gab" } }"#, #"{ "gap": 4, "box": { "margin": "ref://gap" } }"#)
    // Two are as near.
    let ambiguous = #"{ "gap": 4, "gas": 5, "box": { "margin": "ref://gab" } }"#
    check(ambiguous, ambiguous)
  }

  /// A repeated key among Giotto's misspelt constants is known before the fix.
  @Test func misspeltConstantsWithARepeatedKey() {
    let constants = #"{ "COLOR_A": "c:123", "COLOR_A": "c:456" }"#
    let text = #"{ "formatVersion": 2, "Constnats": \#(constants), "Styles": { "S": {} } }"#
    let fixing = Fixing([FileChange(path: "default.json", content: .bytes(Array(text.utf8)))], scope: .safe)
    #expect(fixing.applied.map(\.title) == ["Replace with `Constants`"])
    #expect(fixing.remaining.contains { $0.code == .duplicateKey })
  }

  /// Slips that people bring from other languages.
  @Test func syntaxOfOtherLanguages() {
    check(#"{ 'a': 'b', "c": 'd' }"#, #"{ "a": "b", "c": "d" }"#)
    check(#"{ "a": 'say "b"' }"#, #"{ "a": 'say "b"' }"#)
    check(#"{ "a": True, "b": [False, None] }"#, #"{ "a": true, "b": [false, null] }"#)
    // It may be a word.
    check(#"{ "a": YES }"#, #"{ "a": YES }"#)
    check(#"{ a: 1, b-2: { c.d: 3 } }"#, #"{ "a": 1, "b-2": { "c.d": 3 } }"#)
    check("{ \"a\": 1;\n\"b\": 2; }", "{ \"a\": 1,\n\"b\": 2 }")
    check("{\u{A0}\"a\": \u{A0}1,\n\u{A0}\u{A0}\"b\":\u{A0}true }", "{ \"a\":  1,\n \"b\": true }")
    check(#"{ "a": 1, "b" = 2 }"#, #"{ "a": 1, "b" : 2 }"#)
    check(##"{ "a": #ff0000, "b": 2 }"##, ##"{ "a": "#ff0000", "b": 2 }"##)
    check(##"{ "a": { "titleColor": "#F0a" } }"##, ##"{ "a": { "titleColor": "#FF00aa" } }"##)
    check(
      ##"{ "a": "#1f2", "b": { "titleColor": "ref://a" } }"##,
      ##"{ "a": "#11ff22", "b": { "titleColor": "ref://a" } }"##)
  }

  /// The nearest name may be a different number, a different word, the id itself or an id that refers to it.
  @Test func namesThatAreNoMisspellings() {
    func isLeft(_ text: String) { check(text, text) }
    isLeft(##"{ "grey-500": "#111111", "box": { "titleColor": "ref://grey-600" } }"##)
    isLeft(##"{ "grey-500": "#111111", "box": { "titleColor": "ref://grey-50" } }"##)
    isLeft(#"{ "view-width": 3, "box": { "width": "ref://wiew-field" } }"#)
    isLeft(#"{ "color-night": 1, "light": 2, "box": { "x": "ref://color-light", "y": "ref://light" } }"#)
    isLeft(#"{ "alert-button": { "inherits": "ref://alert-buttons", "height": 44 } }"#)
    isLeft(#"{ "alpha": { "inherits": "ref://beta" }, "beta": { "x": { "inherits": "ref://alphaa" } } }"#)
    isLeft(#"{ "one": "ref://ones" }"#)
    // A separator or a capital is no other word.
    check(
      #"{ "line-gap": 3, "box": { "x": "ref://lineGap" } }"#, #"{ "line-gap": 3, "box": { "x": "ref://line-gap" } }"#)
  }

  /// A fix that leads to a new error is not applied, and the others are.
  @Test func fixesAreChecked() {
    let text = ##"{ "fonts": { "name": "A" }, "gap": 4, "box": { "titleColor": "ref://font", "x": "ref://gab" } }"##
    check(text, text.replacing("gab", with: "gap"))
  }

  /// A few fixes that lead to new errors do not keep hundreds of others back.
  @Test(arguments: [[0], [299], [20, 150, 151, 280], Array(100..<140)]) func badFixesAmongMany(places: [Int]) {
    func text(_ name: String) -> String {
      let boxes = (0..<300).map { number in
        let property = places.contains(number) ? #""titleColor": "ref://font""# : #""x": "ref://\#(name)""#
        return #""box\#(number)": { \#(property) }"#
      }
      return #"{ "fonts": { "name": "A" }, "gap": 4, "# + boxes.joined(separator: ",\n") + " }"
    }
    #expect(fixed(text("gab")) == text("gap"))
  }

  /// Each attempt costs a check: a file of bad fixes has no more of them than others.
  @Test func attemptsAreLimited() {
    let boxes = (0..<40).map { #""box\#($0)": { "titleColor": "ref://font" }"# }
    let text = #"{ "fonts": { "name": "A" }, "# + boxes.joined(separator: ", ") + " }"
    let files = ["theme.inc.json": #"{ "themes": ["theme.json"] }"#, "theme.json": text]
      .map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) }
    let fixing = Fixing(files, scope: .safe, maximumAttempts: 20)
    #expect(fixing.attempts == 20)
    #expect(fixing.changed.isEmpty)
    #expect(Fixing(files, scope: .safe).attempts == 45)
  }

  /// One finding names all missing slots of a scheme: it gets other words when one of them is there.
  @Test func findingsThatGetOtherWordsAreNotNew() {
    func scheme(_ slots: [String]) -> String {
      "palette:\n" + slots.map { "  \($0): \"102030\"\n" }.joined()
    }
    func check(_ slots: [String], _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
      let file = FileChange(path: "a.yaml", content: .bytes(Array(scheme(slots).utf8)))
      let fixing = Fixing([file], scope: .safe)
      let text = fixing.changed["a.yaml"].map { String(decoding: $0, as: UTF8.self) } ?? scheme(slots)
      #expect(text == scheme(expected), sourceLocation: sourceLocation)
    }
    let slots = (0..<16).map { "base0\(String($0, radix: 16, uppercase: true))" }
    let slips = slots.map { $0 == "base03" ? "base3" : $0 }
    check(slips.map { $0 == "base0A" ? "base0a" : $0 }, slips)
    check(slips.map { "base0A base0B".contains($0) ? $0.lowercased() : $0 }, slips)
  }

  /// Tokens of formats before 2025, which have no `$`, and slips.
  @Test func keysOfTokens() {
    func check(
      _ text: String, _ expected: String, in path: String = "a.tokens.json",
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let fixing = Fixing([FileChange(path: path, content: .bytes(Array(text.utf8)))], scope: .safe)
      let fixed = fixing.changed[path].map { String(decoding: $0, as: UTF8.self) } ?? text
      #expect(fixed == expected, sourceLocation: sourceLocation)
    }
    check(
      #"{ "g": { "a": { "type": "number", "value": 1 }, "b": { "value": 2, "type": "number" } } }"#,
      #"{ "g": { "a": { "$type": "number", "$value": 1 }, "b": { "$value": 2, "$type": "number" } } }"#)
    check(#"{ "a": { "$type": "number", "$Value": 1 } }"#, #"{ "a": { "$type": "number", "$value": 1 } }"#)
    check("a:\n  type: number\n  'value': 1\n", "a:\n  $type: number\n  '$value': 1\n", in: "a.tokens.yaml")
    check(
      #"{ "g": { "type": "number", "description": "d", "a": { "$value": 1 } }, "h": { "$tpye": "number", "a": { "$value": 1 } } }"#,
      #"{ "g": { "$type": "number", "$description": "d", "a": { "$value": 1 } }, "h": { "$type": "number", "a": { "$value": 1 } } }"#
    )
    // What a fix reveals is fixed, too.
    check(
      #"{ "a": { "value": "4px", "type": "dimension" }, "b": { "value": "{a}", "type": "dimension" } }"#,
      #"{ "a": { "$value": {"value":4,"unit":"px"}, "$type": "dimension" }, "b": { "$value": "{a}", "$type": "dimension" } }"#
    )
    check(
      #"{ "a": { "$type": "number", "type": "number", "value": 1 } }"#,
      #"{ "a": { "$type": "number", "type": "number", "$value": 1 } }"#)
    let list =
      "<plist><dict><key>a</key><dict><key>type</key><string>number</string><key>value</key><integer>1</integer></dict></dict></plist>"
    check(list, list, in: "a.tokens")
    // A fix that would guess is not written.
    let escaped = #"{ "a": { "$type": "number", "$\u0076alue": 1, "v\u0061lue": 1 } }"#
    check(escaped, escaped)
  }

  @Test func namesWaitForWhatCannotBeRead() {
    let text = #"{ "gap": 4, "box": { "margin": "ref://gab" } }"#
    check(text, text, others: ["other.json": #"{ "gab": }"#])
    check(text, text, others: ["nowhere.json": ""])
    // The comma is fixed first, and the finding behind it appears.
    check(text, text, others: ["other.json": #"{ "a": 1 "gab": 5 }"#])
    check(text, text.replacing("gab", with: "gap"), others: ["other.json": #"{ "a": 1 "b": 5 }"#])
  }

  /// The fix of a finding that hides declarations is made, whatever other findings it reveals.
  @Test func findingsThatHideDeclarationsAreFixed() {
    func check(_ text: String, _ expected: String) {
      let engine = { ThemeEngine(bundle: "bundle", rootFile: "theme_default.json") }
      let file = FileChange(path: "theme_default.json", content: .bytes(Array(text.utf8)))
      let fixing = Fixing([file], scope: .safe, makeEngine: engine)
      let fixed = fixing.changed[file.path].map { String(decoding: $0, as: UTF8.self) } ?? text
      #expect(fixed == expected)
      var findings = BundleFindings(BundlePlaces(bundle: "bundle"), diagnostics: [])
      let unfixed = engine()
      unfixed.apply([file])
      findings.diagnostics = unfixed.checkEverywhere()
      #expect((findings.safeFixCount > 0) == (fixed != text))
    }
    func theme(_ key: String, _ other: String = "", color: String = "color:ff0000") -> String {
      #"{ "formatVersion": 2, "\#(key)": { "COLOR_A": "\#(color)" }\#(other), "Views": { "View": { "tint": "COLOR_A" } } }"#
    }
    check(theme("constants"), theme("Constants"))
    check(theme("constants", color: "color:zz"), theme("Constants", color: "color:zz"))
    check(theme("Constants", "\n"), theme("Constants", "\n"))
    // Two of them would make one key twice.
    let other = #", "constant": { "COLOR_B": "color:00ff00" }"#
    check(theme("constants", other), theme("Constants", other))
  }

  @Test func namesThatNeedEscapesAreLeftAlone() {
    let text = #"{ "a\"bc": 4, "box": { "margin": "ref://axbc" } }"#
    check(text, text)
  }

  @Test func aLinkedFileChangesOnce() {
    let text = #"{ "a": 1 "b": 2 }"#
    let files = [
      "a.json": text, "b.json": text, "theme.inc.json": #"{ "themes": ["a.json", "b.json"] }"#,
    ].map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) }
    let fixing = Fixing(files, documents: ["b.json": "a.json"], scope: .safe)
    #expect(fixing.applied.count == 1)
    #expect(fixing.changed == ["a.json": Array(#"{ "a": 1, "b": 2 }"#.utf8)])
    #expect(fixing.remaining.isEmpty)
  }

  @Test func diffs() {
    let diff = { (old: String, new: String) in
      String(decoding: UnifiedDiff(path: "t/a.json", old: Array(old.utf8), new: Array(new.utf8)).bytes, as: UTF8.self)
    }
    #expect(diff("a\n", "a\n") == "")
    #expect(
      diff("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\nfive\n6\n7\n8\n9")
        == "--- a/t/a.json\n+++ b/t/a.json\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n")
    #expect(
      diff("1\n2", "1\n2\n")
        == "--- a/t/a.json\n+++ b/t/a.json\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+2\n")
    #expect(diff("", "1\n") == "--- a/t/a.json\n+++ b/t/a.json\n@@ -0,0 +1,1 @@\n+1\n")
    let hostile = UnifiedDiff(path: "a \n\"\\\u{1B}é.json", old: [], new: Array("1\n".utf8)).bytes
    #expect(
      String(decoding: hostile, as: UTF8.self).hasPrefix(
        #"--- "a/a \012\"\\\033é.json""# + "\n" + #"+++ "b/a \012\"\\\033é.json""# + "\n@@ "))
    let many = (1...20).map { "\($0)\n" }
    var changed = many
    changed[2] = "three\n"
    changed[17] = "eighteen\n"
    let text = diff(many.joined(), changed.joined())
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("@@") } == ["@@ -1,6 +1,6 @@", "@@ -15,6 +15,6 @@"])
  }
}
