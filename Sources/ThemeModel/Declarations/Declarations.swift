// SPDX-License-Identifier: MIT

package import TextComparison

/// The declarations of one file, in terms that all dialects share: a pure function of the file's bytes.
///
/// Ids and their values are trees of nodes, flattened in preorder. Names and ids, each stored once, and literals are referred to
/// by number, so that a file can be read on any core and linked into the resolver's database later.
///
/// ```
/// "alert-button": { "inherits": "ref://button", "titleColor": "ref://white", "borderWidth": 1 }
///
/// nodes[0] object                          end 4
/// nodes[1]   inherit    key "inherits"     operand -> ids "button"
/// nodes[2]   reference  key "titleColor"   operand -> ids "white"
/// nodes[3]   literal    key "borderWidth"  operand -> literals 1
/// ```
package struct Declarations: Sendable {
  /// One value of a file with its operation.
  package struct Node: Sendable, Hashable {
    package var operation: Operation
    package var flags: Flags
    /// The member's key as a number in `names`; `noName` for the root of a declaration and for elements of arrays.
    package var key: UInt32
    /// A number in `ids` or `literals`, depending on the operation.
    package var operand: UInt32
    /// The node after this one's last descendant.
    package var end: UInt32
    /// The place of the value in the file.
    package var range: ByteRange
    /// The place of the key in the file; empty without a key.
    package var keyRange: ByteRange
  }

  package enum Operation: UInt8, Sendable {
    /// Members follow as children. Objects that several files give for one id merge, unless one `replaces`.
    case object
    /// Elements follow as children.
    case array
    /// `operand` is a number in `literals`.
    case literal
    /// The value of the id that `operand` names.
    case reference
    /// The value of the id that `operand` names when it is declared, else the id's name as a text.
    case lookup
    /// A parent: a member of an object that lays the object of the id in `operand` under it. Each further parent lies over the
    /// one before.
    case inherit
    /// A glyph with a colour: `operand` is a number in `literals`, the glyph without its colour; its one child, a reference, is the
    /// colour. A glyph without a colour is a literal.
    case glyph
    /// A font that is put together from its children, which have the keys `FontKey`.
    case font
    /// The colour of its one child, in the form that drawing layers take.
    case colorReference
    /// Calls of a setter: each child is the array of one call's arguments.
    case calls
    /// The value of a design token. Its children are the name of its type, or a reference to one, and the value as it is
    /// written.
    case typed
    /// A part of the written value of the token that `operand` names. Its one child, a literal, is the list of the keys that
    /// lead there.
    case part
    /// The value of the first of its children that has one.
    case first
    /// The root of an id that counts as not declared, even if weaker files declare it. `operand` is the id of the token that
    /// replaced it, if that has to be reported, else `noName`.
    case absent
    /// An unusable value; the file's findings give the reason. It replaces weaker values and resolves to nothing.
    case invalid
    /// A member of an object with an invalid parent; the file's findings give the reason.
    case invalidInherit
  }

  /// The keys of the parts of a font.
  package enum FontKey {
    package static let name = "name"
    package static let textStyle = "style"
    /// In points.
    package static let size = "size"
  }

  @usableFromInline package struct Flags: OptionSet, Sendable, Hashable {
    @usableFromInline package var rawValue: UInt8

    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A colour is needed: the key says so, or the operation that uses the value.
    @inlinable package static var needsColor: Flags { Flags(rawValue: 1) }
    /// On the root of a declaration: it replaces the declarations of weaker files.
    @inlinable package static var replaces: Flags { Flags(rawValue: 2) }
    /// On a reference in a font: the id need not be declared. If it is not, the font lacks this half (LV2006). On an invalid
    /// font: one half has the wrong type. In both cases no earlier font is kept.
    @inlinable package static var isHalf: Flags { Flags(rawValue: 4) }
    /// On an object: its members are the elements of an array, in their order.
    @inlinable package static var isList: Flags { isHalf }
    /// On a literal, and on the root of a declaration: the file has a finding about it. The value is used only if there was no
    /// good value before.
    @inlinable package static var isFaulty: Flags { Flags(rawValue: 8) }
    /// On a reference: it is written as a JSON pointer.
    @inlinable package static var isPointer: Flags { Flags(rawValue: 16) }
  }

  /// The kind of an id.
  package enum Space: UInt8, Sendable, CaseIterable {
    /// Both, in dialects without a difference: an id whose value is an object is a style, any other id a constant.
    case shared
    case constants
    case styles
    /// A style as the base theme alone declares it, see `LoadPlan`. Only referred to, never declared.
    case baseStyles
    /// The order of a file's styles where it decides, see `OracleOrder`. No section of a snapshot has it.
    case order
    /// The own type of a group of design tokens. No section of a snapshot has it.
    case ownTypes
    /// The type of the tokens in a group, its own or that of a group around it. No section of a snapshot has it.
    case types
  }

  package struct ID: Sendable, Hashable {
    package var space: Space
    /// A number in `names`.
    package var name: UInt32
  }

  /// An id that the file declares. A file declares an id at most once.
  package struct Entry: Sendable, Hashable {
    /// A number in `ids`.
    package var id: UInt32
    /// The root of the id's value in `nodes`.
    package var node: UInt32
  }

  /// A file that this file refers to by name.
  package struct Link: Sendable, Hashable {
    package enum Kind: String, Sendable { case include, theme }

    package var kind: Kind
    /// Nil for an invalid entry; the file's findings give the reason.
    @Bytewise package var target: String?
    package var range: ByteRange

    package init(kind: Kind, target: String?, range: ByteRange) {
      self.kind = kind
      self.target = target
      self.range = range
    }
  }

  package static let noName = UInt32.max

  package internal(set) var names: [String] = []
  /// `tableHash` of each name.
  package internal(set) var nameHashes: [UInt64] = []
  package internal(set) var ids: [ID] = []
  package internal(set) var literals: [Value] = []
  /// `tableHash` of each literal.
  package internal(set) var literalHashes: [UInt64] = []
  package internal(set) var nodes: [Node] = []
  package internal(set) var entries: [Entry] = []
  package internal(set) var links: [Link] = []
  package internal(set) var reported = FindingList()
  /// The groups and tokens of a source of design tokens; nil in other dialects.
  package internal(set) var outline: TokenOutline?
  /// The resolver document in the file; nil for other files.
  package internal(set) var resolver: ResolverDocument?
  /// Whether the file, or a group of its ids, has the wrong shape, so that ids of the author are missing here.
  package internal(set) var isMisshapen = false
  /// Whether they are of a part of a file that is not there. It counts as a wrong shape.
  package internal(set) var isMissing = false

  package init() {}

  /// The findings of the file within the limit of a list, see `FindingList`.
  package var findings: [Finding] { reported.all }

  /// The name of an id.
  package func name(of entry: Entry) -> String { names[Int(ids[Int(entry.id)].name)] }

  /// Sets whether the objects of these styles replace the declarations of weaker files, or lie over them.
  package mutating func setReplaces(where replaces: (_ style: String) -> Bool) {
    for entry in entries {
      switch ids[Int(entry.id)].space {
      case .constants, .baseStyles, .order, .ownTypes, .types: continue
      case .shared, .styles: break
      }
      if replaces(name(of: entry)) {
        nodes[Int(entry.node)].flags.insert(.replaces)
      } else {
        nodes[Int(entry.node)].flags.remove(.replaces)
      }
    }
  }
}
