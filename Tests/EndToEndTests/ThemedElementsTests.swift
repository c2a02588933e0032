// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TestSupport
import Testing
import ThemeModel
import ThemedElements

/// Themed elements of a program, a daemon, and an edit of a theme file.
@Suite struct ThemedElementsTests {
  @Test func anEditReachesTheElement() throws {
    let folder = try ScratchDirectory()
    let button =
      ##"{ "Button": { "titleColor": "ref://ink", "width": 1, "highlighted": { "titleColor": "#FFFFFF" } } }"##
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["palette.json", "button.json"] }"#)
    try folder.write("bundle/palette.json", ##"{ "ink": "#102030" }"##)
    try folder.write("bundle/button.json", button)
    let livery = Program.built("livery")
    let watcher = try Program(livery, ["watch", folder("bundle"), "--socket", folder("socket")])
    _ = try watcher.line()
    let stream = try Program(livery, ["subscribe", "--mode", "snapshot", "--socket", folder("socket")])

    let theming = Theming()
    let element = Button(in: theming)
    func takeTheme() throws {
      let json = try #require(try stream.event()["snapshot"])
      theming.applyTheme(try #require(ThemeSnapshot(json: json.bytes)))
    }
    try takeTheme()
    #expect(element.given == [])
    element.theme.appear()
    #expect(element.given == ["titleColor #102030", "width number"])
    try folder.write("bundle/palette.json", ##"{ "ink": "#405060" }"##)
    try takeTheme()
    #expect(element.given.dropFirst(2) == ["titleColor #405060"])
    element.theme.states = ["highlighted"]
    #expect(element.given.last == "titleColor #ffffff")
    // What is not to be seen while the state is on comes when it ends.
    try folder.write("bundle/palette.json", ##"{ "ink": "#708090" }"##)
    try takeTheme()
    #expect(element.given.count == 4)
    element.theme.states = []
    #expect(element.given.last == "titleColor #708090")
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }
}

private final class Button: Themeable {
  let theme: ThemeTracker
  var given: [String] = []

  init(in theming: Theming) {
    theme = ThemeTracker(in: theming)
    theme.element = self
  }

  func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
    if case .color(let color) = value {
      given.append("\(keyPath) \(color.hex)")
    } else {
      given.append("\(keyPath) \(value.typeName)")
    }
  }
}
