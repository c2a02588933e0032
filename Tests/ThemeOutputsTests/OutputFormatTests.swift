// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Testing
import ThemeModel
import ThemeOutputs

/// Each format with each choice of its options, as a file in `Tests/Outputs/Expected`. `LIVERY_RECORD=1` writes the files anew; a
/// person then looks at the difference. `scripts/test-outputs` loads such files in the programs that they are for.
@Suite struct OutputFormatTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Outputs/Expected").path

  /// A scheme of base16 whose 16 colours differ in each component.
  private let theme = OutputTheme(
    dialect: "base16",
    constants: .object(
      (0..<16).map { number in
        .init(
          key: "base0" + String(number, radix: 16, uppercase: true),
          value: .color(Color(hex: UInt32(number * 0x0f0100 + 0x0a0b0c))))
      }), styles: .object([]))

  @Test func everyFormatAndOption() throws {
    var files: Set<String> = []
    for format in OutputFormat.all {
      let choices = format.options.flatMap { option in option.choices.dropFirst().map { (option.name, $0) } }
      try check(format, [], format.name, &files)
      for choice in choices { try check(format, [choice], "\(format.name)-\(choice.0)-\(choice.1)", &files) }
    }
    let recorded = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(recorded) == files)
  }

  private func check(
    _ format: OutputFormat, _ choices: [(name: String, value: String)], _ file: String, _ files: inout Set<String>
  ) throws {
    let text = try format.text(of: theme, choices: choices)
    files.insert(file)
    let path = "\(Self.folder)/\(file)"
    if ProcessInfo.processInfo.environment["LIVERY_RECORD"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOfFile: path, encoding: .utf8)), "\(file)")
  }

  @Test func optionsThatAreWrong() throws {
    func check(_ name: String, _ value: String, _ expected: OutputProblem) throws {
      let foot = try #require(OutputFormat.all.first { $0.name == "foot" })
      #expect(throws: expected) { try foot.text(of: theme, choices: [(name, value)]) }
    }
    try check("cursr", "colors", OutputProblem("the format foot has no option `cursr`", help: "did you mean `cursor`?"))
    try check(
      "cursor", "above",
      OutputProblem("`above` is not a value of the option `cursor`", help: "write one of: section, colors"))
  }
}
