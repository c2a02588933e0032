// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct RedbeardCompositionTests {
  private func check(
    _ styles: String, _ element: String, constants: String = "{}", gets properties: String, from layers: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bundle = Bundle(dialect: .redbeard, styles: styles, constants: constants)
    try ThemeCompositionTests.check(bundle, element, gets: properties, from: layers, sourceLocation: sourceLocation)
  }

  // MARK: The first layer

  @Test func classThemeIsFirst() throws {
    let styles = #"{"RBButton": {"height": 44}, "RBLabel": {"height": 20}}"#
    try check(styles, #"{"class": "RBButton"}"#, gets: #"{"height": 44}"#, from: ["class RBButton: height"])
    try check(styles, #"{"class": "UIButton"}"#, gets: "{}", from: [])
    try check(styles, #"{"class": "rbbutton"}"#, gets: "{}", from: [])
    try check(styles, "{}", gets: "{}", from: [])
  }

  @Test func classOfAModule() throws {
    let styles = #"{"RBButton": {"height": 44}, "Shop.Cell": {"height": 60}, "Cell": {"height": 50}}"#
    try check(styles, #"{"class": "Shop.RBButton"}"#, gets: #"{"height": 44}"#, from: ["class RBButton: height"])
    try check(styles, #"{"class": "A.B.Cell"}"#, gets: #"{"height": 50}"#, from: ["class Cell: height"])
    // The exact name goes before.
    try check(styles, #"{"class": "Shop.Cell"}"#, gets: #"{"height": 60}"#, from: ["class Shop.Cell: height"])
  }

  @Test func identifierTakesThePlaceOfTheClass() throws {
    let styles = #"{"RBButton": {"height": 44, "theme": "button"}, "button": {"width": 1}, "alert": {"border": 2}}"#
    try check(
      styles, #"{"class": "RBButton", "identifier": "alert"}"#, gets: #"{"border": 2}"#,
      from: ["class RBButton dropped by 2", "theme button dropped by 2", "identifier alert: border"])
    try check(styles, #"{"identifier": "alert"}"#, gets: #"{"border": 2}"#, from: ["identifier alert: border"])
  }

  @Test func unknownIdentifierBringsTheClassBack() throws {
    let styles = #"{"RBButton": {"height": 44}}"#
    try check(
      styles, #"{"class": "RBButton", "identifier": "nope"}"#, gets: #"{"height": 44}"#,
      from: ["class RBButton: height", "identifier nope missing"])
    try check(
      styles, #"{"class": "RBButton", "identifier": null}"#, gets: #"{"height": 44}"#, from: ["class RBButton: height"])
  }

  @Test func whatIsNoObjectIsNoStyle() throws {
    try check(
      #"{"RBButton": 5, "button": "x"}"#, #"{"class": "RBButton", "identifier": "button"}"#, gets: "{}",
      from: ["identifier button missing"])
  }

  // MARK: theme

  @Test func themeLaysAStyleNext() throws {
    let styles = #"{"RBButton": {"theme": "button", "height": 44, "a": 1}, "button": {"height": 50, "b": 2}}"#
    try check(
      styles, #"{"class": "RBButton"}"#, gets: #"{"height": 50, "a": 1, "b": 2}"#,
      from: ["class RBButton: a", "theme button: height b"])
  }

  @Test func themeMayBeAReference() throws {
    try check(
      #"{"RBButton": {"theme": "ref://button"}, "button": {"b": 2}}"#, #"{"class": "RBButton"}"#, gets: #"{"b": 2}"#,
      from: ["class RBButton", "theme button: b"])
  }

  @Test func themeMayBeTheResolvedStyle() throws {
    try check(
      #"{"RBButton": {"a": 1, "theme": {"a": 2, "theme": "button"}}, "button": {"b": 3}}"#, #"{"class": "RBButton"}"#,
      gets: #"{"a": 2, "b": 3}"#, from: ["class RBButton", "theme: a", "theme button: b"])
  }

  @Test func themesChain() throws {
    try check(
      #"{"A": {"theme": "b", "x": 1}, "b": {"theme": "c", "y": 2}, "c": {"z": 3, "x": 4}}"#, #"{"class": "A"}"#,
      gets: #"{"x": 4, "y": 2, "z": 3}"#, from: ["class A", "theme b: y", "theme c: x z"])
  }

  @Test func themesInACircleEnd() throws {
    let styles = #"{"A": {"theme": "b", "x": 1}, "b": {"theme": "A", "y": 2}, "own": {"theme": "own", "x": 5}}"#
    try check(styles, #"{"class": "A"}"#, gets: #"{"x": 1, "y": 2}"#, from: ["class A: x", "theme b: y"])
    try check(styles, #"{"identifier": "own"}"#, gets: #"{"x": 5}"#, from: ["identifier own: x"])
  }

  @Test func chainOfThemesHasALimit() throws {
    let links = (0..<200).map { #""s\#($0)": {"theme": "s\#($0 + 1)", "last": \#($0)}"# }.joined(separator: ",")
    let layers = ["identifier s0"] + (1..<128).map { "theme s\($0)" } + ["theme s128: last"]
    try check("{\(links)}", #"{"identifier": "s0"}"#, gets: #"{"last": 128}"#, from: layers)
  }

  @Test func missingThemeIsTold() throws {
    try check(
      #"{"A": {"theme": "nope", "x": 1}}"#, #"{"class": "A"}"#, gets: #"{"x": 1}"#,
      from: ["class A: x", "theme nope missing"])
  }

  @Test func identifierMayNameATheme() throws {
    try check(
      #"{"a": {"theme": "b", "x": 1}, "b": {"y": 2}}"#, #"{"identifier": "a"}"#, gets: #"{"x": 1, "y": 2}"#,
      from: ["identifier a: x", "theme b: y"])
  }

  /// The style that a part names lies under the part; the flag says that the element's own theme is dropped.
  @Test func themeOfAPartIsTheParts() throws {
    try check(
      #"{"Form": {"submit": {"theme": "button", "clearPreviousThemingValues": true}}, "button": {"b": 2}}"#,
      #"{"class": "Form"}"#, gets: #"{"submit": {"b": 2, "clearPreviousThemingValues": true}}"#,
      from: ["class Form: submit/b submit/clearPreviousThemingValues"])
    try check(
      #"{"Form": {"submit": {"a": 1, "theme": "ref://button", "b": {"c": 3}}}, "button": {"a": 2, "b": {"c": 4, "d": 5}}}"#,
      #"{"class": "Form"}"#, gets: #"{"submit": {"a": 1, "b": {"c": 3, "d": 5}}}"#,
      from: ["class Form: submit/a submit/b/c submit/b/d"])
    // A name of no style stays; a state has no theme.
    try check(
      #"{"Form": {"submit": {"theme": "none"}, "highlighted": {"theme": "button"}}, "button": {"b": 2}}"#,
      #"{"class": "Form"}"#, gets: #"{"submit": {"theme": "none"}, "highlighted": {"theme": "button"}}"#,
      from: ["class Form: submit/theme highlighted/theme"])
    // A style whose part names it ends.
    try check(
      #"{"A": {"x": {"theme": "B"}}, "B": {"b": 1, "x": {"theme": "B", "c": 2}}}"#, #"{"class": "A"}"#,
      gets: #"{"x": {"b": 1, "x": {"theme": "B", "c": 2}}}"#, from: ["class A: x/b x/x/theme x/x/c"])
  }

  // MARK: Changes

  @Test func changesFollowInOrder() throws {
    try check(
      #"{"A": {"x": 1, "y": 1, "z": 1}}"#, #"{"class": "A", "changes": [{"y": 2, "z": 2}, {"z": 3}]}"#,
      gets: #"{"x": 1, "y": 2, "z": 3}"#, from: ["class A: x", "change: y", "change: z"])
    try check(
      #"{"A": {"x": 1}, "b": {"y": 1}}"#, #"{"class": "A", "identifier": "b", "changes": [{"z": 2}]}"#,
      gets: #"{"y": 1, "z": 2}"#, from: ["class A dropped by 1", "identifier b: y", "change: z"])
  }

  @Test func changeMayNameATheme() throws {
    let styles = #"{"A": {"theme": "button"}, "button": {"x": 1, "y": 1}}"#
    try check(
      styles, #"{"class": "A", "changes": [{"x": 2, "y": 2}, {"theme": "ref://button", "z": 3}]}"#,
      gets: #"{"x": 1, "y": 1, "z": 3}"#, from: ["class A", "theme button", "change", "change: z", "theme button: x y"])
    try check(
      styles, #"{"changes": [{"theme": {"w": 4}}, {"theme": "nope"}]}"#, gets: #"{"w": 4}"#,
      from: ["change", "theme: w", "change", "theme nope missing"])
  }

  // MARK: The clear flag

  @Test func clearFlagDropsAllBefore() throws {
    let styles = #"""
      {"RBButton": {"theme": "button", "x": 1}, "button": {"y": 1},
       "alert": {"clearPreviousThemingValues": true, "z": 1}, "soft": {"clearPreviousThemingValues": false, "z": 2},
       "word": {"clearPreviousThemingValues": "true", "z": 3}}
      """#
    try check(
      styles, #"{"class": "RBButton", "changes": [{"theme": "alert"}]}"#, gets: #"{"z": 1}"#,
      from: ["class RBButton dropped by 3", "theme button dropped by 3", "change dropped by 3", "theme alert: z"])
    // Without the flag a button's own theme adds to the base.
    try check(
      styles, #"{"class": "RBButton", "changes": [{"theme": "soft"}]}"#, gets: #"{"x": 1, "y": 1, "z": 2}"#,
      from: ["class RBButton: x", "theme button: y", "change", "theme soft: z"])
    try check(
      styles, #"{"class": "RBButton", "changes": [{"theme": "word"}]}"#, gets: #"{"x": 1, "y": 1, "z": 3}"#,
      from: ["class RBButton: x", "theme button: y", "change", "theme word: z"])
    try check(
      styles, #"{"identifier": "soft", "changes": [{"q": 1, "clearPreviousThemingValues": true}, {"r": 2}]}"#,
      gets: #"{"q": 1, "r": 2}"#, from: ["identifier soft dropped by 1", "change: q", "change: r"])
  }

  @Test func theFirstThatDropsIsNamed() throws {
    let flag = #""clearPreviousThemingValues": true"#
    try check(
      #"{"A": {"x": 1}}"#, #"{"class": "A", "changes": [{\#(flag), "x": 2}, {\#(flag), "x": 3}]}"#, gets: #"{"x": 3}"#,
      from: ["class A dropped by 1", "change dropped by 2", "change: x"])
  }

  @Test func flagInTheFirstLayerDropsNothing() throws {
    try check(
      #"{"A": {"clearPreviousThemingValues": true, "x": 1}}"#, #"{"class": "A"}"#, gets: #"{"x": 1}"#,
      from: ["class A: x"])
  }

  // MARK: States

  @Test func statesAreLaidOver() throws {
    let styles = #"""
      {"A": {"x": 1, "y": 1, "part": {"p": 1, "q": 1},
       "highlighted": {"y": 2, "part": {"q": 2}}, "selected": {"y": 3}}}
      """#
    // The normal state keeps the objects of its states: they cannot be told from parts.
    try check(
      styles, #"{"class": "A"}"#,
      gets: #"""
        {"x": 1, "y": 1, "part": {"p": 1, "q": 1}, "highlighted": {"y": 2, "part": {"q": 2}}, "selected": {"y": 3}}
        """#, from: ["class A: x y part/p part/q highlighted/y highlighted/part/q selected/y"])
    try check(
      styles, #"{"class": "A", "states": ["highlighted"]}"#,
      gets: #"{"x": 1, "y": 2, "part": {"p": 1, "q": 2}, "selected": {"y": 3}}"#,
      from: ["class A: x part/p selected/y", "state A highlighted: y part/q"])
    try check(
      styles, #"{"class": "A", "states": ["disabled"]}"#,
      gets: #"""
        {"x": 1, "y": 1, "part": {"p": 1, "q": 1}, "highlighted": {"y": 2, "part": {"q": 2}}, "selected": {"y": 3}}
        """#, from: ["class A: x y part/p part/q highlighted/y highlighted/part/q selected/y"])
  }

  @Test func laterStatesWin() throws {
    let styles = #"{"A": {"highlighted": {"y": 2}, "selected": {"y": 3}}}"#
    try check(
      styles, #"{"class": "A", "states": ["highlighted", "selected"]}"#, gets: #"{"y": 3}"#,
      from: ["class A", "state A highlighted", "state A selected: y"])
    try check(
      styles, #"{"class": "A", "states": ["selected", "highlighted", "selected"]}"#, gets: #"{"y": 2}"#,
      from: ["class A", "state A selected", "state A highlighted: y"])
  }

  @Test func nestedStatesNeedBoth() throws {
    let styles = #"""
      {"A": {"y": 1, "highlighted": {"y": 2, "selected": {"y": 3}}, "selected": {"y": 4, "highlighted": {"y": 5}}}}
      """#
    try check(
      styles, #"{"class": "A", "states": ["highlighted"]}"#,
      gets: #"{"y": 2, "selected": {"y": 3, "highlighted": {"y": 5}}}"#,
      from: ["class A: selected/highlighted/y", "state A highlighted: y selected/y"])
    // An object for both states lies over an object for one.
    try check(
      styles, #"{"class": "A", "states": ["highlighted", "selected"]}"#, gets: #"{"y": 5}"#,
      from: [
        "class A", "state A highlighted", "state A selected", "state A highlighted/selected",
        "state A selected/highlighted: y",
      ])
    try check(
      styles, #"{"class": "A", "states": ["selected", "highlighted"]}"#, gets: #"{"y": 3}"#,
      from: [
        "class A", "state A selected", "state A highlighted", "state A selected/highlighted",
        "state A highlighted/selected: y",
      ])
  }

  @Test func statesOfAllLayersThatCount() throws {
    let styles = #"""
      {"A": {"theme": "b", "on": {"x": 1, "y": 1}}, "b": {"x": 0, "on": {"y": 2}},
       "c": {"clearPreviousThemingValues": true, "z": 0, "on": {"z": 1}}}
      """#
    try check(
      styles, #"{"class": "A", "states": ["on"], "changes": [{"on": {"w": 3}}]}"#, gets: #"{"x": 1, "y": 2, "w": 3}"#,
      from: ["class A", "theme b", "change", "state A on: x", "state b on: y", "state on: w"])
    try check(
      styles, #"{"class": "A", "states": ["on"], "changes": [{"theme": "c"}]}"#, gets: #"{"z": 1}"#,
      from: [
        "class A dropped by 3", "theme b dropped by 3", "change dropped by 3", "theme c", "state c on: z",
      ])
  }

  @Test func onlyAnObjectIsAState() throws {
    try check(
      #"{"A": {"selected": true, "x": 1}}"#, #"{"class": "A", "states": ["selected", "x"]}"#,
      gets: #"{"selected": true, "x": 1}"#, from: ["class A: selected x"])
  }

  @Test func wordsOfCompositionDoNothingInAState() throws {
    try check(
      #"{"A": {"x": 1, "on": {"theme": "b", "clearPreviousThemingValues": true, "y": 2}}, "b": {"z": 3}}"#,
      #"{"class": "A", "states": ["on"]}"#, gets: #"{"x": 1, "y": 2}"#, from: ["class A: x", "state A on: y"])
  }

  // MARK: Merging

  @Test func objectsMergeDeepAndAllElseReplaces() throws {
    let font = #"{"$type": "font", "$value": {"name": "A"}}"#
    let other = #"{"$type": "font", "$value": {"size": 3}}"#
    try check(
      #"{"A": {"o": {"p": {"q": 1, "r": 1}}, "a": [1, 2], "f": \#(font), "s": {"t": 1}, "u": 1, "e": {}, "k": {"l": 1}}}"#,
      #"{"class": "A", "changes": [{"o": {"p": {"r": 2}}, "a": [3], "f": \#(other), "s": 5, "u": {"v": 1}, "e": {}, "k": {}}]}"#,
      gets: #"{"o": {"p": {"q": 1, "r": 2}}, "a": [3], "f": \#(other), "s": 5, "u": {"v": 1}, "e": {}, "k": {"l": 1}}"#,
      from: ["class A: o/p/q e k/l", "change: o/p/r a f s u/v"])
    try check(
      #"{"A": {"u": 1, "e": {}}}"#, #"{"class": "A", "changes": [{"u": {}, "e": {"x": 1}}]}"#,
      gets: #"{"u": {}, "e": {"x": 1}}"#, from: ["class A", "change: u e/x"])
  }
}
