// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine
import ThemeModel

/// A value that becomes a text which looks like a reference keeps its last good state (LV2008), in each dialect.
@Suite struct HeldTextTests {
  struct Slip: CustomTestStringConvertible {
    /// The files that stay.
    var rest: [String: String] = [:]
    var path: String
    /// With `VALUE` for the value that changes.
    var text: String
    var good: String
    var bad: String
    /// As `CODE ID`.
    var finding: String
    var held = 1

    var testDescription: String { "\(path): \(bad)" }
  }

  private static let redbeard = ["theme.inc.json": #"{"themes": ["t.json"]}"#]
  private static let theme = #"{"x": 1, "s": {"a": VALUE}}"#
  private static let aliases =
    ##"{"INLThemeAlias": {"c": VALUE, "d": "#102030"}, "a": {"textColor": "c"}, "b": {"textColor": "c"}}"##

  @Test(arguments: [
    Slip(rest: redbeard, path: "t.json", text: theme, good: #""ref://x""#, bad: #""Ref://x""#, finding: "LV2008 s"),
    Slip(rest: redbeard, path: "t.json", text: theme, good: #"[1]"#, bad: #"["ref:/x"]"#, finding: "LV2008 s"),
    Slip(
      rest: ["livery.json": #"{"dialect": "inlthemes"}"#], path: "t.json", text: aliases, good: ##""#ffffff""##,
      bad: #""d""#, finding: "LV2008 INLThemeAlias", held: 2),
    Slip(
      rest: ["livery.json": #"{"dialect": "inlthemes"}"#], path: "t.json",
      text: #"{"INLThemeAlias": {"c": VALUE, "d": "x"}, "a": {"font": "Courier", "fontSize": "c"}}"#, good: "12",
      bad: #""d""#, finding: "LV2008 INLThemeAlias"),
    Slip(
      rest: redbeard, path: "t.json", text: #"{"s": {"icon": VALUE}}"#, good: #""glyph://star""#,
      bad: #""Glyph://star""#,
      finding: "LV2008 s"),
    Slip(
      path: "theme.json", text: #"[{"blue": "@color:0 0 1 1"}, {"UILabel": {"textColor": VALUE}}]"#,
      good: #""@resource:blue""#, bad: #""blue""#, finding: "LV2008 UILabel"),
    Slip(
      rest: ["livery.json": #"{"dialect": "inlthemes"}"#], path: "t.json",
      text: #"{"INLThemeAlias": {"headline": "Courier"}, "a": {"font": VALUE, "fontSize": 12}}"#, good: #""headline""#,
      bad: #""headlin""#, finding: "LV2008 a"),
    Slip(
      path: "t.json",
      text: #"{"formatVersion": 2, "Constants": {"COLOR_A": VALUE}, "Styles": {"g": {"s": {"k": "COLOR_A"}}}}"#,
      good: #""color:ff0000""#, bad: #""COLOR_B""#, finding: "LV2008 COLOR_A"),
  ])
  func keepsItsLastGoodState(_ slip: Slip) throws {
    func files(_ value: String) -> [FileChange] {
      var parts = slip.text.split(separator: "VALUE", omittingEmptySubsequences: false).map(String.init)
      parts.insert(value, at: 1)
      var files = slip.rest
      files[slip.path] = parts.joined()
      return files.sorted { $0.key < $1.key }.map { FileChange(path: $0.key, content: .bytes(Array($0.value.utf8))) }
    }
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files(slip.good))
    let good = engine.open(Context())
    engine.apply(files(slip.bad))
    engine.publish()
    let held = engine.open(Context())
    #expect(try held.content == good.content)
    #expect(held.held == slip.held)
    #expect(
      held.diagnostics.filter { $0.heldBackSince == good.generation }.map { "\($0.code.rawValue) \($0.id ?? "")" } == [
        slip.finding
      ])
    // Without a past, the text is served.
    let cold = ThemeEngine(bundle: "b")
    cold.apply(files(slip.bad))
    #expect(try cold.open(Context()).content != good.content)
    #expect(cold.open(Context()).held == 0)
    engine.apply(files(slip.good))
    engine.publish()
    #expect(try engine.open(Context()).content == good.content)
    #expect(engine.open(Context()).held == 0)
  }
}
