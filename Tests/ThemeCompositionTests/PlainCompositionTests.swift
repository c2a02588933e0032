// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct PlainCompositionTests {
  private func check(
    _ dialect: DialectName, _ element: String, gets properties: String, from layers: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let styles = #"{"mainVC.topLabel": {"x": 1}, "b": {"y": 1}}"#
    let bundle = Bundle(dialect: dialect, styles: styles, constants: #"{"c": 1}"#)
    try ThemeCompositionTests.check(bundle, element, gets: properties, from: layers, sourceLocation: sourceLocation)
  }

  @Test func elementIdGetsItsAttributes() throws {
    try check(
      .inlthemes, #"{"elementId": "mainVC.topLabel", "identifier": "b", "class": "b", "styles": ["b"]}"#,
      gets: #"{"x": 1}"#, from: ["element mainVC.topLabel: x"])
    try check(.inlthemes, #"{"elementId": "nope"}"#, gets: "{}", from: ["element nope missing"])
    try check(.inlthemes, #"{"identifier": "b"}"#, gets: "{}", from: [])
  }

  @Test func constantsAloneGiveNothing() throws {
    let element = #"{"elementId": "b", "identifier": "b", "class": "b", "styles": ["b"], "changes": [{"z": 1}]}"#
    try check(.flat, element, gets: "{}", from: [])
  }
}
