// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

extension LanguageServer {
  func prepareRename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let place = try place(parameters), let found = name(at: place),
      let part = nameRange(found.name, in: found.range, place.file, place.bundle)
    else { return .null }
    return [
      "range": range(part, of: place.file, in: place.bundle),
      "placeholder": .string(lastPart(found.name, place.bundle)),
    ]
  }

  func rename(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let new = parameters["newName"]?.string else { throw .invalidParameters("a rename has a `newName`") }
    guard let place = try place(parameters), let found = name(at: place) else { return .null }
    let bundle = place.bundle
    try check(new, of: found.name, bundle)
    let old = found.name.text
    // Of a design token the last name changes, and those of the groups stay.
    let whole = String(old.dropLast(lastPart(found.name, bundle).count)) + new
    if bundle.allIndexes.contains(where: { $0.index.isBroken }) {
      throw .failed("a file of the bundle cannot be read: correct it first, since it may use the name")
    }
    var edits: [(file: String, range: ByteRange, text: String)] = []
    for suffix in [""] + bundle.engine.suffixes {
      let from = FileIndex.Name(space: found.name.space, text: old + suffix)
      let to = FileIndex.Name(space: found.name.space, text: whole + suffix)
      if bundle.uses(of: to).contains(where: \.isDeclaration) {
        throw .failed("`\(to.text)` is declared already")
      }
      for use in bundle.uses(of: from) {
        guard let part = nameRange(from, in: use.range, use.file, bundle) else {
          throw .failed("the name in \(use.file) is written in a way that cannot be changed")
        }
        edits.append((use.file, part, new + suffix))
      }
    }
    return workspaceEdit(edits, in: bundle)
  }

  private func check(_ new: String, of name: FileIndex.Name, _ bundle: OpenBundle) throws(ResponseError) {
    let bad: [Character] =
      bundle.engine.dialectName == .tokens ? ["\"", "\\", ".", "{", "}", "$", "/", "~"] : ["\"", "\\"]
    guard !new.isEmpty, !new.contains(where: { bad.contains($0) || $0.isNewline }),
      !new.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { throw .invalidParameters("`\(new)` cannot be a name") }
  }

  /// The name within its group, which is what its key says.
  private func lastPart(_ name: FileIndex.Name, _ bundle: OpenBundle) -> String {
    guard bundle.engine.dialectName == .tokens else { return name.text }
    return name.text.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? name.text
  }

  /// Where the name stands in a key or a value: the last place that spells it. Nil where it is spelt with escapes.
  private func nameRange(
    _ name: FileIndex.Name, in range: ByteRange, _ file: String, _ bundle: OpenBundle
  ) -> ByteRange? {
    let bytes = bundle.text(of: file).bytes
    let word = Array(lastPart(name, bundle).utf8)
    guard !word.isEmpty, Int(range.end) <= bytes.count else { return nil }
    var index = Int(range.end) - word.count
    while index >= Int(range.start) {
      if bytes[index..<(index + word.count)].elementsEqual(word) { return ByteRange(index, index + word.count) }
      index -= 1
    }
    return nil
  }
}
