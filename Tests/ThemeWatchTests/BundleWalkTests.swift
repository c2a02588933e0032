// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TestSupport
import Testing

@testable import ThemeWatch

@Suite struct BundleWalkTests {
  /// A script that creates a bundle, and the files in it.
  @Test(
    arguments: [
      ("true", []),
      ("touch b.json a.plist c.xml README x.jsonc", ["a.plist", "b.json", "c.xml"]),
      ("mkdir -p a/b; touch a/b/x.json a/y.json", ["a/b/x.json", "a/y.json"]),
      ("mkdir .git d.json; touch .git/x.json .y.json d.json/x.json", ["d.json/x.json"]),
      (
        "mkfifo f.json; ln -s nowhere n.json; ln -s n.json m.json; ln -s l.json l.json; ln -s nowhere n",
        ["l.json", "m.json", "n.json"]
      ),
      ("mkdir d; touch d/x.json; ln -s d/x.json l.json; ln -s d e", ["d/x.json", "e/x.json", "l.json"]),
      ("mkdir a; touch a/x.json; ln -s .. a/up; ln -s . b", ["a/x.json"]),
      (
        "touch ../out.json; ln -s ../out.json l.json; ln -s .. up; ln -s /dev/zero z.json",
        ["l.json", "up", "z.json"]
      ),
      ("mkdir ../out; touch ../README; ln -s ../out o; ln -s ../out .o; ln -s ../README r; ln -s ../absent a", ["o"]),
      ("mkdir ..v1; touch ..v1/x.json; ln -s ..v1 ..data; ln -s ..data/x.json x.json", ["x.json"]),
      ("mkdir ..v1; touch ..v1/x.json; ln -s ..v1 ..data; ln -s ..data b; ln -s ..v1 a", ["a/x.json", "b/x.json"]),
      ("mkdir ..v1; touch ..v1/x.json; ln -s . ..v1/self; ln -s ../b ..v1/b; ln -s ..v1 b", ["b/x.json"]),
      ("mkdir d e; touch d/x.json; ln -s ../e d/e; ln -s ../d e/d", ["d/x.json", "e/d/x.json"]),
      (
        "mkdir -p a/b/c; touch a/b/c/x.json; ln -s a/b l; ln -s ../l a/m",
        ["a/b/c/x.json", "a/m/c/x.json", "l/c/x.json"]
      ),
      ("mkdir -p a d; touch a/x.json; ln -s ../a d/l; ln -s d e", ["a/x.json", "d/l/x.json", "e/l/x.json"]),
    ] as [(String, [String])]) func check(script: String, expected: [String]) throws
  {
    let scratch = try ScratchDirectory()
    try makeDirectory(scratch("bundle"), mode: 0o755)
    try shell(script, in: scratch("bundle"))
    #expect(try walkBundle(scratch("bundle")) == expected)
  }

  /// Nine directories with links to all the others have almost a million paths.
  @Test func linksToEachOthersDirectoriesEnd() throws {
    let scratch = try ScratchDirectory()
    try shell(
      """
      for i in {1..9}; do mkdir $i; touch $i/x.json; for j in {1..9}; do ln -s ../$j $i/l$j; done; done
      """, in: scratch.path)
    let files = try walkBundle(scratch.path)
    #expect(files.count > BundleWalk.maximumFurtherPaths - 10 && files.count <= BundleWalk.maximumFurtherPaths + 9)
    for i in 1...9 { #expect(files.contains("\(i)/x.json")) }
  }

  @Test func aMissingBundle() {
    let error = #expect(throws: SystemError.self) { _ = try walkBundle("/absent") }
    #expect(error?.errno == .noSuchFile)
  }

  @Test(
    arguments: [
      "4913", ".theme.json.swp", "theme.json.swp", "f.swo", "theme.json~", ".#theme.json", "#theme.json#",
      "theme.json___jb_tmp___", "theme.json___jb_old___", ".goutputstream-ABC", "sedAbC123", ".f.json.Xy12Zz",
      ".syncthing.f.json.tmp", ".~lock.f.json#", ".git", "..data", "",
    ]) func ignoredNames(name: String)
  {
    #expect(isIgnored(name))
    #expect(!isCandidate(name))
  }

  @Test(
    arguments: ["theme.json", "theme_pad.inc.json", "sed1.json", "sed12.xml", "4913.json", "a.swf.json", "x.plist"])
  func candidates(name: String) {
    #expect(isCandidate(name))
  }

  @Test(arguments: ["README.md", "json", "x.json5", "swatch.sw", "sedation.txt", "fonts"])
  func namesThatAreNeither(name: String) {
    #expect(!isIgnored(name) && !isCandidate(name))
  }
}
