// SPDX-License-Identifier: MIT

import Testing
import ThemeModel
import ThemedElements

/// The sample of docs/elements.md.
@Suite struct SampleTests {
  final class Button: Themeable {
    let theme: ThemeTracker
    var background = "#000000"

    init(in theming: Theming) {
      theme = ThemeTracker(in: theming)
      theme.element = self
    }

    func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
      if case .color(let color) = value, keyPath == "backgroundColor" { background = color.hex }
    }
  }

  private static let styles = ##"""
    { "Button": { "backgroundColor": "#111111", "highlighted": { "backgroundColor": "#222222" } },
      "alert-button": { "backgroundColor": "#333333" } }
    """##

  @Test func theSampleDoesWhatItSays() throws {
    let snapshot = try snapshot("redbeard", styles: Self.styles)
    let theming = Theming()
    let button = Button(in: theming)

    theming.applyTheme(snapshot)
    #expect(button.background == "#000000")
    button.theme.appear()
    #expect(button.background == "#111111")
    button.theme.states = ["highlighted"]
    #expect(button.background == "#222222")
    button.theme.identifier = "alert-button"
    #expect(button.background == "#333333")
    button.theme.applyChanges(["backgroundColor": "#ff0000"])
    #expect(button.background == "#ff0000")
  }

  /// Elements may belong to an actor.
  @MainActor final class Label: @MainActor Themeable {
    let theme: ThemeTracker
    var text = ""

    init(in theming: Theming) {
      theme = ThemeTracker(in: theming)
      theme.element = self
    }

    func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
      if case .string(let text) = value, keyPath == "text" { self.text = text }
    }
  }

  @Test @MainActor func elementsMayBelongToTheMainActor() throws {
    let theming = Theming()
    theming.applyTheme(try snapshot("redbeard", styles: #"{ "Label": { "text": "Hello" } }"#))
    let label = Label(in: theming)
    label.theme.appear()
    #expect(label.text == "Hello")
    theming.applyStyle("Other", to: label)
  }
}
