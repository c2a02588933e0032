// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct GiottoCompositionTests {
  private func check(
    _ styles: String, _ element: String, device: Context.Device? = nil, gets properties: String, from layers: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bundle = Bundle(dialect: .giotto, styles: styles, device: device)
    try ThemeCompositionTests.check(bundle, element, gets: properties, from: layers, sourceLocation: sourceLocation)
  }

  @Test func stylesAreAppliedInOrder() throws {
    let styles = #"{"a": {"x": 1, "layer": {"borderWidth": 1, "radius": 1}}, "b": {"x": 2, "layer": {"radius": 2}}}"#
    try check(
      styles, #"{"styles": ["a", "b"]}"#, gets: #"{"x": 2, "layer": {"borderWidth": 1, "radius": 2}}"#,
      from: ["style a: layer/borderWidth", "style b: x layer/radius"])
    try check(
      styles, #"{"styles": ["b", "a"]}"#, gets: #"{"x": 1, "layer": {"borderWidth": 1, "radius": 1}}"#,
      from: ["style b", "style a: x layer/radius layer/borderWidth"])
  }

  @Test func nothingIsAutomatic() throws {
    try check(#"{"UILabel": {"x": 1}}"#, #"{"class": "UILabel", "identifier": "UILabel"}"#, gets: "{}", from: [])
  }

  @Test func missingStyleIsTold() throws {
    try check(
      #"{"b": {"x": 2}}"#, #"{"styles": ["a", "b"]}"#, gets: #"{"x": 2}"#, from: ["style a missing", "style b: x"])
  }

  @Test func variantFollowsItsStyle() throws {
    let styles =
      #"{"a": {"x": 1, "y": 1}, "a_IPAD": {"x": 2}, "a_IPHONE": {"x": 3}, "b": {"x": 4}, "c_IPAD": {"z": 5}}"#
    try check(
      styles, #"{"styles": ["a"]}"#, device: .pad, gets: #"{"x": 2, "y": 1}"#,
      from: ["style a: y", "variant a_IPAD: x"])
    try check(
      styles, #"{"styles": ["a"]}"#, device: .phone, gets: #"{"x": 3, "y": 1}"#,
      from: ["style a: y", "variant a_IPHONE: x"])
    try check(styles, #"{"styles": ["a"]}"#, gets: #"{"x": 1, "y": 1}"#, from: ["style a: x y"])
    try check(
      styles, #"{"styles": ["a", "b"]}"#, device: .pad, gets: #"{"x": 4, "y": 1}"#,
      from: ["style a: y", "variant a_IPAD", "style b: x"])
    try check(
      styles, #"{"styles": ["c"]}"#, device: .pad, gets: #"{"z": 5}"#, from: ["style c missing", "variant c_IPAD: z"])
  }

  @Test func nullAndStatePrefixesAreKept() throws {
    try check(
      #"{"a": {"color": 1, "selected:color": 1}, "b": {"color": null}}"#,
      #"{"styles": ["a", "b"], "states": ["selected"]}"#, gets: #"{"color": null, "selected:color": 1}"#,
      from: ["style a: selected:color", "style b: color"])
  }
}
