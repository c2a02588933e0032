// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryClient
import LiveryElements
import TestSupport
import Testing
import ThemeComposition
import ThemeModel
import ThemedElements

/// Themed elements of a program, a daemon, and an edit of a theme file.
@Suite(.hangLimit) struct ThemedElementsTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    let button =
      ##"{ "Button": { "titleColor": "ref://ink", "width": 1, "highlighted": { "titleColor": "#FFFFFF" } } }"##
    try folder.write("bundle/theme.inc.json", #"{ "themes": ["palette.json", "button.json"] }"#)
    try folder.write("bundle/button.json", button)
    try setInk("#102030")
  }

  private func setInk(_ color: String) throws {
    try folder.write("bundle/palette.json", "{ \"ink\": \"\(color)\" }")
  }

  private func watch(_ bundle: String) throws -> Program {
    let watcher = try Program(livery, ["watch", bundle, "--socket", folder("socket")])
    #expect(try watcher.line().contains(folder("socket")))
    return watcher
  }

  /// A test of a program needs no daemon.
  @Test func aDoubleThemesElements() async throws {
    let double = ThemeDouble(styles: ["Button": ["titleColor": .color(.white)]], dialect: "redbeard")
    let theming = Theming()
    let element = Button(in: theming)
    element.theme.appear()
    double.theme.close()
    await theming.follow(double.theme)
    #expect(element.given == ["titleColor #ffffff"])
    #expect(ThemeSnapshot(ThemeDouble(styles: [:]).theme.snapshot) == nil)
  }

  @Test func anEditReachesTheElement() throws {
    let watcher = try watch(folder("bundle"))
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
    try setInk("#405060")
    try takeTheme()
    #expect(element.given.dropFirst(2) == ["titleColor #405060"])
    element.theme.states = ["highlighted"]
    #expect(element.given.last == "titleColor #ffffff")
    // A change that the state hides comes when the state ends.
    try setInk("#708090")
    try takeTheme()
    #expect(element.given.count == 4)
    element.theme.states = []
    #expect(element.given.last == "titleColor #708090")
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }

  /// The same by the client library, on the main actor, over a restart of the daemon.
  @Test @MainActor func elementsFollowADaemon() async throws {
    let watcher = try watch(folder("bundle"))
    let theme = Theme(Theme.Options(socket: folder("socket"), cache: .off))
    let theming = Theming()
    let element = Button(in: theming)
    var given = element.stream.makeAsyncIterator()
    element.theme.appear()
    let following = Task { await theming.follow(theme) }
    #expect(await given.next() == "titleColor #102030")
    #expect(await given.next() == "width number")
    try setInk("#405060")
    #expect(await given.next() == "titleColor #405060")
    watcher.interrupt()
    #expect(watcher.end().code == 0)
    try setInk("#708090")
    let next = try watch(folder("bundle"))
    #expect(await given.next() == "titleColor #708090")
    #expect(element.given.count == 4)
    theme.close()
    await following.value
    next.interrupt()
    #expect(next.end().code == 0)
  }

  /// Of two styles of Oracle with equal chains the later one in the file wins, in the daemon and in a program, whatever their
  /// names are; and after an edit that changes nothing but the order.
  @Test @MainActor func theOrderOfAFileReachesElements() async throws {
    func write(_ first: String, _ second: String) throws {
      try folder.write("oracle/theme.json", "[{}, { \(first), \(second) }]")
    }
    let inView = ##""Label>View": { "textColor": "@color:1 0 0 1" }"##
    let inCell = ##""Label>Cell": { "textColor": "@color:0 0 1 1" }"##
    try write(inView, inCell)
    let watcher = try watch(folder("oracle"))
    func composed() throws -> String? {
      let program = try Program(
        livery,
        ["compose", "--class", "Label", "--container", "Cell", "--container", "View", "--socket", folder("socket")])
      let (output, end) = program.outputAndEnd()
      #expect(end.code == 0, "\(end.errors)")
      return try JSONValue(parsing: Array(output.utf8))["properties"]?["textColor"]?["$value"]?["hex"]?.string
    }
    let theme = Theme(Theme.Options(socket: folder("socket"), cache: .off))
    let theming = Theming()
    let cell = Contained("Cell", in: Contained("View", in: nil, theming), theming)
    let label = Contained("Label", in: cell, theming)
    var given = label.stream.makeAsyncIterator()
    label.theme.appear()
    let following = Task { await theming.follow(theme) }
    #expect(await given.next() == "#0000ff")
    #expect(try composed() == "#0000ff")
    try write(inCell, inView)
    #expect(await given.next() == "#ff0000")
    #expect(try composed() == "#ff0000")
    theme.close()
    await following.value
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }

  /// Values of all types, as the daemon prints them and as the client library has them, are the same to elements.
  @Test(arguments: ["aurora", "harbor", "studio", "gallery", "pocket"]) func bothWaysAreOne(example: String)
    async throws
  {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let watcher = try watch(root.appending(path: "Examples/\(example)").path)
    let json = try Program(livery, ["subscribe", "--count", "1", "--socket", folder("socket")]).event()
    let printed = try #require(json["snapshot"].flatMap { ThemeSnapshot(json: $0.bytes) })
    let theme = Theme(Theme.Options(socket: folder("socket"), cache: .off))
    let update = try #require(await theme.updates.first { $0.snapshot.isReady })
    let followed = try #require(ThemeSnapshot(update.snapshot))
    #expect(followed.dialect == printed.dialect)
    #expect(followed.source.styleIDs == printed.source.styleIDs.sorted())
    for id in printed.source.styleIDs {
      #expect(followed.source.style(id) == printed.source.style(id).map(sorted), "\(id)")
    }
    let constants = json["snapshot"]?["constants"]?.object?.members.map(\.key) ?? []
    for id in constants {
      #expect(followed.source.constant(id) == printed.source.constant(id).map(sorted), "\(id)")
    }
    #expect(!printed.source.styleIDs.isEmpty || !constants.isEmpty)
    theme.close()
    watcher.interrupt()
    #expect(watcher.end().code == 0)
  }
}

private func sorted(_ value: Value) -> Value {
  switch value {
  case .object(let members):
    .object(members.map { Value.Member(key: $0.key, value: sorted($0.value)) }.sorted { $0.key < $1.key })
  case .array(let elements): .array(elements.map(sorted))
  default: value
  }
}

private final class Button: Themeable {
  let theme: ThemeTracker
  var given: [String] = []
  let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init(in theming: Theming) {
    theme = ThemeTracker(in: theming)
    (stream, continuation) = AsyncStream.makeStream()
    theme.element = self
  }

  func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
    let line = if case .color(let color) = value { "\(keyPath) \(color.hex)" } else { "\(keyPath) \(value.typeName)" }
    given.append(line)
    continuation.yield(line)
  }
}

/// An element of a class inside a second one. It records its colours.
private final class Contained: Themeable {
  let theme: ThemeTracker
  let themeClass: String
  let container: Contained?
  var themeContainer: (any Themeable)? { container }
  let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init(_ themeClass: String, in container: Contained?, _ theming: Theming) {
    self.themeClass = themeClass
    self.container = container
    theme = ThemeTracker(in: theming)
    (stream, continuation) = AsyncStream.makeStream()
    theme.element = self
  }

  func applyThemeValue(_ value: ThemeValue, forKeyPath keyPath: String) {
    if case .color(let color) = value { continuation.yield(color.hex) }
  }
}
