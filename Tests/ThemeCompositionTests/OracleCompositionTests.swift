// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct OracleCompositionTests {
  private func check(
    _ styles: String, order: [String] = [], _ element: String, gets properties: String, from layers: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bundle = Bundle(dialect: .oracle, styles: styles, order: order)
    try ThemeCompositionTests.check(bundle, element, gets: properties, from: layers, sourceLocation: sourceLocation)
  }

  @Test func classHasItsModuleOrNot() throws {
    let styles = #"{"UILabel": {"x": 1}, "UIView": {"y": 1}, "~UIButton": {"z": 1}}"#
    try check(styles, #"{"class": "UILabel"}"#, gets: #"{"x": 1}"#, from: ["class UILabel: x"])
    try check(styles, #"{"class": "App.UILabel"}"#, gets: #"{"x": 1}"#, from: ["class UILabel: x"])
    try check(styles, #"{"class": "UILabel.App"}"#, gets: "{}", from: [])
    try check(styles, #"{"class": "UIButton"}"#, gets: "{}", from: [])
    try check(styles, #"{"class": "~UIButton"}"#, gets: "{}", from: [])
    try check(styles, "{}", gets: "{}", from: [])
  }

  @Test func insideAnother() throws {
    let styles = #"{"UILabel>UIButton": {"x": 2}, "UILabel": {"x": 1, "y": 1}}"#
    try check(
      styles, #"{"class": "UILabel", "containers": ["UIButton"]}"#, gets: #"{"x": 2, "y": 1}"#,
      from: ["class UILabel: y", "selector UILabel>UIButton: x"])
    try check(
      styles, #"{"class": "UILabel", "containers": ["UIView"]}"#, gets: #"{"x": 1, "y": 1}"#,
      from: ["class UILabel: x y"])
    try check(styles, #"{"class": "UIButton", "containers": ["UILabel"]}"#, gets: "{}", from: [])
    try check(styles, #"{"class": "UILabel>UIButton"}"#, gets: "{}", from: [])
  }

  @Test func chainsMatchInOrderWithGaps() throws {
    let styles = #"{"A>B>C": {"x": 1}}"#
    for containers in [#"["B", "C"]"#, #"["X", "B", "Y", "C", "Z"]"#, #"["C", "B", "C"]"#, #"["B", "B", "C"]"#] {
      try check(
        styles, #"{"class": "A", "containers": \#(containers)}"#, gets: #"{"x": 1}"#, from: ["selector A>B>C: x"])
    }
    for containers in [#"["C", "B"]"#, #"["B"]"#, #"["C"]"#, "[]"] {
      try check(styles, #"{"class": "A", "containers": \#(containers)}"#, gets: "{}", from: [])
    }
    // Each class of a chain needs a container of its own.
    try check(#"{"A>B>B": {"x": 1}}"#, #"{"class": "A", "containers": ["B"]}"#, gets: "{}", from: [])
    try check(
      #"{"A>A": {"x": 1}}"#, #"{"class": "A", "containers": ["A"]}"#, gets: #"{"x": 1}"#, from: ["selector A>A: x"])
    try check(#"{"A>A": {"x": 1}}"#, #"{"class": "A"}"#, gets: "{}", from: [])
  }

  @Test func longerChainsWinThenLaterOnes() throws {
    let styles = #"{"A>B>C": {"x": 1}, "A>C": {"x": 2, "y": 2}, "A>B": {"y": 3, "x": 3}, "A": {"z": 4}}"#
    try check(
      styles, #"{"class": "A", "containers": ["B", "C"]}"#, gets: #"{"x": 1, "y": 3, "z": 4}"#,
      from: ["class A: z", "selector A>C", "selector A>B: y", "selector A>B>C: x"])
  }

  /// A client has the members of an object in any order; the snapshot's `order` decides.
  @Test func theOrderThatIsDeclaredDecides() throws {
    let styles = #"{"A>B": {"x": 1}, "A>C": {"x": 2}, "App.A": {"x": 3}, "A": {"x": 4, "y": 4}}"#
    let element = #"{"class": "App.A", "containers": ["B", "C"]}"#
    try check(
      styles, element, gets: #"{"x": 2, "y": 4}"#,
      from: ["class App.A", "class A: y", "selector A>B", "selector A>C: x"])
    try check(
      styles, order: ["A>C", "A>B", "A", "App.A"], element, gets: #"{"x": 1, "y": 4}"#,
      from: ["class A: y", "class App.A", "selector A>C", "selector A>B: x"])
    // An id that the snapshot lacks is not a style.
    try check(
      styles, order: ["A>Z"], element, gets: #"{"x": 2, "y": 4}"#,
      from: ["class App.A", "class A: y", "selector A>B", "selector A>C: x"])
  }

  @Test func blanksAroundTheSignDoNotCount() throws {
    try check(
      #"{"A > B": {"x": 1}, " A": {"y": 1}}"#, #"{"class": "A", "containers": ["B"]}"#, gets: #"{"x": 1, "y": 1}"#,
      from: ["class  A: y", "selector A > B: x"])
  }

  @Test func stylesAreAskedForWithOrWithoutTheTilde() throws {
    let styles = #"{"~a": {"x": 1, "y": 1}, "~b": {"x": 2}, "A>B": {"x": 3, "z": 3}, "A": {"y": 4}}"#
    try check(styles, #"{"class": "X"}"#, gets: "{}", from: [])
    try check(
      styles, #"{"class": "A", "containers": ["B"], "styles": ["a", "~b"]}"#, gets: #"{"x": 2, "y": 1, "z": 3}"#,
      from: ["class A", "selector A>B: z", "style ~a: y", "style ~b: x"])
    try check(
      styles, #"{"styles": ["~b", "a"]}"#, gets: #"{"x": 1, "y": 1}"#, from: ["style ~b", "style ~a: x y"])
    try check(styles, #"{"styles": ["nope", "A"]}"#, gets: "{}", from: ["style ~nope missing", "style ~A missing"])
  }

  @Test func dottedPathsAreOneKey() throws {
    try check(
      #"{"A": {"layer.borderWidth": 1, "a/b~c": 2}}"#, #"{"class": "A"}"#,
      gets: #"{"layer.borderWidth": 1, "a/b~c": 2}"#,
      from: ["class A: layer.borderWidth a~1b~0c"])
  }

  @Test func callsAddUp() throws {
    func calls(_ list: String) -> String { #"{"$type": "calls", "$value": \#(list)}"# }
    let styles = #"""
      {"A": {"setTitleColor:forState": \#(calls("[[1, 0]]")), "image:forState": \#(calls("[[5]]")), "x": 1},
       "~a": {"setTitleColor:forState": \#(calls("[[2, 1], [3, 2]]")), "image:forState": null, "x": \#(calls("[[7]]"))}}
      """#
    try check(
      styles, #"{"class": "A", "styles": ["a"]}"#,
      gets: #"""
        {"setTitleColor:forState": \#(calls("[[1, 0], [2, 1], [3, 2]]")), "image:forState": null,
         "x": \#(calls("[[7]]"))}
        """#, from: ["class A: setTitleColor:forState", "style ~a: setTitleColor:forState image:forState x"])
  }
}
