// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import Testing

/// Which paths a release may have.
@Suite struct PathRulesTests {
  /// - Parameter fault: a part of the refusal; nil for paths that are allowed.
  private func check(
    _ paths: [String], _ fault: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) {
    var refusal: String?
    do throws(Refusal) { try PathRules.check(paths) } catch { refusal = error.description }
    guard let fault else { return #expect(refusal == nil, sourceLocation: location) }
    #expect(refusal?.contains(fault) == true, "\(refusal ?? "allowed")", sourceLocation: location)
  }

  @Test func ordinaryPathsAreAllowed() {
    check([])
    check(["livery.json", "themes/day.json", "themes/night.json", "a b/é.json", "x~", "con", "-rf", "a.b.c"])
    check(["日本/色.json", String(repeating: "a", count: 255)])
    check([Array(repeating: String(repeating: "d", count: 127), count: 8).joined(separator: "/")])
  }

  @Test func pathsThatLeadElsewhereAreRefused() {
    for path in ["../a", "a/../b", "/etc/passwd", "a//b", "a/", "/", "", ".", "..", "./a", ".hidden", "a/.git/config"] {
      check([path], "the path")
    }
    check([#"a\b"#], "backslash")
    check(["a\u{0}b"], "control")
    check(["a\nb"], "control")
    check(["a\u{85}b"], "control")
    check(["a\u{FFFD}b"], "UTF-8")
  }

  @Test func lengthsAreLimited() {
    check([String(repeating: "a", count: 256)], "256 bytes")
    check([String(repeating: "é", count: 128)], "256 bytes")
    check([Array(repeating: "aaaaaaa", count: 129).joined(separator: "/")], "1031 bytes")
  }

  @Test func aPathHasOneSpelling() {
    check(["e\u{301}.json"], "NFC")
    check(["a", "a"], "twice")
    check(["a", "a/b"], "file and a directory")
    check(["a/b", "a"], "file and a directory")
    check(["A.json", "a.json"], "case")
    check(["Straße", "STRASSE"], "case")
    check(["ΣΑΣ", "σας"], "case")
    // Directories share a place too.
    check(["Dir/a", "dir/b"], "case")
    check(["dir/a", "dir/b"])
  }

  @Test func theNumberOfFilesIsLimited() {
    check((0..<100_001).map { "f\($0)" }, "100001 files")
    check((0..<100_000).map { "f\($0)" })
  }

  @Test func theNumberOfDirectoriesIsLimited() {
    check((0..<10_000).map { "d\($0)/f" })
    check((0..<10_001).map { "d\($0)/f" }, "more than 10000 directories")
    check((0..<5_001).map { "d\($0)/e/f" }, "more than 10000 directories")
    // A short list may name many: each of these paths has 510 of its own.
    let deep = String(repeating: "/d", count: 509)
    check((0..<19).map { "\($0)\(deep)/f" })
    check((0..<20).map { "\($0)\(deep)/f" }, "more than 10000 directories")
  }

  @Test func aRefusalIsOneLine() {
    let refusal = #expect(throws: Refusal.self) { try PathRules.check(["a\u{1B}[31m\n\u{202E}"]) }
    #expect(refusal?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } == true)
  }
}
