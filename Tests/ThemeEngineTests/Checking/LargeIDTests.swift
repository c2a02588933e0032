// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

/// Ids that unfold to too many values are left out of the design rules, and nothing else is reported because of that.
@Suite struct LargeIDTests {
  /// A style of 31 values, to be cut off by a limit of 20.
  private static let large =
    #""s0": {"a": 1, "b": 1}, "s1": {"a": "ref://s0", "b": "ref://s0"}, "s2": {"a": "ref://s1", "b": "ref://s1"}, "#
    + #""s3": {"a": "ref://s2", "b": "ref://s2"}"#
  private static let rules: [DiagnosticCode] = [
    .unknownReference, .unknownKey, .looksLikeConstant, .contrast, .stateWithoutNormal, .baseThemeLeak,
    .nearDuplicateColor,
  ]

  private func report(
    _ files: [String: String], _ checked: CheckedContexts = .all, maximumValues: Int?
  ) -> CheckReport {
    let engine = ThemeEngine(bundle: "b")
    engine.apply(files.sorted { $0.key < $1.key }.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) })
    var check = engine.bundleCheck
    check.maximumDesignValues = maximumValues
    return check.report(on: checked).usual
  }

  /// Findings as `CODE id`, with a limit that leaves out the large ids, and without one.
  private func check(
    _ styles: String, omitted: [String], _ limited: [String], withoutLimit unlimited: [String],
    maximumValues: Int = 40, _ location: SourceLocation = #_sourceLocation
  ) {
    let files = ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": "{\(styles)}"]
    for (maximum, omitted, expected) in [(maximumValues, omitted, limited), (nil, [], unlimited)] {
      let report = report(files, maximumValues: maximum)
      let found = report.diagnostics.filter { $0.severity > .info }.map { "\($0.code.rawValue) \($0.id ?? "")" }
      #expect(found == expected, "\(maximum ?? 0)", sourceLocation: location)
      #expect(report.largeIDs == omitted, sourceLocation: location)
      #expect(report.unchecked == (omitted.isEmpty ? [] : Self.rules + [.unusedSuppression]), sourceLocation: location)
    }
  }

  /// s0 to s2 have 3, 7 and 15 values; the large ones have more than the 15 that are left.
  @Test func areLeftOutInTheirOrder() {
    let pale = ##""textColor": "#ffffff", "backgroundColor": "#ffffff""##
    check(
      Self.large + #", "first": {\#(pale)}, "last": {"x": "ref://s3", \#(pale)}"#, omitted: ["last", "s3"],
      ["LV3001 first"], withoutLimit: ["LV3001 first", "LV3001 last"])
  }

  @Test func areKnownByName() {
    check(
      Self.large + #", "toolBar": {"c": 1}, "toolBars": {"x": "ref://s3"}, "Button": {"theme": "toolBars"}"#,
      omitted: ["s3", "toolBars"], [], withoutLimit: [])
    // As the nearest name, and as the id that a text is.
    check(
      Self.large + #", "tool-bars": {"x": "ref://s3"}, "Button": {"theme": "tool-barz", "c": "tool-bars"}"#,
      omitted: ["s3", "tool-bars"], ["LV1001 Button", "LV2008 Button"],
      withoutLimit: ["LV1001 Button", "LV2008 Button"])
  }

  /// A style that was not looked at may have any property, in both directions of `theme`.
  @Test func areLaidWithOthers() {
    let states = ##""highlighted": {"titleColor": "#405060"}"##
    let title = ##""x": "ref://s3", "titleColor": "#102030""##
    check(
      Self.large + ", \"w1\": {\(title)}, \"Button\": {\"theme\": \"w1\", \(states)}", omitted: ["s3", "w1"], [],
      withoutLimit: [])
    check(
      Self.large + ", \"w1\": {\(title), \"theme\": \"button\"}, \"button\": {\(states)}", omitted: ["s3", "w1"], [],
      withoutLimit: [])
    // By a reference to a text.
    check(
      Self.large + ", \"name\": \"button\", \"w1\": {\(title), \"theme\": \"ref://name\"}, \"button\": {\(states)}",
      omitted: ["s3", "w1"], [], withoutLimit: [])
    // What they override is not known either.
    check(
      Self.large + #", "w1": {"x": "ref://s3", "height": 2}, "Button": {"theme": "w1", "height": 1}"#,
      omitted: ["s3", "w1"], [], withoutLimit: [])
    // Other styles are checked as before.
    check(
      Self.large + ", \"w1\": {\(title)}, \"other\": {\(states)}", omitted: ["s3", "w1"], ["LV3002 other"],
      withoutLimit: ["LV3002 other"])
  }

  /// The rules of the dialect that did not look at them, in all contexts and in one.
  @Test func areReportedAsUnchecked() {
    let files = ["theme.inc.json": #"{"themes": ["a.json"]}"#, "a.json": "{\(Self.large)}"]
    func check(_ files: [String: String], all: [DiagnosticCode], _ location: SourceLocation = #_sourceLocation) {
      let everywhere = report(files, maximumValues: 20)
      #expect(everywhere.unchecked == all + [.unusedSuppression], sourceLocation: location)
      #expect(everywhere.rulesWithoutLargeIDs.count == all.count, sourceLocation: location)
      let one = report(files, .one(Context(device: .pad)), maximumValues: 20)
      #expect(Set(one.unchecked) == Set(all), sourceLocation: location)
      #expect(report(files, .one(Context()), maximumValues: nil).unchecked == [], sourceLocation: location)
    }
    check(files, all: Self.rules)
    let manifest = #"{"rules": {"contrast": "off", "unknown-key": "off"}}"#
    check(
      files.merging(["livery.json": manifest]) { $1 },
      all: Self.rules.filter { $0 != .contrast && $0 != .unknownKey })
    let giotto = (0..<30).map { "\"s\($0)\": {\"height\": 1}" }.joined(separator: ", ")
    check(
      ["theme_default.json": "{\"formatVersion\": 2, \"Constants\": {}, \"Styles\": {\(giotto)}}"],
      all: [.contrast, .nearDuplicateColor])
  }
}
