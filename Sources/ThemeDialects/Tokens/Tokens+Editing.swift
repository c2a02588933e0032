// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
import ThemeModel
package import ThemeSyntax

extension Tokens {
  package static var notation: NameNotation {
    NameNotation(constant: ("{", "}"), separator: ".", forbidden: ".{}$#")
  }

  package func writtenNames(in tree: SourceTree, path: String, parts: ReadParts) -> WrittenNames? {
    let isDocument = Self.isNamedAsResolver(path) || isRootResolver(tree, path)
    return isDocument ? TokenNames.names(inDocument: tree, path, parts) : TokenNames.names(in: tree, parts)
  }

  package func readParts(in files: some BundleFiles) -> BytewiseDictionary<ReadParts> {
    var parts: BytewiseDictionary<ReadParts> = [:]
    for source in namedSources(in: files) {
      parts[files.path(of: source.file), default: []].append(Bytewise(source.pointer))
    }
    for (path, read) in parts where read == [Bytewise([])] { parts[path] = nil }
    return parts
  }

  package static func keys(at place: EditingPlace) -> [EditingWord] {
    if let value = place.keys.lastIndex(where: { $0 == "$value" }) {
      let below = Array(place.keys[(value + 1)...])
      return partKeys(ofType: TokenWords.type(at: place), below: below).map { EditingWord($0) }
    }
    if isNamedAsResolver(place.path) {
      switch place.keys.count {
      case 0: return ResolverDocumentReader.rootKeys.map { EditingWord($0) }
      case 2 where place.keys[0] == "sets": return ResolverSourceReader.setKeys.map { EditingWord($0) }
      case 2 where place.keys[0] == "modifiers": return ResolverDocumentReader.modifierKeys.map { EditingWord($0) }
      default:
        guard place.keys.last == "" else { return [] }
        return [EditingWord("$ref", "a file, a set or a modifier", snippet: "\"$0\"")]
      }
    }
    return [
      EditingWord("$value", "the value of a token"), EditingWord("$type", "of the token, or of those in the group"),
      EditingWord("$description", "for people", snippet: "\"$0\""),
      EditingWord("$deprecated", "true, or a text that names the replacement", snippet: "true"),
      EditingWord("$extends", "the group whose tokens this one has, too", snippet: "\"{$0}\""),
      EditingWord("$root", "the token of the group itself", snippet: "{ \"\\$value\": $0 }"),
      EditingWord("$ref", "a token, or a part of its value", snippet: "\"#/$0\""),
      EditingWord("$extensions", "data of other tools"),
    ]
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    let type = TokenWords.type(at: place)
    let texts: [String] =
      switch (place.keys.last, type) {
      case ("$type", _): TokenWords.types
      case ("colorSpace", _): ColorSpace.allCases.map(\.rawValue)
      case ("unit", "duration"): ["ms", "s"]
      case ("unit", _): ["px", "rem"]
      case ("lineCap", _): ["round", "butt", "square"]
      case ("fontWeight", _), ("$value", "fontWeight"): TokenWords.fontWeights
      case ("style", "border"), ("$value", "strokeStyle"): TokenWords.strokeStyles
      case ("version", _) where isNamedAsResolver(place.path): ["2025.10"]
      default: []
      }
    return texts.map { EditingWord($0) }
  }

  /// Names have no escapes: a fragment follows `#`, and `:` is the mark of a URI of a different form.
  package static func canName(file path: String) -> Bool { !path.utf8.contains { "#:".utf8.contains($0) } }

  /// Sources of sets and modifiers name files; a text with `#` names a part of the document.
  package static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]? {
    guard place.keys.last == "$ref", place.keys.dropLast().last == "",
      place.typed.utf8.first != UInt8(ascii: "#")
    else { return nil }
    return paths.filter { !isNamedAsResolver($0) }
  }

  /// The keys of a value of several parts.
  private static func partKeys(ofType type: String?, below keys: [String]) -> [String] {
    switch keys.last {
    case "color": return TokenWords.parts(of: "color")
    case "width", "offsetX", "offsetY", "blur", "spread", "fontSize", "letterSpacing", "duration", "delay":
      return TokenWords.parts(of: "dimension")
    default: return type.map(TokenWords.parts) ?? []
    }
  }
}

/// The words of the Design Tokens format 2025.10.
private enum TokenWords {
  static let types = TokenType.allCases.map(\.rawValue)
  static let fontWeights = [
    "thin", "hairline", "extra-light", "ultra-light", "light", "normal", "regular", "book", "medium", "semi-bold",
    "demi-bold", "bold", "extra-bold", "ultra-bold", "black", "heavy", "extra-black", "ultra-black",
  ]
  static let strokeStyles = ["solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset"]

  static func parts(of type: String) -> [String] {
    switch type {
    case "color": ["colorSpace", "components", "alpha", "hex"]
    case "dimension", "duration": ["value", "unit"]
    case "strokeStyle": ["dashArray", "lineCap"]
    case "shadow": TokenType.shadow.parts.map(\.key) + ["inset"]
    default: TokenType(rawValue: type)?.parts.map(\.key) ?? []
    }
  }

  /// The type that the nearest object around a place says.
  static func type(at place: EditingPlace) -> String? { place.tree.type(by: place.containers) }
}
