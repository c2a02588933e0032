// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// Files and folders that get other names in the editor: the references to them follow.
@Suite struct FileRenameTests {
  /// The texts after files get other names in the editor. Returns the messages to the user.
  @discardableResult private func check(
    _ files: [String: String], _ renames: [(String, String)], _ changed: [String: String]
  ) throws -> [String] {
    let session = try EditorSession(opening: files)
    let renamed = renames.map { old, new -> JSONValue in
      ["oldUri": .string(DocumentURI.uri(of: "/w/\(old)")), "newUri": .string(DocumentURI.uri(of: "/w/\(new)"))]
    }
    let texts = session.applying(try session.request("workspace/willRenameFiles", ["files": .array(renamed)]))
    for (file, text) in changed { #expect(texts[file] == text, "\(file)") }
    return session.notices.filter { $0.method == "window/showMessage" }.compactMap { $0.parameters["message"]?.string }
  }

  /// Includes follow files and folders, and keep their form.
  @Test func files() throws {
    func check(_ renames: [(String, String)], _ changed: [String: String]) throws {
      try self.check(SampleBundles.redbeard, renames, changed)
    }
    try check(
      [("screens.json", "parts/views.json")],
      ["theme.inc.json": #"{ "include": ["more/base.inc.json"], "themes": ["parts/views.json"] }"#])
    try check(
      [("more", "less")],
      [
        "theme.inc.json": #"{ "include": ["less/base.inc.json"], "themes": ["screens.json"] }"#,
        "more/base.inc.json": #"{ "themes": ["palette.json"] }"#,
      ])
    try check(
      [("more/base.inc.json", "base.inc.json")], ["more/base.inc.json": #"{ "themes": ["more/palette.json"] }"#])
  }

  /// A source has no escapes: `#` begins a fragment.
  @Test func namesOfFilesThatCannotBeWritten() throws {
    let document = { (first: String, second: String) in
      ##"""
      { "version": "2025.10", "resolutionOrder": [{ "$ref": "#/sets/a" }],
        "sets": { "a": { "sources": [{ "$ref": "\##(first)#/x" }, { "$ref": "\##(second)" }] } } }
      """##
    }
    let files = [
      "a.resolver.json": document("q.tokens.json", "r.tokens.json"), "q.tokens.json": #"{ "x": {} }"#,
      "r.tokens.json": "{}",
    ]
    for name in ["a#b.json", "a:b.json", "#/q.json"] {
      let messages = try check(
        files, [("q.tokens.json", name), ("r.tokens.json", "c d%.json")],
        ["a.resolver.json": document("q.tokens.json", "c d%.json")])
      #expect(messages == ["`q.tokens.json` stays in a.resolver.json, line 2: `\(name)` cannot be named there"])
    }
    let comment = try check(
      SampleBundles.redbeard, [("screens.json", "comment:a.json")],
      ["theme.inc.json": SampleBundles.redbeard["theme.inc.json"] ?? ""])
    #expect(comment.count == 1)
  }

  /// Names are spelt as the notation of the file has them.
  @Test func namesOfFilesWithEscapes() throws {
    func checkJSON(_ old: String, _ new: String, _ before: String, _ after: String) throws {
      let root = { (name: String) in "{ \"themes\": [\"\(name)\"] }" }
      try check(
        ["theme.inc.json": root(before), old: "{}"], [(old, new)], ["theme.inc.json": root(after)])
    }
    try checkJSON("q.json", "a\"b\\\n.json", "q.json", #"a\"b\\\n.json"#)
    try checkJSON("a\"b.json", "q.json", #"a\"b.json"#, "q.json")
    try checkJSON("é.json", "q.json", #"\u00e9.json"#, #"\u00e9.json"#)
    func checkYAML(_ new: String, _ before: String, _ after: String) throws {
      let document = { (reference: String) in
        """
        version: "2025.10"
        sets: { a: { sources: [ { $ref: \(reference) } ] } }
        resolutionOrder: [ { $ref: "#/sets/a" } ]
        """
      }
      try check(
        [
          "a.yaml": document(before), "q.tokens.json": "{}",
          "livery.json": #"{ "dialect": "tokens", "root": "a.yaml" }"#,
        ], [("q.tokens.json", new)], ["a.yaml": document(after)])
    }
    try checkYAML("b/c.tokens.json", "q.tokens.json", "b/c.tokens.json")
    try checkYAML("a, b.json", "q.tokens.json", #""a, b.json""#)
    try checkYAML("a\"b.json", "q.tokens.json#/x", #""a\"b.json#/x""#)
    try checkYAML("a'b.json", "'q.tokens.json'", #""a'b.json""#)
    try checkYAML("b.json", "'q.tokens.json'", "'b.json'")
    try checkYAML("a\\b.json", #""q.tokens.json""#, #""a\\b.json""#)
  }
}
