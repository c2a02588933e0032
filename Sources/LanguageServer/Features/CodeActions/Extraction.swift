// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// A literal of a style as a constant of its own, in the same file.
struct Extraction {
  @Bytewise private(set) var name = ""
  private(set) var edits: [(range: ByteRange, text: String)] = []

  /// Nil where there is no literal, or no place for constants.
  init?(_ file: BundleFile, at offset: Int) {
    let bundle = file.bundle
    guard let notation = bundle.notation, let reference = notation.constant, let keys = notation.constants,
      let tree = bundle.tree(of: file.path), let index = file.index, !index.isBroken,
      let place = TreePlace(tree, offset), place.isValue, let literal = place.node,
      let key = place.keys.last(where: { !$0.isEmpty }),
      let container = tree.node(at: keys), tree.kind(of: container) == .object
    else { return nil }
    switch tree.kind(of: literal) {
    case .string, .number: break
    case .object, .array, .bool, .null, .invalid: return nil
    }
    let range = tree.range(of: literal)
    // A constant is one already, and a reference refers to one.
    guard !index.references.contains(where: { $0.range == range }), !index.links.contains(where: { $0.range == range }),
      !index.entries.contains(where: { $0.range == range }),
      index.entries.contains(where: { $0.range.start <= range.start && range.end <= $0.range.end })
    else { return nil }
    name = Self.freeName(for: key, in: bundle)
    let bytes = file.text.bytes
    let value = String(decoding: bytes[range.bytes], as: UTF8.self)
    let text = "\(reference.before)\(name)\(reference.behind)"
    let hasMembers = tree.members(of: container).first { _ in true } != nil
    let start = Int(tree.range(of: container).start)
    switch tree.format {
    case .json:
      let indent = Self.indent(of: tree.members(of: container).first { _ in true }.map(tree.keyRange), in: bytes)
      edits = [
        (ByteRange(start + 1, start + 1), "\(indent)\"\(name)\": \(value)\(hasMembers ? "," : "\n")"),
        (range, "\"\(text)\""),
      ]
    case .xmlPropertyList:
      guard let close = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let indent = Self.indent(of: tree.members(of: container).first { _ in true }.map(tree.keyRange), in: bytes)
      edits = [
        (ByteRange(close + 1, close + 1), "\(indent)<key>\(name)</key>\(indent)\(value)"),
        (range, "<string>\(text)</string>"),
      ]
    case .yaml, .binaryPropertyList: return nil
    }
  }

  /// The line end and the blanks before the first member, which the new one gets, too.
  private static func indent(of key: ByteRange?, in bytes: [UInt8]) -> String {
    guard let key else { return "\n" }
    let start = bytes[..<Int(key.start)].lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
    let blanks = String(decoding: bytes[start..<Int(key.start)], as: UTF8.self)
    return start > 0 && bytes[start - 1] == 0x0A ? "\n" + blanks : " "
  }

  /// A name after the property that has the value.
  private static func freeName(for key: String, in bundle: OpenBundle) -> String {
    let letters = key.unicodeScalars.filter { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    let base = letters.isEmpty ? "constant" : String(String.UnicodeScalarView(letters))
    var name = base
    var number = 2
    while bundle.engine.isDeclared(FileIndex.Name(space: .shared, text: name)) {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}

/// A reference as the value that it stands for.
struct Inlining {
  @Bytewise private(set) var name: String
  let range: ByteRange
  let text: String

  private static let maximumSteps = 64

  /// Nil where there is no reference alone, or its value is no literal of the same format.
  init?(_ place: Place) {
    let bundle = place.bundle
    guard let found = place.name, found.entry == nil, let index = place.file.index, !index.isBroken,
      index.references.contains(where: { $0.range == found.range && !$0.isInheritance }),
      Self.isWhole(found.name, found.range, place.file)
    else { return nil }
    _name = Bytewise(found.name.text)
    range = found.range
    var target = found.name
    for _ in 0..<Self.maximumSteps {
      guard let (file, entry) = NamedDeclarations(of: target, in: bundle).entry, !entry.isObject,
        bundle.tree(of: file)?.format == bundle.tree(of: place.file.path)?.format
      else { return nil }
      let references = bundle.index(of: file)?.references.filter { $0.range == entry.valueRange } ?? []
      guard let next = references.first else {
        text = String(decoding: bundle.text(of: file).bytes[entry.valueRange.bytes], as: UTF8.self)
        return
      }
      guard Self.isWhole(next.name, entry.valueRange, BundleFile(bundle: bundle, path: file)) else { return nil }
      target = next.name
    }
    return nil
  }

  /// Whether a text is one reference and nothing else.
  private static func isWhole(_ name: FileIndex.Name, _ range: ByteRange, _ file: BundleFile) -> Bool {
    guard let notation = file.bundle.notation?.constant,
      let content = ContentRange.content(of: range, in: file.text.bytes)
    else { return false }
    return file.text.bytes[content].elementsEqual("\(notation.before)\(name.text)\(notation.behind)".utf8)
  }
}
