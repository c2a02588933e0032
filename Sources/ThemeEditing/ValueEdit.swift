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

  /// The text of the value at a place, without the tags of a property list; nil where there is none.
  package static func written(in bytes: [UInt8], file: String, at place: Cause) -> String? {
    guard let site = Site(bytes, file, place) else { return nil }
    return String(decoding: bytes[site.content], as: UTF8.self)
  }

  /// The edit that writes a new value at a place. Costs a parse of the file.
  ///
  /// - Parameters:
  ///   - place: of the value, as explanations name it.
  ///   - value: a `$value`, a value with its `$type`, or plain JSON.
  ///   - form: the text of a value of the same kind, for a place where a reference stands.
  package static func edit(
    _ bytes: [UInt8], file: String, at place: Cause, to value: JSONValue, inNotationOf form: String?
  ) throws(EditRefusal) -> Edit {
    guard let site = Site(bytes, file, place) else {
      throw EditRefusal("no value is found at \(place.file):\(place.line):\(place.column)")
    }
    let written = String(decoding: bytes[site.content], as: UTF8.self)
    let plain = value["$value"] ?? value
    if let color = color(value) {
      let object = site.colorSpace.map { colorObject($0, color) } ?? formObject(form, color)
      let text =
        object ?? ColorNotation.rewrite(written, to: color) ?? form.flatMap { ColorNotation.rewrite($0, to: color) }
      guard let text else {
        throw EditRefusal("the colour at \(place.file):\(place.line) is written in a form that cannot be changed here")
      }
      return Edit(range: site.content, text: text)
    }
    if let number = plain.number ?? plain["value"]?.number {
      return try edit(site, number, written, place)
    }
    if let text = plain.string { return Edit(range: site.content, text: site.quoted(text, in: written)) }
    if let flag = plain.bool, site.format != .xmlPropertyList {
      return Edit(range: site.content, text: flag ? "true" : "false")
    }
    throw EditRefusal("a value of this kind cannot be changed here")
  }

  private static func edit(
    _ site: Site, _ number: Double, _ written: String, _ place: Cause
  ) throws(EditRefusal) -> Edit {
    let text = JSONValue.number(number).text
    if let inner = site.numberOfDimension { return Edit(range: inner, text: text) }
    // `<integer>` takes whole numbers alone.
    if site.tag == "integer", number.rounded() != number, let outer = site.outer {
      return Edit(range: outer, text: "<real>\(text)</real>")
    }
    let quotes = written.utf8.first == UInt8(ascii: "\"") || written.utf8.first == UInt8(ascii: "'")
    let inside = quotes ? String(written.dropFirst().dropLast()) : written
    let unit = inside.drop { "0123456789.-+".contains($0) }
    guard unit.utf8.count < inside.utf8.count || inside.isEmpty, unit.allSatisfy({ $0.isLetter || $0 == "%" }) else {
      throw EditRefusal("no number stands at \(place.file):\(place.line)")
    }
    let mark = quotes ? String(written.prefix(1)) : ""
    return Edit(range: site.content, text: mark + text + unit + mark)
  }

  /// A colour of a design token, in its colour space.
  private static func colorObject(_ space: ColorSpace, _ color: Color) -> String {
    func text(_ number: Double) -> String { JSONValue.number((number * 10_000).rounded() / 10_000 + 0).text }
    let components = space.components(of: color).map(text).joined(separator: ", ")
    let alpha = color.alpha < 1 ? ", \"alpha\": \(text(color.alpha))" : ""
    return
      "{ \"colorSpace\": \"\(space.rawValue)\", \"components\": [\(components)]\(alpha), \"hex\": \"\(color.hex)\" }"
  }

  /// The same in the colour space of a given object.
  private static func formObject(_ form: String?, _ color: Color) -> String? {
    guard let form, form.utf8.first == UInt8(ascii: "{"),
      let json = try? JSONValue(parsing: Array(form.utf8), maximumDepth: 8),
      let space = json["colorSpace"]?.string.flatMap(ColorSpace.init(rawValue:))
    else { return nil }
    return colorObject(space, color)
  }

  /// The colour of a value, in sRGB; nil for other values.
  private static func color(_ value: JSONValue) -> Color? {
    if let inner = value["$value"] {
      guard value["$type"] == nil || value["$type"] == "color" else { return nil }
      return color(inner)
    }
    return ColorInSpace(value)?.srgb
  }
}

/// The place of a value in a file.
private struct Site {
  let format: FileFormat
  /// The value without its tags; of a design token the value of `$value`.
  private(set) var content: Range<Int>
  /// The value with its tags, and their name.
  private(set) var outer: Range<Int>?
  private(set) var tag: String?
  /// The number of a dimension or duration that is an object.
  private(set) var numberOfDimension: Range<Int>?
  /// The space of a colour that is an object.
  private(set) var colorSpace: ColorSpace?

  init?(_ bytes: [UInt8], _ file: String, _ place: Cause) {
    let tree = parseThemeFile(bytes, path: file).tree
    guard tree.hasPlaces, let root = tree.root, let offset = Self.offset(of: place, in: bytes),
      let found = Self.node(at: offset, in: tree, below: root)
    else { return nil }
    var node = found
    if let inner = tree.members(of: node).first(where: { tree.key(of: $0) == "$value" }) { node = inner.value }
    format = tree.format
    let range = tree.range(of: node)
    content = Int(range.start)..<Int(range.end)
    if let number = tree.members(of: node).first(where: { tree.key(of: $0) == "value" }),
      tree.kind(of: number.value) == .number
    {
      let range = tree.range(of: number.value)
      numberOfDimension = Int(range.start)..<Int(range.end)
    }
    colorSpace = tree.members(of: node).first { tree.key(of: $0) == "colorSpace" }
      .flatMap { tree.string(of: $0.value) }.flatMap(ColorSpace.init(rawValue:))
    if format == .xmlPropertyList { removeTags(bytes) }
  }

  /// The offset of a line and a column, which counts scalars.
  private static func offset(of place: Cause, in bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard place.line > 0, place.line <= lines.count, place.column > 0 else { return nil }
    let line = lines[place.line - 1]
    var column = 1
    for index in line.indices where line[index] & 0xC0 != 0x80 {
      if column == place.column { return index }
      column += 1
    }
    return column == place.column ? line.endIndex : nil
  }

  /// The innermost value whose bytes hold an offset.
  private static func node(at offset: Int, in tree: SourceTree, below root: SourceTree.Node) -> SourceTree.Node? {
    var node = root
    search: while true {
      if Int(tree.range(of: node).start) == offset { return node }
      for member in tree.members(of: node) {
        let key = tree.keyRange(of: member)
        let range = tree.range(of: member.value)
        if Int(key.start) <= offset, offset < Int(key.end) { return member.value }
        guard Int(range.start) <= offset, offset < Int(range.end) else { continue }
        node = member.value
        continue search
      }
      for element in tree.elements(of: node) {
        let range = tree.range(of: element)
        guard Int(range.start) <= offset, offset < Int(range.end) else { continue }
        node = element
        continue search
      }
      return nil
    }
  }

  private mutating func removeTags(_ bytes: [UInt8]) {
    guard let open = bytes[content].firstIndex(of: UInt8(ascii: ">")),
      let close = bytes[content].lastIndex(of: UInt8(ascii: "<")), open < close
    else { return }
    outer = content
    tag = String(decoding: bytes[(content.lowerBound + 1)..<open].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    content = (open + 1)..<close
  }

  /// A string as it is written at this place.
  func quoted(_ text: String, in written: String) -> String {
    switch format {
    case .json: return JSONValue.string(text).text
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
    // A text in the quotation marks of JSON is a text of YAML, too.
    case .yaml, .binaryPropertyList: return JSONValue.string(text).text
    }
  }
}
