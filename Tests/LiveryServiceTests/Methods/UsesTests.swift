// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import TestSupport
import Testing
import ThemeComposition
import ThemeModel

@testable import LiveryService

/// The method ListUses: which programs an edit would reach.
@Suite(.serialized) struct UsesTests {
  private let directory: ScratchDirectory
  private let daemon: RunningDaemon

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("aurora/theme.inc.json", #"{ "themes": ["a.json", "large.json"] }"#)
    let styles = #""Button": { "color": "ref://accent", "width": 1 }, "Label": { "color": "ref://other" }"#
    try directory.write("aurora/a.json", #"{ "accent": "red", "other": "blue", \#(styles) }"#)
    let properties = (0..<(ComposedValues.maximumPaths + 1)).map { "\"p\($0)\": 1" }.joined(separator: ", ")
    try directory.write("aurora/large.json", "{ \"Large\": { \(properties) } }")
    daemon = try RunningDaemon(.inTest(directory, bundles: ["aurora"]))
  }

  private func check(
    _ path: String, followed: [String], composed: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let reply = try daemon.call("ListUses", ["path": .string(path)])
    #expect(reply["consumers"] == .array(followed.map(JSONValue.string)), sourceLocation: location)
    #expect(reply["composing"] == .array(composed.map(JSONValue.string)), sourceLocation: location)
  }

  private func compose(_ className: String) throws {
    _ = try daemon.call("Compose", ["element": ["class": .string(className)]])
  }

  @Test func namesProgramsThatHaveComposedAValue() throws {
    try compose("Button")
    let follower = try Follower(daemon, ["select": ["constants/other"]])
    let name = follower.consumer
    // What was composed before it registered is not counted.
    try check("constants/accent", followed: [], composed: [])
    try compose("Button")
    try check("constants/accent", followed: [], composed: [name])
    try check("styles/Button/width", followed: [], composed: [name])
    try check("/styles/Button", followed: [], composed: [name])
    try check("constants/other", followed: [name], composed: [])
    try compose("Label")
    try check("constants/other", followed: [name], composed: [name])
    // A second consumer of this process has composed nothing since it registered.
    let second = try Follower(daemon, ["select": ["constants/none"]])
    try check("constants/accent", followed: [], composed: [name])
    try compose("Button")
    try check("constants/accent", followed: [], composed: [name, second.consumer])
  }

  @Test func aProgramThatHasComposedMoreCountsEverywhere() throws {
    let follower = try Follower(daemon, ["select": ["constants/none"]])
    try compose("Button")
    try check("constants/other", followed: [], composed: [])
    try compose("Large")
    try check("constants/other", followed: [], composed: [follower.consumer])
  }

  @Test func longPathsCountByTheirBytes() {
    var values = ComposedValues()
    func insert(_ source: String) {
      var layer = PlacedLayer(layer: Layer(kind: .class), place: nil)
      layer.properties = [PlacedProperty(path: "p", source: source, place: nil)]
      var composition = PlacedComposition()
      composition.layers = [layer]
      values.insert(composition)
    }
    insert(String(repeating: "a", count: ComposedValues.maximumBytes))
    insert(String(repeating: "a", count: ComposedValues.maximumBytes))
    #expect(!values.isCut)
    insert("b")
    #expect(values.isCut)
  }

  @Test(arguments: [
    ("styles/A/b", true), ("/styles/A/b", false), ("styles/A", true), ("styles/A/b/c", true), ("styles/A/c", false),
    ("styles", false), ("styles/Ab", false), ("styles/B", true), ("styles/B/x/y", true), ("constants/B", false),
    ("styles/C/d", true), ("styles/C", true), ("styles/C/d/e/f/g", true),
  ]) func pathsOfOneFamily(path: String, isRelative: Bool) {
    #expect(PathFamily(["/styles/A/b", "styles/B", "styles/C/d/e/f"]).isRelative(path) == isRelative)
  }
}
