// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import TextComparison

@testable import LanguageServer

/// The server answers alike whether the texts that were read with a bundle are compressed or not.
@Suite struct CompressionTests {
  private static let count = 300
  private static let edited = "part-7.theme.json"

  /// A bundle of more than a megabyte, with one finding in each tenth file.
  private var files: [String: String] {
    let names = (0..<Self.count).map { "\"part-\($0).theme.json\"" }
    var files = ["theme.inc.json": "{ \"themes\": [\(names.joined(separator: ", "))] }"]
    for part in 0..<Self.count {
      let styles = (0..<10).map { style in
        let name = part % 10 == 0 && style == 0 ? "colour" : "color"
        let reference = "ref://\(name)-\((part + style) % Self.count)"
        return "  \"style-\(part)-\(style)\": { \"titleColor\": \"\(reference)\", \"margin\": \(style) }"
      }
      files["part-\(part).theme.json"] = """
        {
          "color-\(part)": "#1020\(part % 10)0",
        \(styles.joined(separator: ",\n")),
          "text-\(part)": "\(String(repeating: "text \(part * 7_919 % 10_007) ", count: 300))"
        }
        """
    }
    return files
  }

  /// All that an editor is shown over some edits. Between them, `rest` is called.
  private func transcript(rest: (EditorSession) -> Void) throws -> [String] {
    let session = try EditorSession(files, capabilities: EditorSession.all)
    var shown: [String] = []
    session.received = { shown.append($0.text) }
    session.open(Self.edited, files[Self.edited] ?? "")
    session.rest()
    for color in ["#1020ff", "#1020f", "#1020fe"] {
      rest(session)
      let old = try #require(session.texts[Self.edited]?.split(separator: "\n")[1])
      try session.replace(Self.edited, String(old), by: "  \"color-7\": \"\(color)\",")
      session.rest()
      rest(session)
      let document: JSONValue = ["uri": .string("file:///w/\(Self.edited)")]
      // The name of another file's colour, and the beginning of the own one.
      for (line, character) in [(3, 45), (1, 6)] {
        let position: JSONValue = ["line": .number(Double(line)), "character": .number(Double(character))]
        for method in ["hover", "definition", "references", "rename", "completion"] {
          let answer = try? session.request(
            "textDocument/\(method)",
            [
              "textDocument": document, "position": position, "newName": "renamed",
              "context": ["includeDeclaration": true],
            ])
          shown.append("\(method): \(answer?.text ?? "refused")")
        }
      }
    }
    return shown
  }

  @Test func answersAreAlike() throws {
    let plain = try transcript { _ in }
    var turns = 0
    let compressed = try transcript { session in
      while session.server.compressTexts(atMost: 1 << 18) { turns += 1 }
    }
    #expect(turns > 4, "in turns, and once")
    #expect(compressed == plain)
    #expect(plain.contains { $0.contains("colour-0") }, "a finding in a file that is not open")
    #expect(plain.contains { $0.hasPrefix("rename: {") }, "a rename over many files")
    #expect(plain.contains { $0.hasPrefix("definition: ") && $0.contains("part-8") })
  }
}
