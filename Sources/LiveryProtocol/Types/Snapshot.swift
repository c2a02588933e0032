// SPDX-License-Identifier: MIT

package import JSONText
package import ThemeModel
package import Varlink

// The daemon writes snapshots and deltas straight from the resolved state: `ThemeEngine.Snapshot.write`, `Delta.write`.
// These types are the same forms for readers; a test compares both.
extension ThemeInterface {
  /// Everything that a bundle means in one context at one generation.
  package struct Snapshot: InterfaceStructure {
    package static var interfaceType: Interface.ValueType { .object }
    package var bundle = ""
    package var dialect: String?
    package var context: Context?
    package var generation = 0
    package var digest = ""
    /// Objects by id.
    package var constants = Value.object([])
    package var styles = Value.object([])
    /// The keys of styles in the order of their file, where it decides.
    package var order: [String]?
    package var held: Int?
    package var unsaved: Bool?
    package var diagnostics: [Diagnostic]?

    package init() {}
    package init?(decoding node: some JSONNode) { self.init(complete: node) }

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "dialect", &dialect, "context", &context, "generation", &generation)
      visitor.members("digest", &digest, "constants", &constants, "styles", &styles, "order", &order)
      visitor.members("held", &held, "unsaved", &unsaved, "diagnostics", &diagnostics)
    }
  }

  /// The difference between two snapshots.
  package struct Delta: InterfaceStructure {
    package static var interfaceType: Interface.ValueType { .object }
    package var bundle = ""
    package var context: Context?
    package var from = 0
    package var to = 0
    package var digest = ""
    package var patch: [PatchOperation] = []
    /// The whole order of styles, when it changed.
    package var order: [String]?
    package var diagnostics: [Diagnostic]?
    package var held: Int?
    package var unsaved: Bool?
    package var cause: [Cause] = []

    package init() {}
    package init?(decoding node: some JSONNode) { self.init(complete: node) }

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context, "from", &from, "to", &to)
      visitor.members("digest", &digest, "patch", &patch, "order", &order)
      visitor.members("diagnostics", &diagnostics, "held", &held, "unsaved", &unsaved)
      visitor.optionalMember("cause", &cause)
    }
  }

  /// An operation of a JSON Patch. A node of a different form becomes an operation without a name, which cannot be applied.
  package struct PatchOperation: InterfaceStructure {
    package static var interfaceType: Interface.ValueType { .object }
    package var op = ""
    package var path = ""
    package var value: Value?

    package init() {}
    package init?(decoding node: some JSONNode) { self = Self(complete: node) ?? Self() }

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("op", &op, "path", &path, "value", &value)
    }
  }
}

/// The place of a declaration.
extension Cause: InterfaceStructure {
  package init() { self.init(file: "", line: 0, column: 0) }

  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
    visitor.member("file", &file)
    visitor.members("line", &line, "column", &column)
  }
}
