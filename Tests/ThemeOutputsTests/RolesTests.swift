// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing
import ThemeModel
import ThemeOutputs

/// Roles as data, and the colours of a terminal that follow from them.
@Suite struct RolesTests {
  /// A theme of 16 gray colours `c0` to `c15`, beside some values that terminals have no use for.
  private static let theme = OutputTheme(
    dialect: .redbeard,
    constants: .object(
      (0..<16).map { .init(key: "c\($0)", value: gray($0)) } + [
        .init(key: "half", value: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.5))),
        .init(key: "wide", value: Value(ColorInSpace(.displayP3, 0, 1, 0))), .init(key: "gap", value: .number(4)),
      ]),
    styles: .object([
      .init(key: "a/b", value: .object([.init(key: "tint", value: gray(3))]))
    ]))

  private static func gray(_ byte: Int) -> Value { .color(Color(hex: UInt32(byte) * 0x010101)) }

  private static let ansi = "[" + (0..<16).map { "\"constants/c\($0)\"" }.joined(separator: ",") + "]"
  private static let roles = #""background": "constants/c1", "foreground": "constants/c2", "ansi": \#(ansi)"#

  /// - Parameters:
  ///   - json: the members of the roles.
  ///   - expected: hexadecimal colours by the names of variables in the format `sh`; or the message of the problem and its help.
  private func check(_ json: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation) throws {
    do throws(OutputProblem) {
      let value = (try? JSONValue(parsing: Array("{ \(json) }".utf8))) ?? .null
      let format = OutputFormat.all.first { $0.name == "sh" }
      var request = OutputRequest(theme: Self.theme)
      request.roles = try Roles(json: value)
      let text = try format?.content(of: request).text ?? ""
      for line in expected { #expect(text.contains("export \(line)\n"), "\(text)", sourceLocation: location) }
    } catch {
      #expect([error.message, error.help] == expected, sourceLocation: location)
    }
  }

  @Test func rolesOfATerminal() throws {
    try check(
      Self.roles,
      [
        "background='#010101'", "foreground='#020202'", "cursor='#020202'", "cursor_text='#010101'",
        "selection='#080808'", "selection_text='#020202'", "color0='#000000'", "color15='#0f0f0f'",
      ])
    try check(
      Self.roles + #", "cursor": "constants/c9", "selection": "styles/a~1b/tint""#,
      ["cursor='#090909'", "cursor_text='#010101'", "selection='#030303'"])
    // Colours that terminals cannot show.
    try check(
      Self.roles + #", "cursor": "constants/half", "selection": "constants/wide""#,
      ["cursor='#808080'", "selection='#00fb29'"])
  }

  @Test func rolesThatAreWrong() throws {
    try check("", ["the role `background` has no colour", Self.missing("background")])
    try check(#""background": "constants/c1""#, ["the role `foreground` has no colour", Self.missing("foreground")])
    try check(
      #""background": "constants/c1", "foreground": "constants/c1""#,
      ["the role `ansi` has no colour", Self.missing("ansi")])
    try check(
      Self.roles + #", "cursor": "constants/c91""#,
      ["the role `cursor` leads to `constants/c91`, and the theme has no value there", "did you mean `constants/c1`?"])
    try check(
      Self.roles + #", "cursor": "constants/gap""#,
      [
        "the role `cursor` leads to `constants/gap`, which is not a colour",
        "name a colour; `livery list` lists the values of a theme",
      ])
    try check(#""backgrund": "constants/c1""#, ["`backgrund` is not a role", "did you mean `background`?"])
    try check(#""appearance": "dusk""#, ["the role `appearance` is dark or light", #"write "appearance": "dark""#])
    try check(
      #""cursor": 1"#, ["the role `cursor` is a path, as a text", #"write "cursor": "constants/ID""#])
    try check(
      #""ansi": ["constants/c1"]"#,
      [
        "the role `ansi` is an array of 16 or 24 paths",
        "write the paths of black, red, green, yellow, blue, magenta, cyan, white, and of their bright forms",
      ])
  }

  private static func missing(_ role: String) -> String {
    "write \"\(role)\": … in the file of --roles, or under `roles` in outputs.json; `livery formats FORMAT` lists the roles"
  }

  @Test func schemesBringTheirRoles() throws {
    func colors(_ slots: [String], _ system: String) throws -> [String] {
      let colors = slots.map { slot in
        Value.Member(key: "base\(slot)", value: Self.gray(Int(slot, radix: 16) ?? 0))
      }
      let theme = OutputTheme(
        dialect: .base16, constants: .object(colors + [.init(key: "scheme-system", value: .string(system))]),
        styles: .object([]))
      return try TerminalColors(theme, Roles(of: theme)).ansi.map { String($0.hex.suffix(2)) }
    }
    let base16 = (0..<16).map { "0" + String($0, radix: 16, uppercase: true) }
    let base24 = base16 + (0..<8).map { "1\($0)" }
    let normal = ["00", "08", "0b", "0a", "0d", "0e", "0c", "05", "03"]
    #expect(try colors(base16, "base16") == normal + ["08", "0b", "0a", "0d", "0e", "0c", "07"])
    #expect(try colors(base24, "base24") == normal + ["12", "14", "13", "16", "17", "15", "07"])
    // Not the colours of base16, which differ.
    #expect(throws: (any Error).self) { try colors(base24.dropLast(), "base24") }
  }
}
