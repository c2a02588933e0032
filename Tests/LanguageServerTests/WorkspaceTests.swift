// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// Several folders in one editor: each bundle has its own findings, names and files.
@Suite struct WorkspaceTests {
  private let bundles = ["/w/one", "/w/two"]

  private var files: [String: String] {
    var files: [String: String] = [:]
    for (path, text) in SampleBundles.redbeard {
      files["one/\(path)"] = text
      files["two/\(path)"] = text
    }
    files["one/screens.json"] = #"{ "b": { "titleColor": "ref://acent" } }"#
    files["two/more/palette.json"] = ##"{ "accent": "#2196f3", "gap": 4, "ink": "ref://nothing" }"##
    return files
  }

  /// Opens some files of both bundles.
  private func session(_ opened: [String], _ capabilities: JSONValue = EditorSession.all) throws -> EditorSession {
    let session = try EditorSession(files, capabilities: capabilities, bundles: bundles)
    for file in opened { session.open(file, files[file] ?? "") }
    session.rest()
    return session
  }

  private func changeFolders(_ session: EditorSession, added: [String] = [], removed: [String] = []) {
    session.notify(
      "workspace/didChangeWorkspaceFolders",
      [
        "event": [
          "added": .array(added.map(EditorSession.folder)), "removed": .array(removed.map(EditorSession.folder)),
        ]
      ])
    session.rest()
  }

  private func hasFinding(_ code: String, _ file: String, _ session: EditorSession) -> Bool {
    session.findings(file)?.contains { $0.hasSuffix(code) } ?? false
  }

  @Test func eachBundleForItself() throws {
    let session = try session(["one/screens.json", "two/screens.json"])
    #expect(hasFinding("LV1001", "one/screens.json", session))
    #expect(!hasFinding("LV1001", "two/screens.json", session))
    #expect(hasFinding("LV1001", "two/more/palette.json", session), "a file that is not open")
    func declaration(_ file: String, _ words: String) throws -> [String] {
      let answer = try session.request("textDocument/definition", .object(session.at(file, words)))
      return (answer.array ?? []).compactMap { $0["uri"]?.string }
    }
    #expect(try declaration("two/screens.json", "ref://acc|ent") == ["file:///w/two/more/palette.json"])
    #expect(try declaration("one/screens.json", "ref://ac|ent") == [])
    let symbols = try session.request("workspace/symbol", ["query": "accent"]).array ?? []
    #expect(
      Set(symbols.compactMap { $0["location"]?["uri"]?.string }) == [
        "file:///w/one/more/palette.json", "file:///w/two/more/palette.json",
      ])
    var parameters = try session.at("two/screens.json", "ref://acc|ent")
    parameters["newName"] = "main"
    let texts = session.applying(try session.request("textDocument/rename", .object(parameters)))
    #expect(texts["one/screens.json"] == files["one/screens.json"])
    #expect(texts["two/screens.json"]?.contains("ref://main") == true)
  }

  /// Files that a manifest excludes are not read. They are when it is changed, in the editor or on disk.
  @Test func excludedFilesComeAndGo() throws {
    var files = files
    files["two/livery.json"] = #"{ "exclude": ["more"] }"#
    let session = try EditorSession(files, capabilities: EditorSession.all, bundles: bundles)
    for file in ["two/screens.json", "two/livery.json"] { session.open(file, files[file] ?? "") }
    session.rest()
    #expect(hasFinding("LV1001", "two/screens.json", session))
    try session.replace("two/livery.json", "more", by: "other")
    session.rest()
    #expect(!hasFinding("LV1001", "two/screens.json", session))
    #expect(hasFinding("LV1001", "two/more/palette.json", session))
    try session.replace("two/livery.json", "other", by: "more")
    session.rest()
    #expect(hasFinding("LV1001", "two/screens.json", session))
    #expect(session.findings("two/more/palette.json") == [])

    session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/two/livery.json"]])
    session.workspace.files["two/livery.json"] = "{}"
    session.tell(of: ["/w/two/livery.json"])
    #expect(!hasFinding("LV1001", "two/screens.json", session))
  }

  /// A folder that is closed takes its findings along; an open document comes back with its folder.
  @Test func foldersComeAndGo() throws {
    let session = try session(["one/screens.json", "two/screens.json"])
    try session.replace("two/screens.json", "ref://accent", by: "ref://acent")
    session.rest()
    #expect(hasFinding("LV1001", "two/screens.json", session))
    changeFolders(session, removed: ["/w/two"])
    #expect(session.findings("two/screens.json") == [])
    #expect(session.findings("two/more/palette.json") == [])
    #expect(hasFinding("LV1001", "one/screens.json", session))
    #expect(try session.request("textDocument/hover", .object(session.at("two/screens.json", "ref://i|nk"))) == .null)
    let symbols = try session.request("workspace/symbol", ["query": "accent"]).array ?? []
    #expect(Set(symbols.compactMap { $0["location"]?["uri"]?.string }) == ["file:///w/one/more/palette.json"])
    changeFolders(session, added: ["/w/two"])
    #expect(hasFinding("LV1001", "two/screens.json", session), "the text in the editor counts")
    #expect(hasFinding("LV1001", "two/more/palette.json", session))
  }

  /// A bundle that is moved away takes its findings and its texts in running programs along, and comes back with them.
  @Test func bundlesComeAndGo() throws {
    let session = try session(["one/screens.json", "two/screens.json"])
    try session.request("workspace/executeCommand", ["command": "livery.livePreview"])
    try session.replace("two/screens.json", "ref://accent", by: "ref://acent")
    session.rest()
    #expect(session.takePreviewChanges().map { $0.text == nil } == [false])
    session.change(bundles: ["/w/one"], at: "/w/two")
    #expect(session.findings("two/screens.json") == [] && session.findings("two/more/palette.json") == [])
    #expect(session.takePreviewChanges().map { $0.text == nil } == [true])
    #expect(hasFinding("LV1001", "one/screens.json", session))
    session.change(bundles: bundles, at: "/w/two/theme.inc.json")
    #expect(hasFinding("LV1001", "two/screens.json", session), "the text in the editor counts")
    #expect(hasFinding("LV1001", "two/more/palette.json", session))
  }

  /// A directory takes its files along, and brings them back, with new ones.
  @Test func directoriesComeAndGo() throws {
    let session = try session(["two/screens.json"])
    let below = session.workspace.files.filter { $0.key.hasPrefix("two/more/") }
    for path in below.keys { session.workspace.files[path] = nil }
    session.tell(of: ["/w/two/more"])
    #expect(hasFinding("LV1006", "two/theme.inc.json", session))
    #expect(session.findings("two/more/palette.json") == [])
    session.workspace.files.merge(below) { $1 }
    session.workspace.files["two/more/new.json"] = "{"
    session.tell(of: ["/w/two/more"])
    #expect(session.findings("two/theme.inc.json") == [])
    #expect(hasFinding("LV1001", "two/more/palette.json", session))
    let symbols = try session.request("workspace/symbol", ["query": "accent"]).array ?? []
    #expect(symbols.compactMap { $0["location"]?["uri"]?.string } == ["file:///w/two/more/palette.json"])
  }

  /// However many files change at once, directories and manifests are looked at once.
  @Test func manyFilesAtOnce() throws {
    let session = try session(["one/screens.json", "two/screens.json"])
    func looks(_ count: Int) -> Int {
      let before = session.workspace.lookCount
      session.tell(of: (0..<count).flatMap { ["/w/one/\($0).json", "/w/two/\($0).json"] })
      return session.workspace.lookCount - before
    }
    #expect(looks(100) == looks(2))
  }

  /// What shows bundles is looked up again when files may have changed, and not for each document or keystroke.
  @Test func whatIsKnownOfBundles() throws {
    let session = try session(["one/screens.json"])
    func forgotten(_ action: () throws -> Void) rethrows -> Int {
      let before = session.workspace.forgetCount
      try action()
      return session.workspace.forgetCount - before
    }
    #expect(forgotten { session.open("two/screens.json", #"{ "a": 1 }"#) } == 0)
    #expect(try forgotten { try session.replace("two/screens.json", "1", by: "2") } == 0)
    let looks = session.workspace.lookCount
    #expect(
      forgotten {
        session.notify("textDocument/didSave", ["textDocument": ["uri": "file:///w/two/screens.json"]])
      } == 1)
    // The place of a document that was saved is known to the next keystroke.
    try session.replace("two/screens.json", "2", by: "3")
    #expect(session.workspace.lookCount == looks)
    #expect(forgotten { session.tell(of: ["/w/one/palette.json"]) } == 1)
  }

  /// What a client has asked for is asked for again.
  @Test func foldersOfAClientThatAsks() throws {
    let session = try session(
      ["one/screens.json", "two/screens.json"],
      ["textDocument": ["diagnostic": [:]], "workspace": ["diagnostics": ["refreshSupport": true]]])
    func bundles() throws -> Set<String> {
      let items = try session.request("workspace/diagnostic", ["previousResultIds": []])["items"]?.array ?? []
      return Set(items.compactMap { $0["uri"]?.string?.split(separator: "/")[2] }.map(String.init))
    }
    #expect(try bundles() == ["one", "two"])
    changeFolders(session, removed: ["/w/two"])
    #expect(try bundles() == ["one"])
  }

  /// Without folders a bundle is there as long as one of its files is open.
  @Test func filesWithoutAFolder() throws {
    let session = try session(["one/screens.json"])
    changeFolders(session, removed: bundles)
    session.open("two/screens.json", files["two/screens.json"] ?? "")
    session.rest()
    #expect(hasFinding("LV1001", "two/more/palette.json", session))
    session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/two/screens.json"]])
    session.rest()
    #expect(session.findings("two/more/palette.json") == [])
    #expect(try session.request("workspace/symbol", ["query": "accent"]).array?.isEmpty == false, "the other is open")
  }

  /// One request that gives other names to files of both.
  @Test func renamedFilesOfTwoBundles() throws {
    let session = try session(["one/theme.inc.json", "two/theme.inc.json", "two/more/base.inc.json"])
    let renames = [("one/screens.json", "one/views.json"), ("two/more", "two/less"), ("two/x.json", "one/x.json")]
    let files = renames.map { old, new -> JSONValue in
      ["oldUri": .string("file:///w/\(old)"), "newUri": .string("file:///w/\(new)")]
    }
    let texts = session.applying(try session.request("workspace/willRenameFiles", ["files": .array(files)]))
    #expect(texts["one/theme.inc.json"] == #"{ "include": ["more/base.inc.json"], "themes": ["views.json"] }"#)
    #expect(texts["two/theme.inc.json"] == #"{ "include": ["less/base.inc.json"], "themes": ["screens.json"] }"#)
    #expect(texts["two/more/base.inc.json"] == #"{ "themes": ["palette.json"] }"#)
  }
}
