// SPDX-License-Identifier: GPL-2.0-or-later

import TestSupport
import Testing
import TextComparison
import ThemeModel

@testable import ThemeWatch

/// Directories that a bundle's manifest excludes: they are neither walked nor watched.
@Suite(.serialized) struct ExcludeTests {
  /// A package with its dependencies, one of them by a link.
  private static let package = """
    mkdir -p tokens modules/{a,b,c}/{lib,dist}; echo 1 > tokens/t.json
    for m in modules/*; do echo 1 > $m/package.json; echo 1 > $m/lib/x.json; done
    ln -s ../modules/a tokens/linked; ln -s modules/b/package.json b.json
    """

  private static func bounds(_ patterns: String...) throws -> BundleBounds {
    BundleBounds(exclude: try Selection(patterns))
  }

  @Test func areNeitherListedNorWatched() throws {
    let observer = try Observer(Self.package)
    let all = observer.libraryWatchCount
    #expect(observer.files.keys.contains("modules/a/lib/x.json"))

    try observer.set(Self.bounds("modules", "tokens/linked"))
    try observer.checkAgreement()
    #expect(observer.files.keys.sorted() == ["b.json", "tokens/t.json"])
    // Of ten directories, the link `b.json` leads through `modules` and `modules/b`.
    #expect(observer.libraryWatchCount == all - 8)

    // What an installation of packages does there wakes no one.
    try observer.run(
      "mkdir modules/a/d; echo 1 > modules/a/d/x.json; rm -r modules/c/*; echo 2 > modules/a/package.json")
    #expect(try observer.isQuiet())
    try observer.run("echo 2 > modules/b/package.json")
    try observer.checkAgreement()
    #expect(observer.files["b.json"] == "2\n")

    observer.set(BundleBounds())
    try observer.checkAgreement()
    #expect(observer.files["modules/a/d/x.json"] != nil && observer.files["modules/c/package.json"] == nil)
  }

  @Test func countForNoLimit() throws {
    let observer = try Observer("mkdir -p tokens; echo 1 > tokens/t.json")
    observer.watcher.table.walkLimits.maximumDirectories = 8
    try observer.set(Self.bounds("modules/**"))
    try observer.run("mkdir -p modules/{a,b,c}/{lib,dist}")
    try observer.checkAgreement()
    #expect(observer.refusals == [])
    observer.set(BundleBounds())
    #expect(observer.refusals == [.tooManyDirectories(limit: 8)])
    try observer.set(Self.bounds("modules/**"))
    try observer.checkAgreement()
    #expect(observer.files.keys.sorted() == ["tokens/t.json"])
  }
}
