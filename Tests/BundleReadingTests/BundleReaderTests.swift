// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import TestSupport
import Testing
import ThemeEngine
import ThemeModel

@testable import BundleReading

@Suite struct BundleReaderTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
    try directory.write("bundle/a.json", "{}")
    try directory.write("bundle/inside/b.json", "[]")
    try directory.write("outside/c.json", "7")
    try directory.write("bundle-too/d.json", "7")
    try directory.link("bundle/good.json", to: "inside/b.json")
    try directory.link("bundle/bad.json", to: "../outside/c.json")
    try directory.link("bundle/sibling.json", to: "../bundle-too/d.json")
    try directory.link("bundle/lost.json", to: "nowhere")
    try directory.link("bundle/round.json", to: "round.json")
    try directory.link("bundle/folder", to: "../outside")
    try directory.link("link", to: "bundle")
  }

  /// Reads a path. Returns the text, `gone`, or the code of the finding.
  private func check(
    _ path: String, _ expected: String, limit: Int = 100, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let change = try #require(BundleReader(path: directory("link"), limit: limit).read([path]).first)
    #expect(change.path == path, sourceLocation: location)
    let reported =
      switch change.content {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .gone: "gone"
      case .unreadable(let finding): finding.code.rawValue
      }
    #expect(reported == expected, sourceLocation: location)
  }

  @Test func readsWhatIsInside() throws {
    try check("a.json", "{}")
    try check("inside/b.json", "[]")
    try check("good.json", "[]")
  }

  @Test func tellsWhatIsNotThere() throws {
    try check("nothing.json", "gone")
    try check("a.json/b.json", "gone")
    try check("inside", "gone")
  }

  /// A manifest is looked for at each start and most bundles have none.
  @Test func seesAtOnceWhatIsNotThere() throws {
    let reader = BundleReader(path: directory("link"))
    var calls: [SystemCall] = []
    let changes = interceptingSystemCalls {
      calls.append($0)
      return .none
    } in: {
      reader.read(["livery.json"])
    }
    #expect(changes.count == 1)
    #expect(calls == [.open, .openat2, .lstat, .close])
  }

  /// The message of a link without a target.
  @Test(
    arguments: [
      ("nowhere", "a link to `nowhere`, which does not exist"),
      ("/nowhere/x", "a link to `/nowhere/x`, which does not exist"),
      ("inside/b.json/x", "a link to `inside/b.json/x`, which does not exist"),
      ("lost.json", "a link to `lost.json`, which leads nowhere"),
    ]) func namesAMissingTarget(target: String, message: String) throws
  {
    try directory.link("bundle/l.json", to: target)
    guard case .unreadable(let finding)? = BundleReader(path: directory("bundle")).read(["l.json"]).first?.content
    else {
      Issue.record("no finding")
      return
    }
    #expect(finding.code == .unreadable && finding.message == "`l.json` is \(message)")
  }

  @Test func refusesWhatLeavesTheBundle() throws {
    try check("bad.json", "LV0011")
    try check("sibling.json", "LV0011")
    try check("folder/c.json", "LV0011")
    try check("../outside/c.json", "LV0011")
  }

  @Test func followsWhereItsPathLeads() throws {
    let reader = BundleReader(path: directory("link"))
    #expect(try reader.directory() == realPath(directory("bundle")))
    try directory.remove("link")
    #expect(throws: SystemError.self) { try reader.directory() }
    guard case .gone? = reader.read(["a.json"]).first?.content else {
      Issue.record("read through a link that is gone")
      return
    }
    try directory.link("link", to: "outside")
    guard case .bytes? = reader.read(["c.json"]).first?.content else {
      Issue.record("not read through the new link")
      return
    }
  }

  @Test func saysWhatCannotBeRead() throws {
    try check("lost.json", "LV0010")
    try check("round.json", "LV0010")
    try check("a.json", "LV0009", limit: 1)
  }
}
