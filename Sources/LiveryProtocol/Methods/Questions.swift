// SPDX-License-Identifier: MIT

package import ThemeComposition
package import ThemeModel

extension ThemeInterface {
  package struct Resolve: ThemeMethod {
    package static var method: Method { .resolve }

    package var bundle: String?
    package var context: Context?
    package var select: [String]?
    package var generation: Int?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context, "select", &select, "generation", &generation)
    }

    package struct Reply: InterfaceStructure {
      package var snapshot = Snapshot()

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("snapshot", &snapshot)
      }
    }
  }

  package struct Compose: ThemeMethod {
    package static var method: Method { .compose }
    package typealias Reply = PlacedComposition

    package var bundle: String?
    package var context: Context?
    package var element = Element()

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context, "element", &element)
    }
  }

  package struct Explain: ThemeMethod {
    package static var method: Method { .explain }

    package var bundle: String?
    package var context: Context?
    package var path = ""
    package var generation: Int?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context, "path", &path, "generation", &generation)
    }

    package struct Reply: InterfaceStructure {
      package var steps: [ExplanationStep] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("steps", &steps)
      }
    }
  }

  package struct ListReferences: ThemeMethod {
    package static var method: Method { .listReferences }

    package var bundle: String?
    package var context: Context?
    package var select: [String]?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context, "select", &select)
    }

    package struct Reply: InterfaceStructure {
      package var generation = 0
      package var references: [Reference] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("generation", &generation, "references", &references)
      }
    }
  }

  /// A value that consists of a reference to another value.
  package struct Reference: InterfaceStructure {
    package var path = ""
    package var target = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("path", &path, "target", &target)
    }
  }

  package struct Check: ThemeMethod {
    package static var method: Method { .check }

    package var bundle: String?
    package var context: Context?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context)
    }

    package struct Reply: InterfaceStructure {
      package var diagnostics: [Diagnostic] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("diagnostics", &diagnostics)
      }
    }
  }
}
