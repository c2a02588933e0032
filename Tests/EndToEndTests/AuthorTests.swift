// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import TestSupport
import Testing

/// What an author is shown first after a slip in `Examples/aurora`.
@Suite struct AuthorTests {
  private let folder: ScratchDirectory
  private let livery = Program.built("livery")

  init() throws {
    folder = try ScratchDirectory()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.copyItem(atPath: root.appending(path: "Examples/aurora").path, toPath: folder("aurora"))
  }

  private func edit(_ file: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: folder("aurora/\(file)"), encoding: .utf8)
    let range = try #require(text.range(of: old), "\(file) has `\(old)`")
    try folder.write("aurora/\(file)", text.replacingCharacters(in: range, with: new))
  }

  /// All that `livery check` prints, one finding a line.
  private func check() throws -> [String] {
    let program = try Program(livery, ["check", "--format", "concise", folder("aurora")])
    let (output, end) = program.outputAndEnd()
    #expect(end.code == 1)
    return output.split(separator: "\n").map { line in
      line.replacingOccurrences(of: folder("aurora") + "/", with: "")
    }
  }

  /// What was found before, and is true whatever the slip is, is not called unused.
  @Test func aMissingCommaIsAllThatIsReported() throws {
    try edit("controls/buttons/text-buttons.theme.json", "\"ref://inset/field\",", "\"ref://inset/field\"")
    #expect(
      try check() == [
        "controls/buttons/text-buttons.theme.json:6:39: error[LV0006] expected `,` between this value and the next"
      ])
  }
}
