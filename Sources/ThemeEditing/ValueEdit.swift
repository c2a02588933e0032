// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import ThemeModel
import ThemeSyntax

/// Changes one value in the text of a theme file, in the notation of the present value. Pure functions; each parses the file.
package enum ValueEdit {
  /// A range of a text, and the text in its place.
  package struct Edit: Hashable, Sendable {
    package var range: Range<Int>
    package var text: String

    package init(range: Range<Int>, text: String) {
      self.range = range
      self.text = text
    }
  }

  /// The edit that writes a new value at a place. Costs a parse of the file.
  ///
  /// - Parameters:
  ///   - place: of the value, as explanations name it.
  ///   - value: a `$value`, a value with its `$type`, or plain JSON.
  ///   - form: a value of the same kind, for a place where a reference stands: the new value is written like it.
  package static func edit(
    _ bytes: [UInt8], file: String, at place: Cause, to value: JSONValue, inFormOf form: WrittenValue?
  ) throws(EditRefusal) -> Edit {
    let site = try WrittenValue(bytes, file: file, at: place)
    guard !site.isShared else {
      throw EditRefusal(
        "aliases of YAML stand for the value at \(place.file):\(place.line) as well: change it in the file")
    }
    if let form { return try replacement(of: site, place, by: value, form) }
    let plain = value["$value"] ?? value
    if let color = color(value) {
      if let object = site.color { return colorEdit(site, object, bytes, color) }
      guard let text = ColorNotation.rewrite(site.text, to: color) else {
        throw EditRefusal("the colour at \(place.file):\(place.line) is written in a form that cannot be changed here")
      }
      return Edit(range: site.content, text: text)
    }
    if let number = plain.number ?? plain["value"]?.number {
      return try numberEdit(site, number, place)
    }
    if let text = plain.string { return Edit(range: site.content, text: quoted(text, site.format)) }
    if let flag = plain.bool, site.format != .xmlPropertyList {
      return Edit(range: site.content, text: flag ? "true" : "false")
    }
    throw EditRefusal("a value of this kind cannot be changed here")
  }

  // MARK: Values in place

  private static func numberEdit(_ site: WrittenValue, _ number: Double, _ place: Cause) throws(EditRefusal) -> Edit {
    let text = JSONValue.number(number).text
    if let dimension = site.dimension { return Edit(range: dimension.number, text: text) }
    // `<integer>` takes whole numbers alone.
    if site.tag == "integer", number.rounded() != number, let outer = site.outer {
      return Edit(range: outer, text: "<real>\(text)</real>")
    }
    guard let text = rewrite(site.text, to: number) else {
      throw EditRefusal("no number stands at \(place.file):\(place.line)")
    }
    return Edit(range: site.content, text: text)
  }

  /// A number with the unit and the quotation marks of a written one; nil where none is written.
  private static func rewrite(_ written: String, to number: Double) -> String? {
    let quotes = written.utf8.first == UInt8(ascii: "\"") || written.utf8.first == UInt8(ascii: "'")
    let inside = quotes ? String(written.dropFirst().dropLast()) : written
    let isNumber = inside.utf8.first.map { $0 < UInt8(ascii: "A") } == true && Double(inside) != nil
    let unit = isNumber ? "" : inside.drop { "0123456789.-+".contains($0) }
    guard unit.utf8.count < inside.utf8.count || inside.isEmpty, unit.allSatisfy({ $0.isLetter || $0 == "%" }) else {
      return nil
    }
    let mark = quotes ? String(written.prefix(1)) : ""
    return mark + JSONValue.number(number).text + unit + mark
  }

  /// Changes the members of a colour that say it, and leaves the others and comments.
  private static func colorEdit(
    _ site: WrittenValue, _ object: WrittenValue.ColorObject, _ bytes: [UInt8], _ color: Color
  ) -> Edit {
    guard let components = object.components, object.alpha != nil || color.alpha == 1 else {
      return Edit(range: site.content, text: colorObject(object.space, color))
    }
    var edits = zip(components, object.space.components(of: color)).map { ($0, text($1)) }
    if let alpha = object.alpha { edits.append((alpha, text(color.alpha))) }
    if let hex = object.hex { edits.append((hex, "\"\(color.hex)\"")) }
    var new = bytes[site.content]
    for (range, text) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      new.replaceSubrange(range, with: text.utf8)
    }
    return Edit(range: site.content, text: String(decoding: new, as: UTF8.self))
  }

  private static func text(_ number: Double) -> String {
    JSONValue.number((number * 10_000).rounded() / 10_000 + 0).text
  }

  // MARK: Values in place of references

  private static func replacement(
    of site: WrittenValue, _ place: Cause, by value: JSONValue, _ form: WrittenValue
  ) throws(EditRefusal) -> Edit {
    guard site.format == form.format else {
      throw EditRefusal(
        "the value is in a file of a different format than the reference at \(place.file):\(place.line)")
    }
    let plain = value["$value"] ?? value
    let number = plain.number ?? plain["value"]?.number
    let color = color(value)
    let text: String? =
      if let color {
        form.color.map { colorObject($0.space, color) } ?? ColorNotation.rewrite(form.text, to: color)
      } else if let number, let dimension = form.dimension {
        "{ \"value\": \(JSONValue.number(number).text), \"unit\": \(JSONValue.string(dimension.unit).text) }"
      } else if let number {
        rewrite(form.text, to: number)
      } else {
        nil
      }
    guard let text else { throw EditRefusal("a value of this kind cannot take the place of a reference") }
    if let outer = site.outer, let tag = form.tag {
      let isReal = tag == "integer" && number.map { $0.rounded() != $0 } == true
      let new = isReal ? "real" : tag
      return Edit(range: outer, text: "<\(new)>\(text)</\(new)>")
    }
    guard let token = site.token else { return Edit(range: site.content, text: text) }
    guard let type = form.type ?? site.type ?? (color == nil ? nil : "color") else {
      throw EditRefusal("the token at \(place.file):\(place.line) has its type from the reference")
    }
    // A reference gave the token its type.
    let isTyped = site.type == type
    if isTyped, !token.isReference { return Edit(range: site.content, text: text) }
    let members = (isTyped ? [] : [("$type", JSONValue.string(type).text)]) + [("$value", text)]
    return Edit(range: token.start..<site.content.upperBound, text: token.text(of: members))
  }

  /// A colour of a design token, in its colour space.
  private static func colorObject(_ space: ColorSpace, _ color: Color) -> String {
    let components = space.components(of: color).map(text).joined(separator: ", ")
    let alpha = color.alpha < 1 ? ", \"alpha\": \(text(color.alpha))" : ""
    return
      "{ \"colorSpace\": \"\(space.rawValue)\", \"components\": [\(components)]\(alpha), \"hex\": \"\(color.hex)\" }"
  }

  // MARK: Kinds

  /// The colour of a value, in sRGB; nil for other values.
  private static func color(_ value: JSONValue) -> Color? {
    if let inner = value["$value"] {
      guard value["$type"] == nil || value["$type"] == "color" else { return nil }
      return color(inner)
    }
    return ColorInSpace(value)?.srgb
  }

  /// A string as it is written in a format.
  private static func quoted(_ text: String, _ format: FileFormat) -> String {
    switch format {
    // A text in the quotation marks of JSON is a text of YAML, too.
    case .json, .yaml, .binaryPropertyList: return JSONValue.string(text).text
    case .xmlPropertyList:
      var escaped = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      return escaped
    }
  }
}
