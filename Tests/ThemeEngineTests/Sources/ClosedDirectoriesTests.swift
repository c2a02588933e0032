// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import ThemeEngine

/// Directories whose files are unknown, which come as paths without a file's name: links out of the bundle, and directories that cannot
/// be read.
@Suite struct ClosedDirectoriesTests {
  /// The findings of a bundle with these files, links and unreadable directories.
  private func check(
    _ files: [String: String], links: [String] = [], unreadable: [String] = [], _ expected: [String],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let contents = files.map { FileChange(path: $0, content: .bytes(Array($1.utf8))) }
    let closed = links.map(Self.link) + unreadable.map(Self.unreadable)
    let cold = ThemeEngine(bundle: "b")
    cold.apply(contents + closed)
    #expect(lines(cold) == expected, sourceLocation: location)

    let live = ThemeEngine(bundle: "b")
    live.apply(contents)
    live.open(Context())
    let before = lines(live)
    live.apply(closed)
    live.publish()
    #expect(lines(live) == expected, sourceLocation: location)
    #expect(live.open(Context()).errorCount == cold.open(Context()).errorCount, sourceLocation: location)
    live.apply(closed.map { FileChange(path: $0.path, content: .gone) })
    #expect(lines(live) == before, sourceLocation: location)
  }

  private static func link(_ path: String) -> FileChange {
    FileChange(path: path, content: .unreadable(Finding(.outsideBundle, "`\(path)` leads out")))
  }

  private static func unreadable(_ path: String) -> FileChange {
    FileChange(path: path, content: .unreadable(Finding(.unreadable, "`\(path)` cannot be read")))
  }

  private func lines(_ engine: ThemeEngine) -> [String] {
    engine.checkEverywhere().map { "\($0.file): \($0.code.rawValue) \($0.message)" }
  }

  private static let themes = ["theme.inc.json": #"{ "themes": ["a.json"] }"#, "a.json": #"{ "gap": 4 }"#]

  @Test func eachIsAFinding() {
    check(Self.themes, links: ["o"], ["o: LV0011 `o` leads out"])
    check(Self.themes, links: ["o", "d/p"], ["d/p: LV0011 `d/p` leads out", "o: LV0011 `o` leads out"])
    check(Self.themes.merging(["livery.json": #"{ "exclude": ["o"] }"#]) { $1 }, links: ["o"], [])
    check([:], links: ["o"], [": LV0012 no theme files found here", "o: LV0011 `o` leads out"])
    check(Self.themes, unreadable: ["d"], ["d: LV0010 `d` cannot be read"])
    check(["a.tokens.json": "{}"], unreadable: ["d"], ["d: LV0010 `d` cannot be read"])
  }

  @Test func pathsThatLeadThroughThem() {
    check(
      ["theme.inc.json": #"{ "themes": ["o/a.json"] }"#], links: ["o"],
      [
        "o: LV0011 `o` leads out",
        "theme.inc.json: LV1006 `o/a.json` is not in the bundle: the link `o` leads out of it",
      ])
    check(
      ["livery.json": #"{ "dialect": "oracle", "root": "d/o/a.json" }"#, "a.json": "{}"], links: ["d/o"],
      [
        "d/o: LV0011 `d/o` leads out",
        "livery.json: LV1010 `d/o/a.json` is not in the bundle: the link `d/o` leads out of it",
      ])
    check(
      ["theme.inc.json": #"{ "themes": ["d/e/a.json"] }"#], unreadable: ["d"],
      [
        "d: LV0010 `d` cannot be read",
        "theme.inc.json: LV1006 `d/e/a.json` is in the directory `d`, which cannot be read",
      ])
  }

  @Test func theFirstOfMany() {
    let links = (1000..<1120).map { "o\($0)" }
    check(
      Self.themes, links: links,
      [": LV0011 20 more links lead to directories outside of the bundle"]
        + links.prefix(100).map { "\($0): LV0011 `\($0)` leads out" })
    check(
      Self.themes, links: Array(links.prefix(99)), unreadable: ["u1", "u2", "u3"],
      [": LV0010 2 more directories cannot be read"] + links.prefix(99).map { "\($0): LV0011 `\($0)` leads out" }
        + ["u1: LV0010 `u1` cannot be read"])
  }
}
