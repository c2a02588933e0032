// SPDX-License-Identifier: MIT

extension ThemeInterface {
  package struct ListBundles: ThemeMethod {
    package static var method: Method { .listBundles }

    package init() {}

    package struct Reply: InterfaceStructure {
      package var bundles: [Bundle] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("bundles", &bundles)
      }
    }
  }

  package struct AddBundle: ThemeMethod {
    package static var method: Method { .addBundle }

    package var path = ""
    package var name: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("path", &path, "name", &name)
    }

    package struct Reply: InterfaceStructure {
      package var bundle = Bundle()

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("bundle", &bundle)
      }
    }
  }

  package struct RemoveBundle: ThemeMethod {
    package static var method: Method { .removeBundle }
    package typealias Reply = Empty

    package var name = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("name", &name)
    }
  }

  package struct ListFiles: ThemeMethod {
    package static var method: Method { .listFiles }

    package var bundle: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) { visitor.member("bundle", &bundle) }

    package struct Reply: InterfaceStructure {
      package var generation = 0
      package var files: [String] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("generation", &generation, "files", &files)
      }
    }
  }
}
