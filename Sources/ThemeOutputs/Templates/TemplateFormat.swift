// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

extension OutputFormat {
  static let template = OutputFormat(
    name: "template", group: .any, comment: nil,
    summary: "A template of Mustache, with the variables of builders of base16 and every constant",
    options: [
      Option(name: "template", text: "", summary: "the file with the template; partials lie beside it"),
      Option(
        name: "text", choices: ["plain", "raw"],
        summary: "`raw` writes signs such as quotes and braces within texts of the theme, in place of blanks"),
    ],
    policy:
      "The template decides. Values without a form in CSS (null, lists, calls) have no text; colours are in sRGB.",
    takeover: "a command of the user's"
  ) { (request, choices) throws(OutputProblem) in
    guard let template = request.template else {
      throw OutputProblem("the format template needs a template", help: "write --set template=FILE")
    }
    let values = try TemplateTheme(request.theme, isRaw: choices["text"] == "raw")
    let result = try TemplateRenderer.render(template, values.value)
    let replaced = result.replaced.sorted()
    guard let first = replaced.first else { return .file(result.output) }
    let others = replaced.count == 1 ? "" : ", and of \(replaced.count - 1) others,"
    let note = "signs such as quotes in the text of `\(first)`\(others) are written as blanks; `text=raw` passes them"
    return .file(result.output, notes: [note])
  }
}

/// The values of a theme as templates name them.
struct TemplateTheme {
  let value: TemplateValue

  /// - Parameter isRaw: whether texts keep signs that could end a text in the file that the template is for.
  init(_ theme: OutputTheme, isRaw: Bool) throws(OutputProblem) {
    var root: BytewiseDictionary<TemplateValue> = [:]
    var constants: BytewiseDictionary<TemplateValue> = [:]
    let values = CSSValues(unit: .asWritten, keepsSigns: isRaw)
    for entry in theme.entries(in: OutputRequest(theme: theme).selection) {
      let name = entry.keys.joined(separator: ".")
      guard let value = try Self.value(entry, values) else { continue }
      constants[name] = value
      if let color = entry.value.srgbColor { Self.addBuilderVariables(entry.keys[0], color, &root) }
    }
    root["constants"] = .ids(constants)
    Self.addSchemeVariables(constants, theme, &root)
    value = .object(root, text: nil)
  }

  private static func value(_ entry: OutputTheme.Entry, _ values: CSSValues) throws(OutputProblem) -> TemplateValue? {
    switch entry.value {
    case .string(let string):
      let text = try values.plain(string, at: entry.path)
      return .text(text, replacedAt: Bytewise(text) == Bytewise(string) ? nil : entry.path)
    case .bool(let truth): return .truth(truth)
    case .null, .number, .array, .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size,
      .rect, .edgeInsets, .calls, .typed:
      break
    }
    let parts = try values.parts(of: entry.value, at: entry.path)
    guard !parts.isEmpty else { return nil }
    // Names of fonts are texts of the theme, too.
    let written = try CSSValues(unit: .asWritten, keepsSigns: true).parts(of: entry.value, at: entry.path)
    let replacedAt = zip(parts, written).allSatisfy { Bytewise($0.text) == Bytewise($1.text) } ? nil : entry.path
    var members: BytewiseDictionary<TemplateValue> = [:]
    for part in parts where !part.suffix.isEmpty {
      members[String(part.suffix.dropFirst())] = .text(part.text, replacedAt: replacedAt)
    }
    if let color = entry.value.srgbColor { members = colorMembers(color) }
    let text = parts.last { $0.suffix.isEmpty }.map { TemplateValue.text($0.text, replacedAt: replacedAt) }
    return .object(members, text: text)
  }

  // MARK: Colours

  private static func colorMembers(_ color: Color) -> BytewiseDictionary<TemplateValue> {
    var members: BytewiseDictionary<TemplateValue> = [:]
    for (name, text) in forms(of: color) { members[name] = .text(text) }
    return members
  }

  /// `base00-hex` and its like, and `base00-hex-r`.
  private static func addBuilderVariables(
    _ name: String, _ color: Color, _ root: inout BytewiseDictionary<TemplateValue>
  ) {
    for (form, text) in forms(of: color) { root["\(name)-\(form)"] = .text(text) }
  }

  /// The forms of a colour in which builders of base16 offer it, without transparency.
  private static func forms(of color: Color) -> [(String, String)] {
    let hex = String(color.hex.dropFirst())
    let pairs = [hex.prefix(2), hex.dropFirst(2).prefix(2), hex.suffix(2)].map(String.init)
    let bytes = [color.bytes.red, color.bytes.green, color.bytes.blue]
    var forms = [("hex", hex), ("hex-bgr", pairs.reversed().joined())]
    for (index, letter) in ["r", "g", "b"].enumerated() {
      forms += [
        ("hex-\(letter)", pairs[index]), ("rgb-\(letter)", "\(bytes[index])"),
        ("dec-\(letter)", decimal(Double(bytes[index]) / 255)),
        ("rgb16-\(letter)", "\(Int(bytes[index]) * 257)"),
      ]
    }
    return forms
  }

  /// Eight digits behind the point, as builders write them.
  private static func decimal(_ number: Double) -> String {
    let scaled = Int((number * 100_000_000).rounded())
    let digits = String(scaled % 100_000_000)
    return "\(scaled / 100_000_000)." + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  // MARK: Schemes

  private static func addSchemeVariables(
    _ constants: BytewiseDictionary<TemplateValue>, _ theme: OutputTheme,
    _ root: inout BytewiseDictionary<TemplateValue>
  ) {
    guard theme.dialect == .base16 else { return }
    for name in [
      "scheme-name", "scheme-author", "scheme-slug", "scheme-system", "scheme-variant", "scheme-description",
    ] {
      root[name] = constants[name]
    }
    let slug = constants["scheme-slug"]?.shown ?? ""
    root["scheme-slug-underscored"] = .text(slug.mappingScalars { $0 == "-" ? "_" : $0 })
    let variant = constants["scheme-variant"]?.shown ?? ""
    root["scheme-is-\(variant)-variant"] = .truth(true)
  }
}
