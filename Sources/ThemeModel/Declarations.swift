// SPDX-License-Identifier: MIT

/// What one file declares, in terms that all dialects share: a pure function of the file's bytes.
///
/// Ids and their values are trees of nodes, flattened in preorder. Names, each kept once, and literals are meant by number,
/// so that a file can be declared on any core and linked into the resolver's database later.
///
/// ```
/// "alert-button": { "inherits": "ref://button", "titleColor": "ref://white", "borderWidth": 1 }
///
/// nodes[0] object                          end 4
/// nodes[1]   inherit    key "inherits"     operand -> names "button"
/// nodes[2]   reference  key "titleColor"   operand -> names "white"
/// nodes[3]   literal    key "borderWidth"  operand -> literals 1
/// ```
package struct Declarations: Sendable {
  /// One value of a file and what is to be done with it.
  package struct Node: Sendable, Hashable {
    package var operation: Operation
    /// Set where a colour is needed: the key says so, or the operation that uses the value.
    package var needsColor: Bool
    /// The member's key as a number in `names`; `noName` for the root of a declaration and for elements of arrays.
    package var key: UInt32
    /// A number in `names` or `literals`, as the operation says.
    package var operand: UInt32
    /// The node after this one's last descendant.
    package var end: UInt32
    /// Where the value stands in the file.
    package var range: ByteRange
    /// Where the key stands in the file; empty without one.
    package var keyRange: ByteRange
  }

  package enum Operation: UInt8, Sendable {
    /// Members follow as children. Objects of one id merge; see `Rules`.
    case object
    /// Elements follow as children.
    case array
    /// `operand` is a number in `literals`.
    case literal
    /// The value of the id that `operand` names.
    case reference
    /// A member of an object that lays the object under it which `operand` names.
    case inherit
    /// A glyph: `operand` is a number in `literals`, a glyph without its colour; its one child, if any, is the colour.
    case glyph
    /// A value that cannot be used; the file's findings say why. It takes its place and resolves to nothing.
    case invalid
  }

  /// An id that the file declares. A file declares an id at most once.
  package struct Entry: Sendable, Hashable {
    /// A number in `names`.
    package var name: UInt32
    /// The root of the id's value in `nodes`.
    package var node: UInt32
  }

  /// A file that this one asks for by name.
  package struct Link: Sendable, Hashable {
    package enum Kind: Sendable { case include, theme }

    package var kind: Kind
    package var target: String
    package var range: ByteRange

    package init(kind: Kind, target: String, range: ByteRange) {
      self.kind = kind
      self.target = target
      self.range = range
    }
  }

  package static let noName = UInt32.max

  package internal(set) var names: [String] = []
  package internal(set) var literals: [Value] = []
  package internal(set) var nodes: [Node] = []
  package internal(set) var entries: [Entry] = []
  package internal(set) var links: [Link] = []
  package internal(set) var findings: [Finding] = []

  package init() {}
}

/// Builds the declarations of one file. Calls of `begin` and `end` match.
package struct DeclarationBuilder {
  package private(set) var declarations = Declarations()
  private var nameNumbers: [String: UInt32] = [:]
  private var open: [Int] = []

  package init() {}

  package mutating func name(_ name: String) -> UInt32 {
    if let number = nameNumbers[name] { return number }
    let number = UInt32(declarations.names.count)
    declarations.names.append(name)
    nameNumbers[name] = number
    return number
  }

  /// Declares an id; the next node is the root of its value.
  package mutating func entry(_ id: String) {
    precondition(open.isEmpty, "an entry begins outside of every node")
    declarations.entries.append(.init(name: name(id), node: UInt32(declarations.nodes.count)))
  }

  /// Opens a node with children.
  package mutating func begin(
    _ operation: Declarations.Operation, operand: UInt32 = 0, needsColor: Bool = false, key: String? = nil,
    keyRange: ByteRange = ByteRange(0, 0), range: ByteRange
  ) {
    open.append(declarations.nodes.count)
    append(operation, operand, needsColor, key, keyRange, range)
  }

  /// Closes the node that was opened last.
  package mutating func end() {
    guard let node = open.popLast() else { preconditionFailure("end without begin") }
    declarations.nodes[node].end = UInt32(declarations.nodes.count)
  }

  /// Adds a node without children.
  package mutating func leaf(
    _ operation: Declarations.Operation, operand: UInt32 = 0, needsColor: Bool = false, key: String? = nil,
    keyRange: ByteRange = ByteRange(0, 0), range: ByteRange
  ) {
    append(operation, operand, needsColor, key, keyRange, range)
  }

  package mutating func literal(_ value: Value) -> UInt32 {
    declarations.literals.append(value)
    return UInt32(declarations.literals.count - 1)
  }

  package mutating func link(_ link: Declarations.Link) { declarations.links.append(link) }

  package mutating func report(_ finding: Finding) { declarations.findings.append(finding) }

  private mutating func append(
    _ operation: Declarations.Operation, _ operand: UInt32, _ needsColor: Bool, _ key: String?, _ keyRange: ByteRange,
    _ range: ByteRange
  ) {
    declarations.nodes.append(
      .init(
        operation: operation, needsColor: needsColor, key: key.map { name($0) } ?? Declarations.noName,
        operand: operand, end: UInt32(declarations.nodes.count + 1), range: range, keyRange: keyRange))
  }
}

/// How the resolver reads the merged declarations of a dialect: the rules that look at a whole object, as data.
package struct Rules: Sendable, Hashable {
  /// An object is a font when all its keys are among the font keys and it has one of those that make it one.
  package struct FontKeys: Sendable, Hashable {
    package var name: String
    package var textStyle: String
    package var size: String

    package init(name: String, textStyle: String, size: String) {
      self.name = name
      self.textStyle = textStyle
      self.size = size
    }
  }

  package var fontKeys: FontKeys?
  /// A number of this key suffix beside a colour multiplies its alpha: `borderColorAlpha` beside `borderColor`.
  package var alphaSuffix: String?

  package init(fontKeys: FontKeys? = nil, alphaSuffix: String? = nil) {
    self.fontKeys = fontKeys
    self.alphaSuffix = alphaSuffix
  }
}

/// Which files make up a bundle in one context, and how they are layered: what a dialect answers for a context.
package struct LoadPlan: Sendable, Hashable {
  /// The files whose declarations count, in order: of two that set the same property the later wins. A file listed twice
  /// counts at its last place and is defined at its first.
  package var files: [FileID]
  /// Key suffixes that hold in this context, most preferred first: `key_iPad` takes the place of `key`.
  package var activeSuffixes: [String]
  /// All key suffixes of the bundle. A key with one that is not active is dropped.
  package var suffixes: [String]

  package init(files: [FileID] = [], activeSuffixes: [String] = [], suffixes: [String] = []) {
    self.files = files
    self.activeSuffixes = activeSuffixes
    self.suffixes = suffixes
  }
}
