// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Writes values as style sheets have them.
///
/// Points are pixels of CSS.
struct CSSValues {
  /// The unit of lengths.
  enum Unit: String, CaseIterable {
    case asWritten = "as-written"
    case px
    case rem
  }

  /// A part of a value: the suffix of its name, and its text.
  struct Part {
    let suffix: String
    let text: String
    /// The text for screens that show more than sRGB; nil where it is the same.
    let wide: String?
  }

  let unit: Unit
  /// Whether the target would compute `16px/1.5`, as Sass does.
  var computesDivisions = false
  /// Whether texts keep signs that could end a text in files of other grammars than CSS; else they become blanks.
  var keepsSigns = true
  /// Pixels of a `rem`, as browsers have it.
  static let pixelsOfRem = 16.0

  /// The parts of a value, and the shorthand of all of them last, which has an empty suffix. Empty for values without a form in
  /// CSS.
  func parts(of value: Value, at path: String) throws(OutputProblem) -> [Part] {
    func one(_ text: String) -> [Part] { [Part(suffix: "", text: text, wide: nil)] }
    func lengths(_ members: [(String, Double)], shorthand: Bool) -> [Part] {
      let texts = members.map { (suffix: $0.0, text: length($0.1, "px")) }
      return texts.map { Part(suffix: "-\($0.suffix)", text: $0.text, wide: nil) }
        + (shorthand ? one(texts.map(\.text).joined(separator: " ")) : [])
    }
    switch value {
    case .null, .bool, .array, .object, .calls: return []
    case .number(let number): return one(numberText(number))
    case .string(let text): return one(try quoted(text, at: path))
    case .image(let name): return one(try quoted(name, at: path))
    case .color(let color), .colorReference(let color): return one(color.css)
    case .colorInSpace(let color): return [colorPart(color)]
    case .font(let font): return try parts(of: font, at: path)
    case .glyph(let glyph):
      var parts = one(try quoted(glyph.name, at: path))
      if let height = glyph.height { parts.insert(contentsOf: lengths([("height", height)], shorthand: false), at: 0) }
      if let color = glyph.color { parts.insert(Part(suffix: "-color", text: color.css, wide: nil), at: 0) }
      return parts
    case .point(let point): return lengths([("x", point.x), ("y", point.y)], shorthand: true)
    case .size(let size): return lengths([("width", size.width), ("height", size.height)], shorthand: true)
    case .rect(let rect):
      return lengths(
        [("x", rect.origin.x), ("y", rect.origin.y), ("width", rect.size.width), ("height", rect.size.height)],
        shorthand: true)
    case .edgeInsets(let edges):
      let members = [("top", edges.top), ("right", edges.right), ("bottom", edges.bottom), ("left", edges.left)]
      return lengths(members, shorthand: true)
    case .typed(let token):
      guard let type = TokenType(rawValue: token.type) else { return [] }
      return try parts(of: token.value, type: type, at: path)
    }
  }

  // MARK: Design tokens

  private func parts(of value: Value, type: TokenType, at path: String) throws(OutputProblem) -> [Part] {
    func one(_ part: Part?) -> [Part] { part.map { [$0] } ?? [] }
    switch type {
    case .color, .dimension, .fontFamily, .fontWeight, .duration, .cubicBezier, .number, .strokeStyle, .shadow,
      .gradient:
      return one(try single(value, type: type, at: path))
    case .border:
      return try composite(
        value, path, [("color", .color), ("width", .dimension), ("style", .strokeStyle)],
        order: ["width", "style", "color"])
    case .transition:
      return try composite(
        value, path, [("duration", .duration), ("delay", .duration), ("timingFunction", .cubicBezier)],
        order: ["duration", "timingFunction", "delay"])
    case .typography: return try typography(value, path)
    }
  }

  /// The parts of an object, and those in an order as the shorthand.
  private func composite(
    _ value: Value, _ path: String, _ types: [(key: String, type: TokenType)], order: [String]
  ) throws(OutputProblem) -> [Part] {
    var parts: [(key: String, part: Part)] = []
    for (key, type) in types {
      guard let member = value[key], let part = try single(member, type: type, at: path) else { continue }
      parts.append((key, Part(suffix: "-\(key.hyphenated)", text: part.text, wide: part.wide)))
    }
    let shown = order.compactMap { key in parts.first { $0.key == key }?.part }
    guard shown.count == order.count else { return parts.map(\.part) }
    return parts.map(\.part) + [Self.joined(shown, by: " ")]
  }

  /// The shorthand is that of `font`, which has no letter spacing.
  private func typography(_ value: Value, _ path: String) throws(OutputProblem) -> [Part] {
    let parts = try composite(
      value, path,
      [
        ("fontFamily", .fontFamily), ("fontSize", .dimension), ("fontWeight", .fontWeight),
        ("letterSpacing", .dimension), ("lineHeight", .number),
      ], order: ["fontWeight", "fontSize", "fontFamily"])
    guard parts.last?.suffix == "", let height = parts.first(where: { $0.suffix == "-line-height" }),
      let shorthand = parts.last
    else { return parts }
    let size = parts.first { $0.suffix == "-font-size" }?.text ?? ""
    let weight = parts.first { $0.suffix == "-font-weight" }?.text ?? ""
    let guardedSize = computesDivisions ? "#{\(size)}" : size
    let family = shorthand.text.dropFirst(weight.utf8.count + size.utf8.count + 2)
    return parts.dropLast() + [Part(suffix: "", text: "\(weight) \(guardedSize)/\(height.text) \(family)", wide: nil)]
  }

  /// A value that has one text. Nil where it is not a value of the type.
  private func single(_ value: Value, type: TokenType, at path: String) throws(OutputProblem) -> Part? {
    func part(_ text: String?) -> Part? { text.map { Part(suffix: "", text: $0, wide: nil) } }
    switch type {
    case .color: return Self.color(value).map(colorPart)
    case .dimension: return part(measure(value).map { length($0.number, $0.unit) })
    case .duration: return part(measure(value).map { "\(numberText($0.number))\($0.unit)" })
    case .number, .fontWeight:
      guard case .number(let number) = value else { return nil }
      return part(numberText(number))
    case .fontFamily:
      guard case .array(let names) = value else { return nil }
      var texts: [String] = []
      for case .string(let name) in names {
        texts.append(Self.genericFamilies.contains(name) ? name : try quoted(name, at: path))
      }
      return part(texts.joined(separator: ", "))
    case .cubicBezier:
      guard case .array(let numbers) = value else { return nil }
      let texts = numbers.compactMap { if case .number(let number) = $0 { numberText(number) } else { nil } }
      return part("cubic-bezier(\(texts.joined(separator: ", ")))")
    case .strokeStyle:
      // A pattern of dashes has no form in CSS.
      guard case .string(let keyword) = value else { return part("dashed") }
      return part(Self.strokeStyles.contains(keyword) ? keyword : nil)
    case .shadow:
      guard case .array(let layers) = value else { return nil }
      return Self.list(layers.compactMap(shadow))
    case .gradient:
      guard case .array(let stops) = value else { return nil }
      return Self.list(stops.compactMap(stop))
    case .border, .transition, .typography: return nil
    }
  }

  private static let genericFamilies = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif", "ui-monospace",
    "ui-rounded", "math", "emoji", "fangsong",
  ]
  private static let strokeStyles = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset",
  ]

  private func shadow(_ layer: Value) -> Part? {
    let lengths = ["offsetX", "offsetY", "blur", "spread"].compactMap { key in
      layer[key].flatMap(measure).map { length($0.number, $0.unit) }
    }
    guard lengths.count == 4, let color = layer["color"].flatMap(Self.color).map(colorPart) else { return nil }
    let inset = layer["inset"] == .bool(true) ? "inset " : ""
    let text = inset + lengths.joined(separator: " ")
    return Part(suffix: "", text: "\(text) \(color.text)", wide: color.wide.map { "\(text) \($0)" })
  }

  /// A stop of `linear-gradient` and its like.
  private func stop(_ stop: Value) -> Part? {
    guard let color = stop["color"].flatMap(Self.color).map(colorPart), case .number(let position) = stop["position"]
    else { return nil }
    // The place in percent to three digits: 0.07 * 100 is 7.000000000000001.
    let percent = numberText((position * 100_000).rounded() / 1000) + "%"
    return Part(suffix: "", text: "\(color.text) \(percent)", wide: color.wide.map { "\($0) \(percent)" })
  }

  private static func list(_ parts: [Part]) -> Part? { parts.isEmpty ? nil : joined(parts, by: ", ") }

  private static func joined(_ parts: [Part], by separator: String) -> Part {
    let isWide = parts.contains { $0.wide != nil }
    return Part(
      suffix: "", text: parts.map(\.text).joined(separator: separator),
      wide: isWide ? parts.map { $0.wide ?? $0.text }.joined(separator: separator) : nil)
  }

  // MARK: Parts of values

  private func parts(of font: Font, at path: String) throws(OutputProblem) -> [Part] {
    var parts: [Part] = []
    if let name = font.name { parts.append(Part(suffix: "-font-family", text: try quoted(name, at: path), wide: nil)) }
    if let size = font.size { parts.append(Part(suffix: "-font-size", text: length(size, "px"), wide: nil)) }
    if font.system == .bold { parts.append(Part(suffix: "-font-weight", text: "bold", wide: nil)) }
    if font.system == .italic { parts.append(Part(suffix: "-font-style", text: "italic", wide: nil)) }
    guard let size = font.size else { return parts }
    let style = font.system.flatMap { $0 == .regular ? nil : "\($0.rawValue) " } ?? ""
    let family = try font.name.map { name throws(OutputProblem) in try quoted(name, at: path) } ?? "system-ui"
    return parts + [Part(suffix: "", text: "\(style)\(length(size, "px")) \(family)", wide: nil)]
  }

  private func colorPart(_ color: ColorInSpace) -> Part {
    // The author's own fallback, where there is one, with the transparency of the colour.
    let transparency = color.alpha < 1 ? String(color.srgb.css.dropFirst(7)) : ""
    return Part(suffix: "", text: color.hex + transparency, wide: color.isInSRGB ? nil : color.css)
  }

  /// The colour of a member of a composite value, which has the form under `$value`.
  private static func color(_ value: Value) -> ColorInSpace? {
    ColorInSpace(value.json)
  }

  private func measure(_ value: Value) -> (number: Double, unit: String)? {
    guard case .number(let number) = value["value"], case .string(let unit) = value["unit"],
      ["px", "rem", "ms", "s"].contains(unit)
    else { return nil }
    return (number, unit)
  }

  private func length(_ number: Double, _ own: String) -> String {
    switch (unit, own) {
    case (.px, "rem"): "\(numberText(number * Self.pixelsOfRem))px"
    case (.rem, "px"): "\(numberText(number / Self.pixelsOfRem))rem"
    case (_, _): "\(numberText(number))\(own)"
    }
  }

  /// A text of the theme as it may stand in a file.
  func plain(_ text: String, at path: String) throws(OutputProblem) -> String {
    let text = try printable(text, at: path)
    return keepsSigns ? text : text.mappingScalars { "`$\\\"';|{}".unicodeScalars.contains($0) ? " " : $0 }
  }

  /// A string of CSS. Bytes that could end it, or that a template or an HTML page could misread, are escaped by their numbers.
  private func quoted(_ text: String, at path: String) throws(OutputProblem) -> String {
    let text = try plain(text, at: path)
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "<", ">", "&", "'", "`", "{", "}", ";": quoted += "\\\(String(scalar.value, radix: 16)) "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Value {
  /// A member of an object.
  fileprivate subscript(key: String) -> Value? { members.first { Bytewise($0.key) == Bytewise(key) }?.value }
}

extension String {
  /// `fontFamily` as `font-family`.
  fileprivate var hyphenated: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
