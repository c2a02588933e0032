// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeEngine

/// A file whose slip would lose its values as a whole keeps its last good state, also over a restart.
@Suite struct HeldFileTests {
  @Test func theListOfAnIncludeFile() throws {
    let root = "theme.inc.json"
    let good = #"{"include": ["more.inc.json"], "themes": ["a.json"]}"#
    for slip in [
      good.replacing("themes", with: "theme"), good.replacing("themes", with: "Themes"),
      good.replacing("include", with: "includes"),
    ] {
      try checkSteps(
        [root: good, "more.inc.json": #"{"themes": ["b.json"]}"#, "a.json": #"{"a": 1}"#, "b.json": #"{"b": 1}"#],
        HeldStep(root, slip, serves: #"{"a": 1, "b": 1}"#, held: 1),
        HeldStep("a.json", #"{"a": 2}"#, serves: #"{"a": 2, "b": 1}"#, held: 1),
        HeldStep("more.inc.json", #"{"theme": ["b.json"]}"#, serves: #"{"a": 2, "b": 1}"#, held: 2),
        HeldStep(root, good, serves: #"{"a": 2, "b": 1}"#, held: 1),
        // What is meant is there, or is not a list of files.
        HeldStep("more.inc.json", #"{"theme": ["b.json"], "themes": []}"#, serves: #"{"a": 2}"#),
        HeldStep(root, #"{"themes": ["a.json"], "includes": "none"}"#, serves: #"{"a": 2}"#),
        HeldStep(root, #"{"themes": ["a.json"], "notes": []}"#, serves: #"{"a": 2}"#))
    }
  }
}
