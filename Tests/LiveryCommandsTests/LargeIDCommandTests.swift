// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing

@testable import LiveryCommands

/// `check` and `fix` of bundles with ids that unfold to too many values for the design rules.
@Suite struct LargeIDCommandTests {
  private let bundles: ScratchBundles

  init() throws { bundles = try ScratchBundles() }

  /// Writes the styles of the bundle `good`, beside four styles of which the last has 2,600,000 values.
  private func write(_ styles: String) throws {
    let folded = (0..<4).map { level in
      let below = level == 0 ? "1" : "\"ref://s\(level - 1)\""
      return "\"s\(level)\": {\((0..<40).map { "\"k\($0)\": \(below)" }.joined(separator: ", "))}"
    }
    try bundles.write("good/values.json", "{\(folded.joined(separator: ", ")), \(styles)}")
  }

  private let line = { (ids: String) in
    "livery: good: design rules are not checked in \(ids), which unfold to too many values through references\n"
  }

  private let toolBars = #""toolBars": {"x": "ref://s3"}, "toolBar": {"height": 1}, "Button": {"theme": "toolBars"}"#

  @Test func checkReportsThem() throws {
    try write(#""toolBar": {"height": 1}"#)
    #expect(try bundles.run(["check", bundles("good")]).errors == line("`s3`"))
    try write(toolBars)
    let result = try bundles.run(["check", bundles("good")])
    #expect(result.output == "good: no problems found\n")
    #expect(result.errors == line("`s3` and 1 other id"))
  }

  @Test(arguments: [[], ["--device", "pad"]]) func reportsListTheRules(context: [String]) throws {
    try write(toolBars)
    let text = try bundles.run(["check", bundles("good"), "--format", "json"] + context).output
    let report = try JSONValue(parsing: Array(text.utf8), maximumDepth: 16)
    let rules: [JSONValue] = ["LV1001", "LV1018", "LV2008", "LV3001", "LV3002", "LV3003", "LV3004"]
    #expect(report["unchecked"] == .array(context.isEmpty ? rules + ["LV9001"] : rules))
  }

  @Test func fixLeavesTheirNames() throws {
    try write(toolBars)
    let before = try bundles.text("good/values.json")
    #expect(try bundles.run(["fix", bundles("good")]).output == "good: nothing to fix\n")
    #expect(try bundles.text("good/values.json") == before)
  }

  /// A baseline keeps findings of rules that did not look everywhere, and counts each once.
  @Test func baselinesKeepTheirFindings() throws {
    let file = bundles("known.json")
    let arguments = ["check", bundles("good"), "--baseline", file, "--write-baseline"]
    try bundles.write("good/values.json", #"{"Button": {"theme": "nothing"}}"#)
    #expect(try bundles.run(arguments).output == "good: no problems found; 1 in the baseline\n")
    let known = try bundles.text("known.json")
    for styles in [#""Button": {"theme": "nothing", "x": "ref://s3"}"#, #""Button": {"theme": "nothing"}"#] {
      try write(styles)
      _ = try bundles.run(arguments)
      #expect(try bundles.text("known.json") == known)
    }
  }
}
