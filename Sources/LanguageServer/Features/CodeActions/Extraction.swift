// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// A literal of a style as a constant of its own, in the same file. In dialects with groups see `GroupExtraction`.
struct Extraction {
  @Bytewise private(set) var name = ""
  private(set) var edits: [(range: ByteRange, text: String)] = []

  /// Nil where the value is not a literal, or has an error or a warning, and where the file has no place for constants.
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
      index.entries.contains(where: { $0.range.holds(range) }),
      // A constant cannot refer to another one, but where both have one place with the styles.
      keys.isEmpty || !tree.range(of: container).holds(range),
      // A reference would change what is wrong.
      !file.hasProblem(at: range)
    else { return nil }
    name = Self.freeName(for: key, in: bundle)
    let bytes = file.text.bytes
    let value = String(decoding: bytes[range.bytes], as: UTF8.self)
    let text = "\(reference.before)\(name)\(reference.behind)"
    let layout = TextLayout(bytes)
    let first = tree.members(of: container).first { _ in true }
    let start = Int(tree.range(of: container).start)
    let indent = first.map { layout.gap(before: Int(tree.keyRange(of: $0).start)) } ?? layout.lineEnd
    switch tree.format {
    case .json:
      edits = [
        (ByteRange(start + 1, start + 1), "\(indent)\"\(name)\": \(value)\(first != nil ? "," : layout.lineEnd)"),
        (range, "\"\(text)\""),
      ]
    case .xmlPropertyList:
      guard let close = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      edits = [
        (ByteRange(close + 1, close + 1), "\(indent)<key>\(name)</key>\(indent)\(value)"),
        (range, "<string>\(text)</string>"),
      ]
    case .yaml, .binaryPropertyList: return nil
    }
  }

  /// A name after the property that has the value.
  private static func freeName(for key: String, in bundle: OpenBundle) -> String {
    let letters = key.unicodeScalars.filter { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    let search = NameSearch(bundle)
    // A text or a reference that leads nowhere yet would refer to the constant, and a value for a device would lie over it.
    func isTaken(_ name: String) -> Bool {
      ([""] + bundle.engine.suffixes).contains { suffix in
        let name = FileIndex.Name(space: .shared, text: name + suffix)
        // The searches go through all files; most names that are taken are declared.
        return bundle.engine.isDeclared(name) || !search.uses(of: name).isEmpty
          || search.obstacle(to: SoughtNames([name], in: bundle), word: name.text) != nil
      }
    }
    let base = letters.isEmpty ? "constant" : String(String.UnicodeScalarView(letters))
    var name = base
    var number = 2
    while isTaken(name) {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}

extension BundleFile {
  /// Whether a finding of a severity, or a higher one, is at a place, in it or around it.
  func hasProblem(at place: ByteRange, from severity: Severity = .warning) -> Bool {
    bundle.knownFindings(of: path).contains { finding in
      guard finding.severity >= severity, let range = finding.range else { return false }
      let bytes = ByteRange(range.start.offset, range.end.offset)
      return bytes.holds(place) || place.holds(bytes)
    }
  }
}
