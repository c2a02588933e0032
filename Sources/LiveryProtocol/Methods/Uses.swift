// SPDX-License-Identifier: MIT

package import ThemeModel

extension ThemeInterface {
  package struct ListUses: ThemeMethod {
    package static var method: Method { .listUses }

    package var bundle: String?
    package var context: Context?
    package var path = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "context", &context, "path", &path)
    }

    package struct Reply: InterfaceStructure {
      package var uses: [Use] = []
      package var consumers: [String] = []
      package var composing: [String] = []
      package var isCut: Bool?

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("uses", &uses, "consumers", &consumers, "composing", &composing, "isCut", &isCut)
      }
    }
  }

  /// A value that depends on the value in question.
  package struct Use: InterfaceStructure {
    package var path = ""
    package var depth = 0
    package var file: String?
    package var line: Int?
    package var column: Int?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("path", &path, "depth", &depth, "file", &file, "line", &line)
      visitor.member("column", &column)
    }
  }
}

extension ThemeInterface.Use {
  package init(_ use: PlacedUse) {
    self.init {
      $0.path = use.path
      $0.depth = use.depth
      $0.file = use.place?.file
      $0.line = use.place?.line
      $0.column = use.place?.column
    }
  }
}
