// SPDX-License-Identifier: MIT

package import ThemeModel

extension ThemeInterface {
  package struct ListGenerations: ThemeMethod {
    package static var method: Method { .listGenerations }

    package var bundle: String?
    package var context: Context?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context)
    }

    package struct Reply: InterfaceStructure {
      package var generations: [Generation] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("generations", &generations)
      }
    }
  }

  package struct Generation: InterfaceStructure {
    package var generation = 0
    package var time = Timestamp()
    package var kind = GenerationKind.save
    package var causes: [Cause] = []
    package var changed: Int?
    package var held: Int?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("generation", &generation, "time", &time, "kind", &kind, "causes", &causes)
      visitor.members("changed", &changed, "held", &held)
    }
  }

  package struct Diff: ThemeMethod {
    package static var method: Method { .diff }

    package var bundle: String?
    package var context: Context?
    package var from = 0
    package var to = 0
    package var select: [String]?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context, "from", &from, "to", &to)
      visitor.member("select", &select)
    }

    package struct Reply: InterfaceStructure {
      package var patch: [PatchOperation] = []
      package var order: [String]?
      package var diagnostics: [Diagnostic] = []
      package var held: Int?

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("patch", &patch, "order", &order, "diagnostics", &diagnostics, "held", &held)
      }
    }
  }

  package struct ListChangedFiles: ThemeMethod {
    package static var method: Method { .listChangedFiles }

    package var bundle: String?
    package var generation = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "generation", &generation)
    }

    package struct Reply: InterfaceStructure {
      package var newest = 0
      package var files: [ChangedFile] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("newest", &newest, "files", &files)
      }
    }
  }

  /// A file that is not the same in two generations. The digest of a file that was not there is left out.
  package struct ChangedFile: InterfaceStructure {
    package var file = ""
    package var before: String?
    package var now: String?
    package var unreadable: Bool?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("file", &file, "before", &before, "now", &now, "unreadable", &unreadable)
    }
  }

  package struct ReadFile: ThemeMethod {
    package static var method: Method { .readFile }

    package var bundle: String?
    package var generation = 0
    package var file = ""
    package var offset: Int?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "generation", &generation, "file", &file, "offset", &offset)
    }

    package struct Reply: InterfaceStructure {
      /// In Base64.
      package var content: String?
      package var digest = ""
      /// Bytes of the whole file.
      package var size = 0

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("content", &content, "digest", &digest, "size", &size)
      }
    }
  }
}

extension GenerationKind: InterfaceEnumeration {}
