// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

/// A reference as the value that it stands for.
struct Inlining {
  @Bytewise private(set) var name: String
  private(set) var edits: [(range: ByteRange, text: String)] = []

  private static let maximumSteps = 64

  /// Nil where the text is more than a reference, and where its value is not a literal of the same format.
  init?(_ place: Place) {
    let bundle = place.bundle
    guard let found = place.name, found.entry == nil, let index = place.file.index, !index.isBroken,
      index.references.contains(where: { $0.range == found.range && !$0.isInheritance }),
      Self.isWhole(found.name, found.range, place.file), !place.file.hasProblem(at: found.range)
    else { return nil }
    _name = Bytewise(found.name.text)
    var target = found.name
    for _ in 0..<Self.maximumSteps {
      guard let (file, entry) = NamedDeclarations(of: target, in: bundle).onlyEntry, !entry.isObject,
        bundle.tree(of: file)?.format == bundle.tree(of: place.file.path)?.format
      else { return nil }
      let references = bundle.index(of: file)?.references.filter { $0.range == entry.valueRange } ?? []
      guard let next = references.first else {
        guard let edits = Self.edits(place, found, by: entry, in: BundleFile(bundle: bundle, path: file)) else {
          return nil
        }
        self.edits = edits
        return
      }
      guard Self.isWhole(next.name, entry.valueRange, BundleFile(bundle: bundle, path: file)) else { return nil }
      target = next.name
    }
    return nil
  }

  private static func edits(
    _ place: Place, _ reference: NameAtPlace, by entry: FileIndex.Entry, in file: BundleFile
  ) -> [(range: ByteRange, text: String)]? {
    let bundle = place.bundle
    let bytes = place.file.text.bytes
    guard let tree = bundle.tree(of: place.file.path), let treePlace = TreePlace(tree, Int(reference.range.start)),
      let other = bundle.tree(of: file.path), let around = treePlace.containers.last,
      let node = other.value(at: entry.valueRange), let value = MovedValue(node, in: other, file.text.bytes),
      // The elements of a list that is an element are elements beside it.
      tree.kind(of: around) != .array || other.kind(of: node) != .array
    else { return nil }
    let layout = TextLayout(bytes)
    let indentation = layout.indentation(at: Int(reference.range.start))
    let isYAML = tree.format == .yaml
    let isInBrackets = isYAML && "{[".utf8.contains(bytes[Int(tree.range(of: around).start)])
    var edits = [(range: reference.range, text: value.text(indentation: indentation))]
    if value.isBlock {
      guard !isInBrackets, let colon = MovedValue.endOfColon(before: Int(reference.range.start), bytes) else {
        return nil
      }
      edits = [(ByteRange(colon, Int(reference.range.end)), value.behindColon(indentation: indentation))]
    } else if isInBrackets {
      edits = [(reference.range, value.textInBrackets)]
    }
    // The reference had the type of its target.
    let type = bundle.value(of: reference.name)?.tokenType ?? ""
    let members = bundle.engine.dialectType?.membersForLiteral(
      ofType: type, at: treePlace.editing(in: place.file.path, tree))
    let member = tree.members(of: around).first { tree.range(of: $0.value) == reference.range }
    if let member {
      let key = Int(tree.keyRange(of: member).start)
      edits += (members ?? []).map { member in
        let text =
          isYAML && !isInBrackets
          ? "\(member.key): \(YAMLText.word(member.text))"
          : "\"\(member.key)\": \(JSONValue.string(member.text).text),"
        return (ByteRange(key, key), text + layout.gap(before: key))
      }
    }
    return edits
  }

  /// Whether a text is one reference and nothing else.
  private static func isWhole(_ name: FileIndex.Name, _ range: ByteRange, _ file: BundleFile) -> Bool {
    guard let notation = file.bundle.notation?.constant,
      let content = ContentRange.content(of: range, in: file.text.bytes)
    else { return false }
    return file.text.bytes[content].elementsEqual("\(notation.before)\(name.text)\(notation.behind)".utf8)
  }
}
