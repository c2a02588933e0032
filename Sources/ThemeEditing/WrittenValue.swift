// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel
import ThemeSyntax

/// A value in the text of a theme file, with the places that an edit of it replaces.
package struct WrittenValue: Sendable {
  /// A colour of a design token that is an object.
  struct ColorObject: Sendable {
    let space: ColorSpace
    /// The places of its components; nil where they are not three numbers or `none`.
    let components: [Range<Int>]?
    let alpha: Range<Int>?
    let hex: Range<Int>?
  }

  /// The member of a design token that says its value.
  struct TokenMember: Sendable {
    /// The place of its key.
    let start: Int
    /// Whether it is `$ref` in place of `$value`.
    let isReference: Bool
    /// Whether the members of the token stand in brackets, as in JSON.
    let isInBrackets: Bool
    /// The blanks before the members where they stand below each other, as in YAML without brackets.
    let indentation: Int

    /// The text of members in the place of this one.
    func text(of members: [(key: String, value: String)]) -> String {
      members.map { isInBrackets ? "\"\($0.key)\": \($0.value)" : "\($0.key): \($0.value)" }
        .joined(separator: isInBrackets ? ", " : "\n" + String(repeating: " ", count: indentation))
    }
  }

  let format: FileFormat
  /// The value without its tags; of a design token the value of `$value`.
  private(set) var content: Range<Int>
  /// The text of `content`.
  private(set) var text = ""
  /// The value with its tags, and their name, in a property list.
  private(set) var outer: Range<Int>?
  private(set) var tag: String?
  /// The number and the unit of a dimension or duration that is an object.
  private(set) var dimension: (number: Range<Int>, unit: String)?
  private(set) var color: ColorObject?
  private(set) var token: TokenMember?
  /// The `$type` of the design token, or of the nearest group around it that has one.
  private(set) var type: String?
  /// Whether aliases of YAML stand for the value elsewhere.
  let isShared: Bool

  /// Costs a parse of the file.
  ///
  /// - Parameter place: of the value, as explanations name it.
  package init(_ bytes: [UInt8], file: String, at place: Cause) throws(EditRefusal) {
    let tree = parseThemeFile(bytes, path: file).tree
    guard tree.hasPlaces, let root = tree.root, let offset = Self.offset(of: place, in: bytes),
      let found = FoundNode(at: offset, in: tree, below: root)
    else { throw EditRefusal("no value is found at \(place.file):\(place.line):\(place.column)") }
    func key(_ member: SourceTree.Member?) -> String? { member.map { tree.key(of: $0) } }
    var node = found.node
    let last = found.members.last ?? nil
    var owner: SourceTree.Node?
    var member: SourceTree.Member?
    if let value = tree.member("$value", of: node) {
      (owner, member) = (node, value)
      node = value.value
    } else if key(last) == "$value" {
      (owner, member) = (found.parents.last, last)
    } else if let reference = tree.member("$ref", of: node), !found.members.contains(where: { key($0) == "$value" }) {
      (owner, member) = (node, reference)
      node = reference.value
    } else if ["$extends", "$ref"].contains(key(last)) {
      throw EditRefusal("the value comes from the group that \(place.file):\(place.line) names")
    }
    format = tree.format
    content = tree.places(of: node)
    isShared = tree.format == .yaml && tree.count(of: node) > 1
    if let owner, let member {
      let start = tree.places(of: member.key).lowerBound
      token = TokenMember(
        start: start, isReference: key(member) == "$ref",
        isInBrackets: bytes[tree.places(of: owner).lowerBound] == UInt8(ascii: "{"),
        indentation: bytes[..<start].reversed().prefix { $0 != UInt8(ascii: "\n") }.count)
      type = (found.parents + [owner]).reversed().lazy.compactMap { tree.member("$type", of: $0) }.first
        .flatMap { tree.string(of: $0.value) }
    }
    if let number = tree.member("value", of: node)?.value, tree.kind(of: number) == .number {
      dimension = (
        tree.places(of: number), tree.member("unit", of: node).flatMap { tree.string(of: $0.value) } ?? "px"
      )
    }
    color = ColorObject(node, in: tree)
    if format == .xmlPropertyList { removeTags(bytes) }
    // A block scalar of YAML ends where the next line begins.
    if format == .yaml { content = content.lowerBound..<(content.lowerBound + bytes[content].trimmedCount) }
    text = String(decoding: bytes[content], as: UTF8.self)
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

  private mutating func removeTags(_ bytes: [UInt8]) {
    guard let open = bytes[content].firstIndex(of: UInt8(ascii: ">")),
      let close = bytes[content].lastIndex(of: UInt8(ascii: "<")), open < close
    else { return }
    outer = content
    tag = String(decoding: bytes[(content.lowerBound + 1)..<open].prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    content = (open + 1)..<close
  }
}

extension ArraySlice<UInt8> {
  /// The number of bytes without blanks and line ends behind them.
  fileprivate var trimmedCount: Int {
    count - reversed().prefix { [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }.count
  }
}

extension WrittenValue.ColorObject {
  fileprivate init?(_ node: SourceTree.Node, in tree: SourceTree) {
    func scalar(_ node: SourceTree.Node) -> Range<Int>? {
      [.number, .string].contains(tree.kind(of: node)) ? tree.places(of: node) : nil
    }
    guard
      let space = tree.member("colorSpace", of: node).flatMap({ tree.string(of: $0.value) })
        .flatMap(ColorSpace.init(rawValue:))
    else { return nil }
    self.space = space
    let places = tree.member("components", of: node).map { tree.elements(of: $0.value).compactMap(scalar) }
    components = places?.count == 3 ? places : nil
    alpha = tree.member("alpha", of: node).flatMap { scalar($0.value) }
    hex = tree.member("hex", of: node).flatMap { scalar($0.value) }
  }
}

/// The innermost value whose bytes hold an offset.
private struct FoundNode {
  private(set) var node: SourceTree.Node
  /// The objects and arrays around it, the outermost first.
  private(set) var parents: [SourceTree.Node] = []
  /// For each of `parents` the member that leads on; nil in an array.
  private(set) var members: [SourceTree.Member?] = []

  init?(at offset: Int, in tree: SourceTree, below root: SourceTree.Node) {
    node = root
    search: while true {
      if tree.places(of: node).lowerBound == offset { return }
      for member in tree.members(of: node) {
        let isKey = tree.places(of: member.key).contains(offset)
        guard isKey || tree.places(of: member.value).contains(offset) else { continue }
        enter(member.value, by: member)
        if isKey { return }
        continue search
      }
      for element in tree.elements(of: node) where tree.places(of: element).contains(offset) {
        enter(element, by: nil)
        continue search
      }
      return nil
    }
  }

  private mutating func enter(_ child: SourceTree.Node, by member: SourceTree.Member?) {
    parents.append(node)
    members.append(member)
    node = child
  }
}

extension SourceTree {
  fileprivate func places(of node: Node) -> Range<Int> {
    let range = range(of: node)
    return Int(range.start)..<Int(range.end)
  }

  fileprivate func member(_ key: String, of node: Node) -> Member? {
    members(of: node).first { self.key(of: $0) == key }
  }

  /// The number of values with the places of a value. Looks at the whole tree.
  fileprivate func count(of node: Node) -> Int {
    let places = places(of: node)
    var count = 0
    var waiting = root.map { [$0] } ?? []
    while let next = waiting.popLast() {
      if self.places(of: next) == places { count += 1 }
      waiting += members(of: next).map(\.value) + elements(of: next)
    }
    return count
  }
}
