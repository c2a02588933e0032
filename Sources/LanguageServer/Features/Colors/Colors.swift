// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeEditing
import ThemeEngine
import ThemeModel
import ThemeSyntax

enum ColorFeatures {
  static func documentColors(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file() else { return [] }
    // One text may be the value of several properties.
    var known: Set<ByteRange> = []
    return .array(
      ColorLiterals(file).all.filter { known.insert($0.range).inserted }.map { literal in
        ["range": file.range(literal.range), "color": shown(literal.color)]
      })
  }

  /// A colour as clients show it, within sRGB.
  private static func shown(_ color: ColorInSpace) -> JSONValue {
    let shown = color.srgb
    return [
      "red": .number(shown.red), "green": .number(shown.green), "blue": .number(shown.blue),
      "alpha": .number(color.alpha),
    ]
  }

  static func colorPresentations(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file() else { return [] }
    func component(_ name: String) -> Double {
      min(max(request.parameters["color"]?[name]?.number ?? 0, 0), 1)
    }
    let hasAlpha = file.bundle.engine.dialectType?.colorsHaveAlpha ?? true
    let color = Color(
      red: component("red"), green: component("green"), blue: component("blue"),
      alpha: hasAlpha ? component("alpha") : 1)
    let range = try request.bytes(in: file)
    let bytes = ByteRange(range.lowerBound, range.upperBound)
    let written = String(decoding: file.text.bytes[range], as: UTF8.self)
    // A colour beyond sRGB is shown as one within: picked as it is shown, it stays.
    let isPresent = ColorLiterals(file).all.contains { literal in
      literal.range == bytes && shown(literal.color) == request.parameters["color"]
    }
    let new =
      isPresent
      ? written : ColorObject(file, at: bytes)?.rewritten(to: color) ?? ColorNotation.rewrite(written, to: color)
    guard let new else { return [] }
    return [["label": .string(color.css), "textEdit": ["range": file.range(bytes), "newText": .string(new)]]]
  }
}

/// The literal colours of a file. References show theirs as a hint.
private struct ColorLiterals {
  private let file: BundleFile

  init(_ file: BundleFile) { self.file = file }

  var all: [FileIndex.ColorLiteral] {
    guard let index = file.index else { return [] }
    let bytes = file.text.bytes
    if file.bundle.notation?.separator != nil { return tokens }
    // The value of an alias stands with the alias.
    let referring = Set(index.references.map(\.range))
    let literals = index.colors.filter { !referring.contains($0.range) } + aliases(index)
    return literals.sorted { $0.range.start < $1.range.start }.compactMap { literal in
      guard let content = ContentRange.content(of: literal.range, in: bytes) else { return nil }
      // In the text of a glyph, the colour alone.
      let start = ColorNotation.start(in: bytes[content])
      return FileIndex.ColorLiteral(color: literal.color, range: ByteRange(start.lowerBound, start.upperBound))
    }
  }

  /// The colours of names that are no values of their own.
  private func aliases(_ index: FileIndex) -> [FileIndex.ColorLiteral] {
    guard file.bundle.notation?.hasAliases == true else { return [] }
    return index.entries.filter { $0.name.space == .constants }.compactMap { entry in
      let bytes = file.text.bytes
      guard let content = ContentRange.content(of: entry.valueRange, in: bytes), content.count == 7,
        bytes[content.lowerBound] == UInt8(ascii: "#"), let color = Color(hexadecimal: bytes[content].dropFirst())
      else { return nil }
      return FileIndex.ColorLiteral(color: ColorInSpace(color), range: entry.valueRange)
    }
  }

  /// The objects of colours, also within other values, and colours in the form of drafts.
  private var tokens: [FileIndex.ColorLiteral] {
    guard let tree = file.bundle.tree(of: file.path), let root = tree.root, tree.hasPlaces else { return [] }
    var literals: [FileIndex.ColorLiteral] = []
    var rest = [root]
    while let node = rest.popLast() {
      switch tree.kind(of: node) {
      case .object:
        if let color = ColorObject.color(of: node, in: tree) {
          literals.append(FileIndex.ColorLiteral(color: color, range: tree.range(of: node)))
          continue
        }
        rest += tree.members(of: node).filter { !["$extensions", "$description"].contains(tree.key(of: $0)) }
          .map(\.value)
      case .array: rest += tree.elements(of: node)
      case .string:
        guard let text = tree.string(of: node), text.utf8.first == UInt8(ascii: "#"), text.utf8.count <= 9,
          let color = Color(hexadecimal: Array(text.utf8.dropFirst())[...]),
          let content = ContentRange.content(of: tree.range(of: node), in: file.text.bytes)
        else { continue }
        literals.append(
          FileIndex.ColorLiteral(
            color: ColorInSpace(color), range: ByteRange(content.lowerBound, content.upperBound)))
      case .number, .bool, .null, .invalid: break
      }
    }
    return literals.sorted { $0.range.start < $1.range.start }
  }
}

/// A colour of a design token, written as an object: its numbers change, and all else stays.
private struct ColorObject {
  private let tree: SourceTree
  private let bytes: [UInt8]
  private let range: ByteRange
  private let members: [SourceTree.Member]

  init?(_ file: BundleFile, at range: ByteRange) {
    guard let tree = file.bundle.tree(of: file.path), let place = TreePlace(tree, Int(range.start)),
      let object = place.containers.last(where: { tree.range(of: $0) == range }), tree.kind(of: object) == .object
    else { return nil }
    self.tree = tree
    self.range = range
    bytes = file.text.bytes
    members = Array(tree.members(of: object))
  }

  private func value(_ key: StaticString) -> SourceTree.Node? { members.last { tree.key(of: $0, is: key) }?.value }

  /// The colour that an object describes; nil for any other object.
  static func color(of node: SourceTree.Node, in tree: SourceTree) -> ColorInSpace? {
    func value(_ key: StaticString) -> SourceTree.Node? {
      tree.members(of: node).first { tree.key(of: $0, is: key) }?.value
    }
    guard let space = value("colorSpace").flatMap({ tree.string(of: $0) }).flatMap(ColorSpace.init(rawValue:)),
      let components = value("components").map({ list in tree.elements(of: list).map { tree.number(of: $0) } }),
      components.count == 3
    else { return nil }
    return ColorInSpace(
      space, components[0], components[1], components[2], alpha: value("alpha").flatMap { tree.number(of: $0) } ?? 1)
  }

  /// In the space of the present colour, or in sRGB where that does not have the new one. Nil for an object that is not a colour.
  func rewritten(to color: Color) -> String? {
    guard let name = value("colorSpace"), let space = tree.string(of: name).flatMap(ColorSpace.init(rawValue:)),
      let list = value("components"), tree.kind(of: list) == .array
    else { return nil }
    let elements = Array(tree.elements(of: list))
    guard elements.count == 3 else { return nil }
    var components = space.components(of: color).map(Self.rounded)
    let isInSpace = space.admits(components)
    if !isInSpace { components = ColorSpace.srgb.components(of: color).map(Self.rounded) }
    var changes = zip(elements, components).map { (tree.range(of: $0), JSONValue.number($1).text) }
    if !isInSpace, let content = ContentRange.content(of: tree.range(of: name), in: bytes) {
      changes.append((ByteRange(content.lowerBound, content.upperBound), ColorSpace.srgb.rawValue))
    }
    if let alpha = value("alpha") {
      changes.append((tree.range(of: alpha), Self.text(color.alpha)))
    } else if color.alpha < 1 {
      guard tree.format == .json else { return nil }
      let end = Int(tree.range(of: list).end)
      changes.append((ByteRange(end, end), ", \"alpha\": \(Self.text(color.alpha))"))
    }
    if let hex = value("hex"), let content = ContentRange.content(of: tree.range(of: hex), in: bytes) {
      changes.append((ByteRange(content.lowerBound, content.upperBound), color.hex))
    }
    var text: [UInt8] = []
    var end = Int(range.start)
    for (place, new) in changes.sorted(by: { $0.0.start < $1.0.start }) {
      text += bytes[end..<Int(place.start)] + Array(new.utf8)
      end = Int(place.end)
    }
    return String(decoding: text + bytes[end..<Int(range.end)], as: UTF8.self)
  }

  private static func text(_ number: Double) -> String { JSONValue.number(rounded(number)).text }

  private static func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 + 0 }
}
