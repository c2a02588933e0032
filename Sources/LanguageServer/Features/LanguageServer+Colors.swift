// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

extension LanguageServer {
  /// The literal colours of a file.
  private func colors(of file: String, in bundle: OpenBundle) -> [FileIndex.ColorLiteral] {
    guard let index = bundle.index(of: file) else { return [] }
    guard bundle.engine.dialectName == .tokens else { return index.colors }
    // A token is a literal where it refers to nothing.
    let referring = Set(index.references.map(\.source))
    return index.entries.compactMap { entry in
      guard !referring.contains(entry.name), entry.keyRange.count > 0,
        let color = bundle.value(of: entry.name)?.colorInSpace
      else { return nil }
      return FileIndex.ColorLiteral(color: color, range: entry.valueRange)
    }
  }

  func documentColors(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters) else { return [] }
    return .array(
      colors(of: file, in: bundle).map { literal in
        let color = literal.color.srgb
        return [
          "range": range(literal.range, of: file, in: bundle),
          "color": [
            "red": .number(color.red), "green": .number(color.green), "blue": .number(color.blue),
            "alpha": .number(literal.color.alpha),
          ],
        ]
      })
  }

  func colorPresentations(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters) else { return [] }
    func component(_ name: String) -> Double { min(max(parameters["color"]?[name]?.number ?? 0, 0), 1) }
    let color = Color(
      red: component("red"), green: component("green"), blue: component("blue"), alpha: component("alpha"))
    let text = bundle.text(of: file)
    let start = text.offset(of: try TextPosition(parameters["range"]?["start"]), client.encoding)
    let end = text.offset(of: try TextPosition(parameters["range"]?["end"]), client.encoding)
    guard start <= end else { throw .invalidParameters("a range ends before it starts") }
    let written = String(decoding: text.bytes[start..<end], as: UTF8.self)
    guard let new = ColorNotation.rewrite(written, to: color) else { return [] }
    return [
      [
        "label": .string(color.hex),
        "textEdit": ["range": range(ByteRange(start, end), of: file, in: bundle), "newText": .string(new)],
      ]
    ]
  }
}

/// The notations of colours in theme files: a picked colour is written in the one that stands there.
enum ColorNotation {
  /// Nil for a notation that is not known.
  static func rewrite(_ written: String, to color: Color) -> String? {
    if written.utf8.first == UInt8(ascii: "{") { return object(color) }
    let marks = ["\"", "'"].filter { written.hasPrefix($0) && written.hasSuffix($0) && written.utf8.count >= 2 }
    let mark = marks.first ?? ""
    let content = String(written.dropFirst(mark.count).dropLast(mark.count))
    // `color:`, `@color:` and the like stay.
    let prefix = content.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(content[...$0]) } ?? ""
    let value = String(content.dropFirst(prefix.count))
    return text(value, color).map { mark + prefix + $0 + mark }
  }

  private static func text(_ value: String, _ color: Color) -> String? {
    let hash = value.hasPrefix("#") ? "#" : ""
    let digits = value.dropFirst(hash.count)
    if [3, 4, 6, 8].contains(digits.count), digits.allSatisfy(\.isHexDigit) {
      let hex = color.hex.dropFirst()
      let alpha = Color(red: color.alpha, green: 0, blue: 0).hex.dropFirst().prefix(2)
      let isUpper = digits.contains { $0.isUppercase }
      let new = hash + hex + (digits.count == 4 || digits.count == 8 || color.alpha < 1 ? alpha : "")
      return isUpper ? new.uppercased() : new
    }
    let separators: [Character] = [",", " "]
    guard let separator = separators.first(where: { value.contains($0) }) else { return nil }
    let parts = value.split(separator: separator).map { $0.filter { $0 != " " } }
    guard (3...4).contains(parts.count), parts.allSatisfy({ Double($0) != nil }) else { return nil }
    let components = [color.red, color.green, color.blue] + (parts.count == 4 || color.alpha < 1 ? [color.alpha] : [])
    // Whole numbers are of 0 to 255, but for the opacity.
    let isOf255 = parts.prefix(3).contains { (Double($0) ?? 0) > 1 }
    let space = value.holds(", ") ? ", " : String(separator)
    return components.enumerated().map { index, component in
      let number = isOf255 && index < 3 ? (component * 255).rounded() : (component * 1000).rounded() / 1000
      return JSONValue.number(number).text
    }.joined(separator: space)
  }

  /// A colour of a design token, in sRGB.
  private static func object(_ color: Color) -> String {
    func text(_ number: Double) -> String { JSONValue.number((number * 10_000).rounded() / 10_000).text }
    let components = [color.red, color.green, color.blue].map(text).joined(separator: ", ")
    let alpha = color.alpha < 1 ? ", \"alpha\": \(text(color.alpha))" : ""
    return "{ \"colorSpace\": \"srgb\", \"components\": [\(components)]\(alpha), \"hex\": \"\(color.hex)\" }"
  }
}
