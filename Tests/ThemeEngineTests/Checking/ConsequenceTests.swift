// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemeEngine

/// An error makes no other finding false: possible consequences are marked, and rules without a basis are not checked.
@Suite struct ConsequenceTests {
  // MARK: One broken token

  /// Breaks one token anywhere in an example. A new finding elsewhere has to be marked as a consequence.
  @Test(arguments: ["aurora", "gallery", "harbor", "pocket", "studio"], seeds(1))
  func brokenTokens(example: String, seed: UInt64) throws {
    let files = try Fixture.changes(of: Fixture.root.appending(path: "Examples/\(example)"))
    let engine = ThemeEngine(bundle: example)
    engine.apply(files)
    let known = engine.report(on: .all).diagnostics.map(Essence.init)
    var random = SplitMix(seed: seed)
    var reported = 0
    for _ in 0..<20 {
      let file = random.one(of: files)
      guard case .bytes(let bytes) = file.content, let broken = BrokenText(bytes, path: file.path, &random) else {
        continue
      }
      engine.apply([FileChange(path: file.path, content: .bytes(broken.bytes))])
      var left = known
      let new = engine.report(on: .all).diagnostics.filter { diagnostic in
        guard let index = left.firstIndex(of: Essence(diagnostic)) else { return true }
        left.remove(at: index)
        return false
      }
      engine.apply([file])
      let isHeld = new.contains { $0.file == file.path && $0.code.holdsBack }
      let isLocal = { (diagnostic: Diagnostic) in
        let places = [(diagnostic.file, diagnostic.range)] + diagnostic.related.map { ($0.file, $0.range) }
        return places.contains { $0.0 == file.path && (isHeld || $0.1.map(broken.touches) ?? true) }
      }
      guard new.contains(where: { isLocal($0) && !$0.isConsequence }) else { continue }
      reported += 1
      // A finding that names the missing token is about that token.
      for diagnostic in new
      where !isLocal(diagnostic) && !diagnostic.isConsequence && !diagnostic.message.contains(broken.name) {
        Issue.record(
          """
          \(example) \(file.path), seed \(seed): \(broken.words) makes \(diagnostic.file):\
          \(diagnostic.range?.start.line ?? 0): \(diagnostic.code.rawValue) \(diagnostic.message)
          """)
      }
      // The cause comes first.
      #expect(new.first?.isConsequence == false, "\(example) \(file.path), seed \(seed): \(broken.words)")
    }
    #expect(reported > 5)
  }

  /// A finding wherever its line moved to.
  private struct Essence: Equatable {
    let words: [String?]

    init(_ diagnostic: Diagnostic) {
      words = [diagnostic.code.rawValue, diagnostic.file, diagnostic.id, diagnostic.path, diagnostic.message]
    }
  }

  /// A text of which one token is broken.
  private struct BrokenText {
    var bytes: [UInt8]
    let words: String
    /// What the token names.
    let name: String
    private let range: Range<Int>

    init?(_ text: [UInt8], path: String, _ random: inout SplitMix) {
      let tokens = path.hasSuffix(".json") ? Self.tokensOfJSON(text) : Self.tokensOfXML(text)
      guard !tokens.isEmpty else { return nil }
      let token = random.one(of: tokens)
      let old = String(decoding: text[token], as: UTF8.self)
      var news = ["", String(old.dropLast()), String(old.dropFirst()), old + old]
      if path.hasSuffix(".json") {
        if old.hasPrefix("\"") { news += ["\"#12345\"", #""ref://nowhere""#, "12", String(old.dropLast(2)) + "\""] }
        if old == "," { news += [";"] }
        if old == "}" { news += ["]"] }
        if old.first?.isNumber == true { news += ["true", "\"12px\""] }
      } else if !old.hasPrefix("<") {
        news += ["#12345", "color:12", "300,0,0"]
      }
      let new = random.one(of: news)
      guard new != old else { return nil }
      bytes = text[..<token.lowerBound] + Array(new.utf8) + text[token.upperBound...]
      range = max(0, token.lowerBound - 1)..<token.lowerBound + new.utf8.count + 1
      name = old.trimmingCharacters(in: ["\""])
      words = "`\(old)` -> `\(new)` at \(token.lowerBound)"
    }

    func touches(_ range: SourceRange) -> Bool {
      range.start.offset < self.range.upperBound
        && self.range.lowerBound <= max(range.end.offset, range.start.offset + 1)
    }

    private static func tokensOfJSON(_ text: [UInt8]) -> [Range<Int>] {
      var tokens: [Range<Int>] = []
      var index = 0
      while index < text.count {
        let start = index
        switch text[index] {
        case UInt8(ascii: "\""):
          index += 1
          while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
          }
          index = min(index + 1, text.count)
          tokens.append(start..<index)
        case UInt8(ascii: "/"):
          while index < text.count, text[index] != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index += 1
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
          UInt8(ascii: ":"):
          index += 1
          tokens.append(start..<index)
        default:
          while index < text.count, !",]} \n\r\t".utf8.contains(text[index]) { index += 1 }
          tokens.append(start..<max(index, start + 1))
          index = max(index, start + 1)
        }
      }
      return tokens
    }

    private static func tokensOfXML(_ text: [UInt8]) -> [Range<Int>] {
      var tokens: [Range<Int>] = []
      var index = text.firstRange(of: Array("<dict>".utf8))?.lowerBound ?? text.count
      while index < text.count {
        let start = index
        if text[index] == UInt8(ascii: "<") {
          while index < text.count, text[index] != UInt8(ascii: ">") { index += 1 }
          index = min(index + 1, text.count)
          if !text[start..<index].starts(with: "<!".utf8) { tokens.append(start..<index) }
        } else {
          while index < text.count, text[index] != UInt8(ascii: "<") { index += 1 }
          if text[start..<index].contains(where: { $0 > 0x20 }) { tokens.append(start..<index) }
        }
      }
      return tokens
    }
  }

  // MARK: What a finding says

  private func report(_ files: [String: String]) -> CheckReport {
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    return engine.report(on: .all).usual
  }

  private func check(
    _ files: [String: String], _ expected: [String], unchecked: [DiagnosticCode] = [],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let report = report(files)
    let lines = report.diagnostics.map { diagnostic in
      let mark = diagnostic.isConsequence ? " (consequence)" : ""
      return "\(diagnostic.file): \(diagnostic.severity) \(diagnostic.code.rawValue) \(diagnostic.message)\(mark)"
    }
    #expect(lines == expected, sourceLocation: location)
    #expect(report.unchecked == unchecked, sourceLocation: location)
  }

  private static let ofWholeBundles: [DiagnosticCode] = [
    .unused, .orphanFile, .contrast, .stateWithoutNormal, .baseThemeLeak, .nearDuplicateColor, .suffixWithoutBase,
    .unreachableVariant, .unusedSuppression,
  ]

  private static let bundle = [
    "theme.inc.json": #"{ "themes": ["a.json", "b.json"] }"#,
    "a.json": "{ \"gap\": 4,\n\"used\": 5,\n// livery-ignore unused: later\n\"spare\": 6 }",
    "b.json": ##"{ "box": { "margin": "ref://used", "padding": "ref://gap" } }"##,
  ]

  /// A comment that silences a rule which was not checked is needed.
  @Test func namesOfAFileThatCannotBeRead() {
    check(Self.bundle, [])
    check(
      Self.bundle.merging(["a.json": "{ \"gap\": 4\n\"used\": 5,\n// livery-ignore unused: later\n\"spare\": 6 }"]) {
        $1
      },
      ["a.json: error LV0006 expected `,` between this value and the next"], unchecked: Self.ofWholeBundles)
    check(
      Self.bundle.merging(["a.json": "]"]) { $1 },
      [
        "a.json: error LV0001 expected `{` or `[` at the beginning of the file, found `]`",
        "b.json: error LV1001 2 names are not declared in the files that can be read; they may be declared in `a.json`, "
          + "which cannot be read (consequence)",
      ], unchecked: Self.ofWholeBundles)
    check(
      Self.bundle.merging(["a.json": "[]"]) { $1 },
      [
        "a.json: error LV1014 a theme file must be an object",
        "b.json: error LV1001 2 names are not declared in the files that can be read; they may be declared in a part "
          + "of `a.json` that its finding hides (consequence)",
      ], unchecked: Self.ofWholeBundles)
    check(
      Self.bundle.merging(["theme.inc.json": #"{ "themes": ["c.json", "b.json"] }"#]) { $1 },
      [
        "theme.inc.json: error LV1006 the bundle has no file `c.json`",
        "b.json: error LV1001 2 names are not declared in the files that can be read; they may be declared in the file that "
          + "is missing (consequence)",
      ], unchecked: Self.ofWholeBundles)
    check(
      Self.bundle.merging([
        "theme.inc.json": #"{ "themes": ["c.json", "b.json"] }"#, "x/c.json": "{}", "y/c.json": "{}",
      ]) { $1 },
      [
        "theme.inc.json: error LV1007 `c.json` matches several files: `x/c.json` and `y/c.json`",
        "b.json: error LV1001 2 names are not declared in the files that can be read; they may be declared in one of the "
          + "files of the same name (consequence)",
      ], unchecked: Self.ofWholeBundles)
  }

  /// The message names twenty of the files.
  @Test func veryManyFilesOfOneName() throws {
    var files = ["theme.inc.json": #"{ "themes": ["c.json"] }"#]
    for number in 10..<40 { files["x\(number)/c.json"] = "{}" }
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) }.sorted { $0.path < $1.path })
    let message = try #require(engine.checkEverywhere().first { $0.code == .ambiguousFile }?.message)
    #expect(message.hasPrefix("`c.json` matches several files: `x10/c.json` and `x11/c.json` and "))
    #expect(message.hasSuffix(" and `x29/c.json` and 10 more"))
  }

  @Test func aValueThatIsWrong() {
    check(
      Self.bundle.merging(["b.json": ##"{ "box": { "margin": "ref://usde" } }"##]) { $1 },
      [
        "b.json: error LV1001 unknown reference `usde`",
        "a.json: info LV1005 `gap` is never used in this bundle (consequence)",
      ], unchecked: [.unusedSuppression])
  }

  /// A text that is a number, where the font or the colour needs a number: the error has the help of the warning.
  @Test func aTextForANumberIsOneFinding() {
    let values = """
      { "a": { "font": { "name": "A", "size": "12" }, "fill": "#102030", "fillAlpha": "0.5", "height": "44px" } }
      """
    let files = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": values]
    check(
      files,
      [
        "a.json: error LV1004 this is the size of a font and must be a number, but it is a text",
        "a.json: error LV2002 alpha must be a number from 0 to 1",
        "a.json: warning LV2010 `44px` is a text here, not a number",
      ], unchecked: [.unusedSuppression])
    let findings = report(files).diagnostics
    #expect(findings.map(\.help) == ["write 12", "write 0.5", "write 44"])
    #expect(findings.map { $0.fix?.edits.map(\.text) ?? [] } == [["12"], ["0.5"], ["44"]])
  }

  /// The rules are still checked, and findings that may follow from suppressed ones are marked.
  @Test func anErrorThatIsSilenced() {
    let silenced =
      "{ \"box\": {\n// livery-ignore LV1001: later\n\"margin\": \"ref://usde\",\n// livery-ignore LV2001: no\n\"a\": 1 } }"
    check(
      Self.bundle.merging(["b.json": silenced]) { $1 },
      [
        "b.json: warning LV9001 this comment is not needed: no `LV2001` (bad-color) is reported here (consequence)",
        "a.json: info LV1005 `gap` is never used in this bundle (consequence)",
      ])
  }

  /// It does not say what declares the names, and there is nothing above to fix.
  @Test func aMissingFileThatIsSilenced() {
    check(
      [
        "livery.json": #"{ "suppressions": [{ "code": "missing-file", "reason": "r" }] }"#,
        "theme.inc.json": #"{ "include": ["gone.json"], "themes": ["a.json"] }"#, "a.json": ##"{ "a": "ref://gone" }"##,
      ],
      [
        "a.json: error LV1001 `gone` is not declared in the files that can be read; it may be declared in a part of a file that a suppressed finding hides (consequence)"
      ], unchecked: Self.ofWholeBundles)
  }

  /// An unknown rule declares nothing.
  @Test func anUnknownRuleBesideAnUnknownReference() {
    check(
      [
        "livery.json": #"{ "rules": { "nosuch": "off" } }"#, "theme.inc.json": #"{ "themes": ["a.json"] }"#,
        "a.json": ##"{ "a": "ref://gone" }"##,
      ],
      ["livery.json: warning LV9002 unknown rule `nosuch`", "a.json: error LV1001 unknown reference `gone`"],
      unchecked: Self.ofWholeBundles)
  }

  /// Without its manifest, the suppressions of a bundle are unknown.
  @Test func aManifestThatCannotBeRead() {
    let manifest = #"{ "suppressions": [{ "code": "unused", "file": "b.json", "reason": "later" }] }"#
    let files = Self.bundle.merging(["b.json": ##"{ "box": { "margin": "ref://used" }, "c": "ref://gap" }"##]) { $1 }
    check(files.merging(["livery.json": manifest]) { $1 }, [])
    check(
      files.merging(["livery.json": manifest.replacing("unused", with: "unusd")]) { $1 },
      ["livery.json: warning LV9002 unknown rule `unusd`"], unchecked: Self.ofWholeBundles)
    check(
      files.merging(["livery.json": manifest.replacing("}]", with: "]")]) { $1 },
      ["livery.json: error LV0001 expected `}`, found `]`"], unchecked: Self.ofWholeBundles)
  }
}
