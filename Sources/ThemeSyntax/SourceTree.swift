// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
package import ThemeModel

/// The values of one theme file with their byte ranges, for all formats.
///
/// A `Node`, a small number, stands for a value or a key of one tree. Reading one costs no look-up. A tree of
/// a file with errors is partial: values may be missing or `invalid`. Such a tree is for editors, not for snapshots.
package struct SourceTree: Sendable {
  /// A value or a key of a tree.
  package struct Node: Sendable, Hashable {
    fileprivate var index: Int

    fileprivate init(_ index: Int) { self.index = index }
  }

  package enum Kind: Sendable {
    case object, array, string, number, bool, null
    /// The place of a missing or unreadable value.
    case invalid
  }

  /// A member of an object. The key is a node too: `string(of:)` and `range(of:)` take it.
  package struct Member: Sendable, Hashable {
    package var key: Node
    package var value: Node
  }

  /// The format that the file is written in.
  package let format: FileFormat

  /// The values. All formats are stored as JSON, so that they are read in one way.
  private let tape: JSONTape
  /// The place of each node, in a format for which the tape has no places of its own.
  private let ranges: [ByteRange]
  /// The file, in YAML; empty in other formats.
  private let text: [UInt8]

  /// A tree of a JSON text, in which the tape's places are those of the nodes.
  init(json tape: JSONTape) {
    self.tape = tape
    format = .json
    ranges = []
    text = []
  }

  /// A tree of a format other than JSON.
  ///
  /// - Parameters:
  ///   - ranges: the place of each node; empty for a format that is not a text.
  ///   - text: the file, in YAML.
  init(_ format: FileFormat, _ tape: JSONTape, ranges: [ByteRange], text: [UInt8]) {
    self.text = text
    self.tape = tape
    self.format = format
    self.ranges = ranges
  }

  /// Whether ranges are valid. A binary property list has none: findings about it concern the whole file.
  package var hasPlaces: Bool { format.isText }

  /// The outermost value. Nil when the file has none.
  package var root: Node? { tape.nodes.isEmpty ? nil : Node(0) }

  package func kind(of node: Node) -> Kind {
    switch tape.nodes[node.index].kind {
    case .object: .object
    case .array: .array
    case .key, .string: .string
    case .number: .number
    case .true, .false: .bool
    case .null: .null
    case .invalid: .invalid
    }
  }

  /// The bytes of a value or key: brackets and quotation marks, or its tags, are part of it. Empty and at the beginning of
  /// the file in a tree without places, see `hasPlaces`.
  package func range(of node: Node) -> ByteRange {
    switch format {
    case .json: ByteRange(Int(tape.nodes[node.index].start), Int(tape.nodes[node.index].end))
    case .xmlPropertyList, .yaml: ranges[node.index]
    case .binaryPropertyList: ByteRange(0, 0)
    }
  }

  /// The text of a string or key; nil for other kinds.
  package func string(of node: Node) -> String? {
    switch tape.nodes[node.index].kind {
    case .string, .key: tape.string(at: node.index)
    case .object, .array, .number, .true, .false, .null, .invalid: nil
    }
  }

  /// The text of a member's key.
  package func key(of member: Member) -> String { tape.string(at: member.key.index) }

  /// Whether a member's key is exactly this one. Makes no string.
  package func key(of member: Member, is text: StaticString) -> Bool { tape.string(at: member.key.index, is: text) }

  /// The place of a member's key.
  package func keyRange(of member: Member) -> ByteRange { range(of: member.key) }

  /// The text of a string in UTF-8; nil for other kinds and for strings that are written with escapes in JSON. Makes no
  /// string. The indices of the slice are not places in the file.
  package func plainText(of node: Node) -> ArraySlice<UInt8>? {
    let kind = tape.nodes[node.index].kind
    guard kind == .string || kind == .key, !tape.nodes[node.index].hasEscapes else { return nil }
    return tape.content(at: node.index)
  }

  /// The text of a string in UTF-8; empty for other kinds. Makes no string where the text is written without escapes, as most are.
  package func textBytes(of node: Node) -> ArraySlice<UInt8> {
    plainText(of: node) ?? Array((string(of: node) ?? "").utf8)[...]
  }

  /// A number; nil for other kinds and for one that was reported as LV2011.
  package func number(of node: Node) -> Double? { tape.number(at: node.index) }

  /// The text of a string, and a number, boolean or null of JSON or YAML as it is written: `000000`. Nil for other kinds, and
  /// for those of property lists.
  package func writtenText(of node: Node) -> String? {
    let range = range(of: node)
    switch tape.nodes[node.index].kind {
    case .string, .key: return tape.string(at: node.index)
    case .number, .true, .false, .null: break
    case .object, .array, .invalid: return nil
    }
    switch format {
    case .json: return String(decoding: tape.bytes[Int(range.start)..<Int(range.end)], as: UTF8.self)
    case .yaml: return String(decoding: text[Int(range.start)..<Int(range.end)], as: UTF8.self)
    case .xmlPropertyList, .binaryPropertyList: return nil
    }
  }

  /// A boolean; nil for other kinds.
  package func bool(of node: Node) -> Bool? {
    switch tape.nodes[node.index].kind {
    case .true: true
    case .false: false
    case .object, .array, .key, .string, .number, .null, .invalid: nil
    }
  }

  /// The members of an object in file order, duplicates included; none for other kinds.
  package func members(of node: Node) -> Members {
    let isObject = tape.nodes[node.index].kind == .object
    return Members(tape: tape, index: node.index + 1, end: isObject ? Int(tape.nodes[node.index].next) : 0)
  }

  /// An upper bound of the number of members, exact when no member is an object or an array.
  func maximumMembers(of node: Node) -> Int { (Int(tape.nodes[node.index].next) - node.index) / 2 }

  /// The number of keys and values.
  package var nodeCount: Int { tape.nodes.count }

  /// The elements of an array in file order; none for other kinds.
  package func elements(of node: Node) -> Elements {
    let isArray = tape.nodes[node.index].kind == .array
    return Elements(tape: tape, index: node.index + 1, end: isArray ? Int(tape.nodes[node.index].next) : 0)
  }

  package struct Members: Sequence, IteratorProtocol {
    fileprivate let tape: JSONTape
    fileprivate var index: Int
    fileprivate let end: Int

    package mutating func next() -> Member? {
      guard index < end else { return nil }
      let member = Member(key: Node(index), value: Node(index + 1))
      index = Int(tape.nodes[index + 1].next)
      return member
    }
  }

  package struct Elements: Sequence, IteratorProtocol {
    fileprivate let tape: JSONTape
    fileprivate var index: Int
    fileprivate let end: Int

    package mutating func next() -> Node? {
      guard index < end else { return nil }
      defer { index = Int(tape.nodes[index].next) }
      return Node(index)
    }
  }
}

extension SourceTree {
  /// Whether a key is written in ASCII without escapes: then equal texts have equal bytes.
  func isPlain(_ key: Node) -> Bool { tape.nodes[key.index].isPlain }

  /// A hash of the text of a plain key.
  func hash(of key: Node, seed: UInt64) -> UInt32 { tape.plainHash(at: key.index, seed: seed) }

  /// Whether two keys have the same text, see `Bytewise`.
  func areEqual(_ left: Node, _ right: Node) -> Bool {
    if isPlain(left), isPlain(right) { return tape.plainTextsAreEqual(at: left.index, right.index) }
    return Bytewise(string(of: left)) == Bytewise(string(of: right))
  }

  /// Whether recovery inserted the key, so that it has no text.
  func isMadeUp(_ key: Node) -> Bool { tape.nodes[key.index].start == tape.nodes[key.index].end }
}

extension SourceTree {
  /// Whether the file is written in the format of the Design Tokens Community Group: one of its first objects has a member
  /// `$value`. Examines only a few members.
  package var isDesignTokens: Bool {
    firstObjects(have: { member, isReserved, _ in isReserved && key(of: member, is: "$value") })
  }

  /// Whether a JSON file of objects alone has tokens as tools wrote them before that format: objects within groups that have a member
  /// `value` without members of its own. Examines only a few members of an object. Other tools have such members as well, in files with
  /// other values at the root.
  package var hasTokensOfEarlierTools: Bool {
    guard format == .json, let root, members(of: root).allSatisfy({ kind(of: $0.value) == .object }) else {
      return false
    }
    return firstObjects(have: { member, _, depth in
      depth >= 2 && key(of: member, is: "value") && kind(of: member.value) != .object
    })
  }

  /// Whether one of the first members in one of the first objects satisfies a condition on it, on whether its key begins with `$`, and
  /// on the depth of its object, which is 0 for the root. Objects under keys that begin with `$` are not examined.
  @inline(__always)
  private func firstObjects(have condition: (_ member: Member, _ isReserved: Bool, _ depth: Int) -> Bool) -> Bool {
    var waiting = root.map { [(object: $0, depth: 0)] } ?? []
    for _ in 0..<64 {
      guard let (object, depth) = waiting.popLast() else { return false }
      var members = members(of: object)
      let end = waiting.count
      for _ in 0..<16 {
        guard let member = members.next() else { break }
        let isReserved = isReserved(member)
        if condition(member, isReserved, depth) { return true }
        if !isReserved, kind(of: member.value) == .object { waiting.append((member.value, depth + 1)) }
      }
      // The first one is next.
      waiting[end...].reverse()
    }
    return false
  }

  /// Whether a key begins with `$`, as those of the format itself do. Makes no text of a key without escapes.
  private func isReserved(_ member: Member) -> Bool {
    let isEscaped = tape.nodes[member.key.index].hasEscapes
    let first = isEscaped ? key(of: member).utf8.first : tape.firstByte(at: member.key.index)
    return first == UInt8(ascii: "$")
  }
}
