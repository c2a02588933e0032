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
    if let value = TokenValuePlace(place) { return value.memberKeys.map { EditingWord($0) } }
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
    return memberWords(at: place)
  }

  /// The keys of the format in the token or group around a place.
  private static func memberWords(at place: EditingPlace) -> [EditingWord] {
    let tree = place.tree
    let rootWord = EditingWord("$root", "the token of the group itself", snippet: "{ \"\\$value\": $0 }")
    var isToken = false
    var isGroup = false
    guard let object = place.containers.last else { return [] }
    for member in tree.members(of: object) {
      if member.key == place.node {
        // The name of a token or a group is the author's.
        if tree.members(of: member.value).contains(where: { tree.key(of: $0, is: "$value") }) { return [rootWord] }
      } else if tree.key(of: member, is: "$value") {
        isToken = true
      } else if !isGroup, tree.isChild(member) {
        isGroup = true
      }
    }
    var words = [
      EditingWord("$type", "of the token, or of those in the group"),
      EditingWord("$description", "for people", snippet: "\"$0\""),
      EditingWord("$deprecated", "true, or a text that names the replacement", snippet: "true"),
      EditingWord("$extensions", "data of other tools"),
    ]
    if !isGroup { words.append(EditingWord("$value", "the value of a token")) }
    if !isToken {
      words += [
        rootWord, EditingWord("$ref", "a token or a group", snippet: "\"#/$0\""),
        EditingWord("$extends", "the group whose tokens this one has, too", snippet: "\"{$0}\""),
      ]
    }
    return words
  }

  package static func values(at place: EditingPlace) -> [EditingWord] {
    let words =
      if let value = TokenValuePlace(place) {
        value.words
      } else if place.keys.last == "$type" {
        TokenWords.types
      } else {
        isNamedAsResolver(place.path) ? resolverWords(at: place) : []
      }
    return words.map { EditingWord($0) }
  }

  private static func resolverWords(at place: EditingPlace) -> [String] {
    let tree = place.tree
    func names(in key: String, of node: SourceTree.Node?) -> [String] {
      let member = node.flatMap { tree.members(of: $0).first { Bytewise(tree.key(of: $0)) == Bytewise(key) } }
      return member.map { tree.members(of: $0.value).map { tree.key(of: $0) } } ?? []
    }
    func pointers(_ key: String) -> [String] {
      names(in: key, of: tree.root).map { "#/\(key)/\(JSONPointer.escaped($0))" }
    }
    switch (place.keys.first, place.keys.last) {
    case (_, "version") where place.keys.count == 1: return ["2025.10"]
    case ("resolutionOrder", "$ref") where place.keys.count == 3: return pointers("sets") + pointers("modifiers")
    case ("modifiers", "default") where place.keys.count == 3: return names(in: "contexts", of: place.containers.last)
    case (_, "$ref") where place.keys.dropLast().last == "": return pointers("sets")
    default: return []
    }
  }

  /// Groups are extended by other groups; any other reference is part of a value, or stands in its place.
  package static func references(at place: EditingPlace) -> ReferencePlace? {
    let key = place.keys.last
    let value = TokenValuePlace(place)
    guard key == "$extends" || key == "$ref" || value?.isToken == true else { return nil }
    // An element of a list in a resolver document refers to files, sets and modifiers.
    if value == nil, key == "$ref", place.keys.dropLast().last == "" { return nil }
    let names = place.keys.prefix { $0.utf8.first != UInt8(ascii: "$") || $0 == "$root" }
    let isPointer = key == "$ref" || key == "$extends" && place.typed.utf8.first == UInt8(ascii: "#")
    var references = ReferencePlace(
      constant: isPointer ? ("#/", value == nil ? "" : "/$value") : notation.constant,
      source: names.joined(separator: "."))
    references.isPointer = isPointer
    references.namesGroups = key == "$extends"
    references.isOnlyReference = key == "$extends" || key == "$ref"
    references.type = value?.type ?? (key == "$ref" && value == nil ? place.tree.type(by: place.containers) : nil)
    return references
  }

  /// Names have no escapes: a fragment follows `#`, and `:` is the mark of a URI of a different form.
  package static func canName(file path: String) -> Bool { !path.utf8.contains { "#:".utf8.contains($0) } }

  /// Sources of sets and modifiers name files; a text with `#` names a part of the document.
  package static func linkedFiles(at place: EditingPlace, among paths: [String]) -> [String]? {
    guard place.keys.last == "$ref", place.keys.dropLast().last == "", place.keys.first != "resolutionOrder",
      TokenValuePlace(place) == nil, place.typed.utf8.first != UInt8(ascii: "#")
    else { return nil }
    return paths.filter { !isNamedAsResolver($0) }
  }
}

/// A place within the value of a token.
private struct TokenValuePlace {
  /// The type of the value at the place; nil where it is unknown.
  private(set) var type: String?
  /// Whether a token can be the value at the place, and not only be a source of it by a pointer.
  private(set) var isToken = true
  /// The type of the object around the place, and the key in it; nil for the whole value.
  private var member: (type: String?, key: String)?

  /// Nil for a place outside of values.
  init?(_ place: EditingPlace) {
    guard let depth = place.keys.lastIndex(where: { $0 == "$value" }) else { return nil }
    type = place.tree.type(by: place.containers)
    for key in place.keys[(depth + 1)...] where key != "$ref" {
      if key.isEmpty {
        // An element of a list has the type of the list, or is a number.
        if type == TokenType.cubicBezier.rawValue { (type, isToken) = (nil, false) }
      } else {
        enter(key)
      }
    }
  }

  private mutating func enter(_ key: String) {
    member = (type, key)
    let known = type.flatMap(TokenType.init)
    let parts = known?.parts ?? (type == nil ? TokenType.allCases.flatMap(\.parts) : [])
    type = parts.first { Bytewise($0.key) == Bytewise(key) }?.type.rawValue
    if known == .strokeStyle, key == "dashArray" { type = TokenType.dimension.rawValue }
    // A value of a type that the format does not name has members of its own.
    isToken = type != nil || known == nil && !TokenWords.isMember(key)
  }

  /// The keys of the object at the place.
  var memberKeys: [String] { type.map(TokenWords.parts) ?? [] }

  /// The values that the format names.
  var words: [String] {
    switch (member?.key, member?.type) {
    case ("colorSpace", _): ColorSpace.allCases.map(\.rawValue)
    case ("unit", "duration"): ["ms", "s"]
    case ("unit", _): ["px", "rem"]
    case ("lineCap", _): ["round", "butt", "square"]
    default:
      switch type {
      case "fontWeight": TokenWords.fontWeights
      case "strokeStyle": TokenWords.strokeStyles
      default: []
      }
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

  /// Whether a key is that of a part which cannot be a token.
  static func isMember(_ key: String) -> Bool {
    ["color", "dimension", "strokeStyle"].contains { parts(of: $0).containsBytewise(key) }
  }

  static func parts(of type: String) -> [String] {
    switch type {
    case "color": ["colorSpace", "components", "alpha", "hex"]
    case "dimension", "duration": ["value", "unit"]
    case "strokeStyle": ["dashArray", "lineCap"]
    case "shadow": TokenType.shadow.parts.map(\.key) + ["inset"]
    default: TokenType(rawValue: type)?.parts.map(\.key) ?? []
    }
  }
}
