// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import TestSupport
import Testing
import TextComparison
import ThemeModel
import ThemeOutputs

/// Each format with each choice of its options, as a file in `Tests/Outputs/Expected`. `LIVERY_RECORD=1` writes the files anew; a
/// person then looks at the difference. `scripts/test-outputs` loads such files in the programs that they are for.
@Suite struct OutputFormatTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Outputs").path

  /// A scheme of base16 whose 16 colours differ in each component.
  private let scheme = OutputTheme(
    dialect: .base16,
    constants: .object(
      (0..<16).map { number in
        .init(
          key: "base0" + String(number, radix: 16, uppercase: true),
          value: .color(Color(hex: UInt32(number * 0x0f0100 + 0x0a0b0c))))
      } + [
        .init(key: "scheme-name", value: .string("Harbour \"Dusk\"")),
        .init(key: "scheme-slug", value: .string("harbour-dusk")),
        .init(key: "scheme-variant", value: .string("dark")),
      ]), styles: .object([]))

  /// A theme with a value of each type, and a mode that changes two of them.
  private func values() throws -> OutputTheme {
    let text = try String(contentsOfFile: "\(Self.folder)/values.json", encoding: .utf8)
    let json = try JSONValue(parsing: Array(text.utf8), maximumDepth: 32)
    var theme = OutputTheme(dialect: .tokens, constants: Value(json: json), styles: .object([]))
    theme.references = Self.references
    return theme
  }

  /// The second has a different value than its target, as may be between two generations; the third refers to a value of
  /// several parts.
  private static let references: BytewiseDictionary<String> = [
    "constants/link.sea": "constants/color.sea.$root", "constants/wide": "constants/color.sea.$root",
    "constants/link.text": "constants/text.small",
  ]

  @Test func everyFormatAndOption() throws {
    var files: Set<String> = []
    for format in OutputFormat.all {
      let choices = format.options.flatMap { option in option.choices.dropFirst().map { (option.name, $0) } }
      try check(format, scheme, [], format.name, &files)
      for choice in choices {
        try check(format, scheme, [choice], "\(format.name)-\(choice.0)-\(choice.1)", &files)
      }
      if [.web, .design, .native].contains(format.group) {
        for choice in [[]] + choices.map({ [$0] }) {
          let name = choice.map { "-\($0.0)-\($0.1)" }.joined()
          try check(format, values(), choice, "\(format.name)-values\(name)", &files)
        }
      }
    }
    let recorded = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/Expected")
    #expect(Set(recorded) == files)
  }

  /// A selector within the page inherits the values of `:root`, not its references: references to changed values are declared again.
  @Test func referencesInModes() throws {
    func theme(_ night: UInt32) -> OutputTheme {
      let members = ["a", "b", "c"].map { Value.Member(key: $0, value: .color(Color(hex: night))) }
      var theme = OutputTheme(
        dialect: .flat, constants: .object(members + [.init(key: "d", value: .number(1))]), styles: .object([]))
      theme.references = ["constants/a": "constants/b", "constants/b": "constants/c"]
      return theme
    }
    let css = try #require(OutputFormat.all.first { $0.name == "css" })
    var request = OutputRequest(theme: theme(0x112233))
    request.modes = [.init(condition: ".night", theme: theme(0x445566))]
    request.choices = [("references", "var")]
    #expect(
      try css.content(of: request)
        == .file(
          """
          :root {
            --a: var(--b);
            --b: var(--c);
            --c: #112233;
            --d: 1;
          }

          .night {
            --a: var(--b);
            --b: var(--c);
            --c: #445566;
          }

          """))
  }

  private func check(
    _ format: OutputFormat, _ theme: OutputTheme, _ choices: [(name: String, value: String)], _ file: String,
    _ files: inout Set<String>
  ) throws {
    var request = OutputRequest(theme: theme)
    request.choices = choices
    if ["css", "tailwind", "xcassets", "android"].contains(format.name) {
      request.modes = [
        .init(
          condition: "@media (prefers-color-scheme: light)",
          theme: OutputTheme(
            dialect: .tokens, constants: .object([.init(key: "night", value: .color(.white))]), styles: .object([])))
      ]
    }
    if format.name == "template" { request.template = try Self.template() }
    let text = try format.content(of: request).text
    files.insert(file)
    let path = "\(Self.folder)/Expected/\(file)"
    if ProcessInfo.processInfo.environment["LIVERY_RECORD"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOfFile: path, encoding: .utf8)), "\(file)")
  }

  private static func template() throws -> Template {
    try Template(
      name: "t",
      text: """
        name {{{scheme-name}}}, {{scheme-slug}} {{scheme-slug-underscored}}
        {{#scheme-is-dark-variant}}
        dark
        {{/scheme-is-dark-variant}}
        {{base0A-hex}} {{base0A-hex-r}} {{base0A-rgb-g}} {{base0A-dec-b}} {{base0A-hex-bgr}}
        {{constants.base0A}} {{constants.base0A.hex}} {{constants.nothing}}
        """
    ) { _ throws(OutputProblem) in nil }
  }

  @Test func optionsThatAreWrong() throws {
    func check(_ format: String, _ name: String, _ value: String, _ expected: OutputProblem) throws {
      let format = try #require(OutputFormat.all.first { $0.name == format })
      var request = OutputRequest(theme: scheme)
      request.choices = [(name, value)]
      #expect(throws: expected) { try format.content(of: request) }
    }
    try check(
      "foot", "cursr", "colors", OutputProblem("the format foot has no option `cursr`", help: "did you mean `cursor`?"))
    try check(
      "foot", "cursor", "above",
      OutputProblem("`above` is not a value of the option `cursor`", help: "write one of: section, colors"))
    for text in ["a{}", "/* x", "@media x", "a;b", "", "</style>", #"\41"#] {
      try check(
        "css", "selector", text,
        OutputProblem("`\(text)` is not a selector", help: "write one such as `:root` or `[data-theme=dark]`"))
    }
    try check(
      "css", "prefix", "a b",
      OutputProblem("`a b` is not the beginning of a name", help: "write letters, digits, `-` and `_`"))
    try check(
      "css", "selector", ":root\n",
      OutputProblem("the option `selector` has a control character", help: "write it without one"))
  }

  @Test func namesOfCatalogs() throws {
    let format = try #require(OutputFormat.all.first { $0.name == "xcassets" })
    func check(_ id: String, _ expected: String?) throws {
      let request = OutputRequest(
        theme: OutputTheme(
          dialect: .flat, constants: .object([.init(key: id, value: .color(.white))]), styles: .object([])))
      guard let expected else {
        #expect(throws: OutputProblem.self) { try format.content(of: request) }
        return
      }
      guard case .directory(let parts) = try format.content(of: request) else {
        Issue.record("not a directory")
        return
      }
      #expect(parts.map(\.path).sorted() == ["Contents.json", "\(expected).colorset/Contents.json"].sorted())
    }
    try check(".a", "-a")
    try check("a/../b", "a----b")
    try check("日b", "-b")
    try check("1", "_1")
    try check("", "_")
    try check(String(repeating: "x", count: 100), String(repeating: "x", count: 100))
    try check(String(repeating: "x", count: 101), nil)
    try check("a\n", nil)
  }

  @Test func modesThatAreWrong() throws {
    func check(_ format: String, _ condition: String, _ expected: OutputProblem) throws {
      let format = try #require(OutputFormat.all.first { $0.name == format })
      var request = OutputRequest(theme: scheme)
      request.modes = [.init(condition: condition, theme: scheme)]
      #expect(throws: expected) { try format.content(of: request) }
    }
    for name in ["kitty", "gtk4", "template", "scss", "json"] {
      try check(name, ".dark", OutputProblem("the format \(name) has no modes", help: "write one output for each mode"))
    }
    try check(
      "xcassets", ".dark",
      OutputProblem(
        "the format xcassets knows dark and light appearances alone, not `.dark`",
        help: #"write "when": { "appearance": "dark" }"#))
    try check(
      "css", "@media x { } y",
      OutputProblem(
        "`@media x { } y` is neither an at-rule nor a selector",
        help: "write one such as `@media (prefers-color-scheme: dark)` or `[data-theme=dark]`"))
  }

  /// Names that would be one in the target, by the ids of two constants.
  @Test func namesThatCollide() throws {
    func check(
      _ format: String, _ left: String, _ right: String, _ name: String?, value: Value = .number(1)
    ) throws {
      let format = try #require(OutputFormat.all.first { $0.name == format })
      let constants = [left, right].map { Value.Member(key: $0, value: value) }
      let request = OutputRequest(
        theme: OutputTheme(dialect: .flat, constants: .object(constants), styles: .object([])))
      guard let name else {
        _ = try format.content(of: request)
        return
      }
      #expect {
        try format.content(of: request)
      } throws: { error in
        (error as? OutputProblem)?.message.hasSuffix("would both be called `\(name)`") == true
      }
    }
    try check("css", "a.b", "a-b", "--a-b")
    try check("css", "a_b", "a-b", nil)
    try check("scss", "a_b", "a-b", "a-b")
    try check("css", "A", "a", nil)
    try check("css", "e\u{301}", "\u{e9}", "--e\u{301}")
    try check("css", "1a", "_1a", "--_1a")
    try check("typescript", "a b", "a-b", "a-b")
    try check("xcassets", "Aé", "a-", "A-", value: .color(.white))
    try check("android", "default", "default_", "default_")
    try check("tokens", "a.b", "a..b", "a.b")
    try check("tokens", "{x}", "-x-", "-x-")
    try check("tokens", "a", "a.b", nil)
  }

  /// Beside a colour outside sRGB, which stands behind the modes, a mode declares its own colour again.
  @Test func modesOfWideColors() throws {
    func theme(_ color: String) throws -> OutputTheme {
      let json = try JSONValue(parsing: Array(#"{"c": {"$type": "color", "$value": \#(color)}}"#.utf8), maximumDepth: 8)
      return OutputTheme(dialect: .tokens, constants: Value(json: json), styles: .object([]))
    }
    let wide = try theme(#"{"colorSpace": "display-p3", "components": [1, 0.1, 0], "alpha": 1}"#)
    let narrow = try theme(##"{"colorSpace": "srgb", "components": [0, 0, 0], "alpha": 1, "hex": "#000000"}"##)
    var request = OutputRequest(theme: wide)
    request.modes = [
      .init(condition: ".dark", theme: narrow), .init(condition: ".vivid", theme: wide),
      .init(condition: ".night", theme: narrow),
    ]
    let format = try #require(OutputFormat.all.first { $0.name == "css" })
    guard case .file(let text, _) = try format.content(of: request) else { return #expect(Bool(false)) }
    let rules = text.components(separatedBy: "@supports").last ?? ""
    #expect(rules.contains("  :root {\n    --c: color(display-p3 1 0.1 0);"))
    #expect(rules.contains("  .dark {\n    --c: #000000;") && rules.contains("  .night {\n    --c: #000000;"))
  }

  @Test func namesThatAreTaken() throws {
    func check(_ format: String, _ id: String, _ value: Value, _ message: String) throws {
      let format = try #require(OutputFormat.all.first { $0.name == format })
      let theme = OutputTheme(dialect: .flat, constants: .object([.init(key: id, value: value)]), styles: .object([]))
      #expect {
        try format.content(of: OutputRequest(theme: theme))
      } throws: { error in
        (error as? OutputProblem)?.message == message
      }
    }
    try check(
      "scss", "theme", .number(1), "`constants/theme` would be called `$theme`, which is the map of all variables")
    try check("tokens", ".", .number(1), "`constants/.` has no name that a token could have")
  }

  /// An id of separators alone has no name in Swift.
  @Test(arguments: ["*", "-", "_", "*/"]) func namesWithoutLetters(id: String) throws {
    let format = try #require(OutputFormat.all.first { $0.name == "swift" })
    let constants = Value.object([.init(key: id, value: .number(1))])
    #expect {
      try format.content(
        of: OutputRequest(theme: OutputTheme(dialect: .flat, constants: constants, styles: .object([]))))
    } throws: { error in
      (error as? OutputProblem)?.message.hasSuffix("has no letter or digit that a name in Swift could have") == true
    }
  }

  /// A text of a theme never puts a control character into a file; the error names the value.
  @Test(arguments: OutputFormat.all.filter { [.web, .native, .any].contains($0.group) }.map(\.name))
  func textsThatNoFileContains(_ name: String) throws {
    let format = try #require(OutputFormat.all.first { $0.name == name })
    for scalar in ["\u{0}", "\u{1b}", "\n", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}", "\u{2066}"] {
      for member in [
        Value.Member(key: "text", value: .string("a\(scalar)b")), Value.Member(key: "id\(scalar)", value: .number(1)),
        Value.Member(key: "font", value: .font(Font(name: "a\(scalar)", size: 3))),
      ] where hasNames(format) || !member.key.hasPrefix("id") {
        // Fonts are untyped or left out in native forms.
        if format.group == .native, member.key == "font" || name == "swiftui" && member.key == "text" { continue }
        // Catalogs have colours alone.
        if name == "xcassets" { continue }
        var request = OutputRequest(
          theme: OutputTheme(dialect: .flat, constants: .object([member]), styles: .object([])))
        request.template = try Self.template()
        #expect {
          try format.content(of: request)
        } throws: { error in
          (error as? OutputProblem)?.message.contains("has a control character") == true
        }
      }
    }
  }

  /// Signs that became blanks are said for each text that the template shows, names of fonts included.
  @Test func signsInTemplates() throws {
    func check(_ text: String, _ expected: String, _ notes: [String]) throws {
      let theme = OutputTheme(
        dialect: .flat,
        constants: .object([
          .init(key: "font", value: .font(Font(name: "A $b", size: 3))), .init(key: "plain", value: .string("text")),
          .init(key: "text", value: .string("it's")), .init(key: "marked", value: .string("a\"\u{301}$\u{301}b")),
          .init(key: "html", value: .string("<\u{301}&\u{301}")),
        ]), styles: .object([]))
      var request = OutputRequest(theme: theme)
      request.template = try Template(name: "t", text: text) { _ throws(OutputProblem) in nil }
      let format = try #require(OutputFormat.all.first { $0.name == "template" })
      #expect(try format.content(of: request) == .file(expected, notes: notes), "\(text)")
    }
    func note(_ id: String) -> String {
      "signs such as quotes in the text of `constants/\(id)` are written as blanks; `text=raw` passes them"
    }
    try check("{{constants.plain}}", "text", [])
    try check("{{constants.text}} {{constants.text}}", "it s it s", [note("text")])
    try check("{{{constants.font.font-family}}} {{{constants.font}}}", "\"A  b\" 3px \"A  b\"", [note("font")])
    try check("{{constants.plain}} {{constants.font.font-size}}", "text 3px", [])
    // A combining mark makes one character of a sign and itself.
    try check("{{{constants.marked}}}", "a \u{301} \u{301}b", [note("marked")])
    try check("{{constants.html}}", "&lt;\u{301}&amp;\u{301}", [])
  }

  /// Whether ids become names in a format.
  private func hasNames(_ format: OutputFormat) -> Bool {
    format.group == .native || format.group == .web && format.name != "json"
  }
}

extension OutputContent {
  /// The content as one text, for comparison with a file: each file of a directory below its path.
  var text: String {
    switch self {
    case .file(let text, _): text
    case .directory(let parts): parts.map { "== \($0.path)\n\($0.text)" }.joined()
    }
  }
}
