// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Values that are colours in other systems, and that Redbeard leaves as they are under the key of a colour.
enum ColorSlip {
  /// The help for a text that was probably meant as a colour; nil for any other text, which may be a name that programs know.
  ///
  /// - Parameters:
  ///   - text: without blanks around it.
  ///   - lower: the text in small letters.
  static func help(for text: String, _ lower: String) -> String? {
    if text.isEmpty { return RedbeardColorHelp.help }
    if RedbeardText.color(Array(text.utf8)[...]) != nil { return "write \(text) without blanks around it" }
    if let hex = names[lower] ?? presetColor(lower) { return "write \(hex)" }
    for form in ["rgb(", "rgba(", "hsl(", "hsla(", "color:", "@color", "uicolor", "nscolor"]
    where lower.hasPrefix(form) {
      return RedbeardColorHelp.help
    }
    if lower.hasPrefix("0x"), isHex(lower.dropFirst(2)) { return RedbeardColorHelp.help }
    if isHex(lower[...]), [6, 8].contains(lower.utf8.count) { return "write #\(text)" }
    return components(text).map { RedbeardColorHelp.help(for: $0) }
  }

  private static func isHex(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- UInt8(ascii: "a") < 6 }
  }

  /// The numbers of a text such as `18,52,86`, three or four of them.
  private static func components(_ text: String) -> [Double]? {
    guard let first = text.utf8.first, first &- 0x30 < 10 || first == UInt8(ascii: ".") else { return nil }
    let parts = text.parts(between: ",")
    let numbers = parts.compactMap { number(in: $0) }
    return (3...4).contains(parts.count) && numbers.count == parts.count ? numbers : nil
  }

  // MARK: Arrays and objects

  /// The help for an array of three or four numbers; nil for any other array.
  static func help(for elements: [Value]) -> String? {
    let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard (3...4).contains(elements.count), numbers.count == elements.count else { return nil }
    return RedbeardColorHelp.help(for: numbers)
  }

  /// Whether these are the keys of an object of components.
  static func areComponents(_ keys: [String]) -> Bool { !keys.isEmpty && keys.allSatisfy(componentKeys.contains) }

  private static let componentKeys: Set = ["r", "g", "b", "a", "red", "green", "blue", "alpha"]

  // MARK: Names

  /// The colour of UIKit with the name `redColor`, `UIColor.redColor` or `UIColor.red`.
  private static func presetColor(_ lower: String) -> String? {
    var name = lower[...]
    let hasClass = name.hasPrefix("uicolor.") || name.hasPrefix("nscolor.")
    if hasClass { name = name.dropFirst("uicolor.".count) }
    let hasEnding = name.hasSuffix("color")
    if hasEnding { name = name.dropLast("color".count) }
    return hasClass || hasEnding ? presetColors[String(name)] : nil
  }

  private static let presetColors = [
    "black": "#000000", "darkgray": "#555555", "lightgray": "#AAAAAA", "gray": "#808080", "white": "#FFFFFF",
    "red": "#FF0000", "green": "#00FF00", "blue": "#0000FF", "cyan": "#00FFFF", "yellow": "#FFFF00",
    "magenta": "#FF00FF", "orange": "#FF8000", "purple": "#800080", "brown": "#996633", "clear": "#00000000",
  ]

  /// The basic colours of CSS.
  private static let names = [
    "black": "#000000", "silver": "#C0C0C0", "gray": "#808080", "grey": "#808080", "white": "#FFFFFF",
    "maroon": "#800000", "red": "#FF0000", "purple": "#800080", "fuchsia": "#FF00FF", "magenta": "#FF00FF",
    "green": "#008000", "lime": "#00FF00", "olive": "#808000", "yellow": "#FFFF00", "navy": "#000080",
    "blue": "#0000FF", "teal": "#008080", "aqua": "#00FFFF", "cyan": "#00FFFF", "orange": "#FFA500",
    "pink": "#FFC0CB", "brown": "#A52A2A", "transparent": "#00000000",
  ]
}
