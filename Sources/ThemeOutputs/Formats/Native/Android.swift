// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

extension OutputFormat {
  static let android = OutputFormat(
    name: "android", group: .native, comment: .init("<!-- ", " -->"),
    summary: "Resources of Android: colours, lengths and texts, for res/values", options: [],
    takeover: "a build of the program; one output with another context writes res/values-night"
  ) { (request, _) throws(OutputProblem) in
    try request.withoutModes("android")
    var names: [(name: String, path: String)] = []
    var lines = ["<resources>"]
    for entry in request.entries() {
      let name = androidName(try OutputName.css(entry))
      guard let (element, text) = try resource(entry) else { continue }
      names.append((name, entry.path))
      lines.append("  <\(element) name=\"\(name)\">\(text)</\(element)>")
    }
    // Resources of all kinds share the names of one class each; they are compared as if they shared one.
    try OutputName.checkUnique(names) { $0 }
    return (lines + ["</resources>", ""]).joined(separator: "\n")
  }

  /// Letters of a to z, digits and `_`.
  private static func androidName(_ name: String) -> String {
    let spelt = String(
      decoding: name.lowercased().utf8.map { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) ? $0 : 0x5F },
      as: UTF8.self)
    return spelt.utf8.first.map { (0x30...0x39).contains($0) } == true ? "_\(spelt)" : spelt
  }

  /// The element and its content; nil for values that resources do not have.
  private static func resource(_ entry: OutputTheme.Entry) throws(OutputProblem) -> (String, String)? {
    if let color = entry.value.srgbColor {
      let alpha = Color(red: color.alpha, green: 0, blue: 0).hex.dropFirst().prefix(2)
      return ("color", "#\(alpha)\(color.hex.dropFirst())".uppercased())
    }
    if case .typed = entry.value, let length = entry.value.points { return ("dimen", "\(numberText(length))dp") }
    switch entry.value {
    case .number(let number):
      // A fraction has no element of its own.
      return Int32(exactly: number).map { ("integer", "\($0)") } ?? ("string", numberText(number))
    case .bool(let truth): return ("bool", "\(truth)")
    case .string(let string): return ("string", try escaped(string, at: entry.path))
    case .null, .array, .object, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size, .rect,
      .edgeInsets, .calls, .typed:
      return nil
    }
  }

  /// A text of XML, and of Android's resources within: quotes keep blanks, and a backslash keeps signs.
  private static func escaped(_ text: String, at path: String) throws(OutputProblem) -> String {
    var escaped = "\""
    for scalar in try printable(text, at: path).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"", "\\", "'", "@", "?": escaped += "\\\(scalar == "\"" ? "&quot;" : String(scalar))"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped + "\""
  }
}
