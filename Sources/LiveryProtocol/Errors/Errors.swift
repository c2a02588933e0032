// SPDX-License-Identifier: MIT

import JSONText
package import Varlink

/// The members of an error of the interface. The type's name is the error's name.
package protocol ThemeError: InterfaceStructure {}

extension ThemeError {
  /// `io.livery.Theme.BundleNotFound`.
  package static var fullName: String { "\(ThemeInterface.name).\(Self.self)" }
}

extension CallError {
  package init(_ error: some ThemeError) { self.init(type(of: error).fullName, error.object) }
}

extension ThemeInterface {
  package struct BundleNotFound: ThemeError {
    package var bundle = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("bundle", &bundle)
    }
  }

  package struct BundleRequired: ThemeError {
    package var bundles: [String] = []

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("bundles", &bundles)
    }
  }

  package struct BundleExists: ThemeError {
    package var bundle = ""
    package var path = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "path", &path)
    }
  }

  package struct BundleUnreadable: ThemeError {
    package var path = ""
    package var reason = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("path", &path, "reason", &reason)
    }
  }

  package struct NoSuchConsumer: ThemeError {
    package var consumer = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("consumer", &consumer)
    }
  }

  package struct NoSuchPath: ThemeError {
    package var path = ""
    package var meant: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("path", &path, "meant", &meant)
    }
  }

  package struct NoSuchGeneration: ThemeError {
    package var generation = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("generation", &generation)
    }
  }

  package struct LimitExceeded: ThemeError {
    package var limit = ""
    package var value = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("limit", &limit, "value", &value)
    }
  }

  package struct NoSuchTheme: ThemeError {
    package var theme = ""
    package var themes: [String] = []

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("theme", &theme, "themes", &themes)
    }
  }

  package struct NoSuchConstant: ThemeError {
    package var name = ""
    package var meant: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("name", &name, "meant", &meant)
    }
  }

  package struct NoSuchStyle: ThemeError {
    package var name = ""
    package var meant: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("name", &name, "meant", &meant)
    }
  }

  package struct BadValue: ThemeError {
    package var message = ""
    package var help: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("message", &message, "help", &help)
    }
  }

  package struct NotSaved: ThemeError {
    package var reason = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("reason", &reason)
    }
  }

  package struct BadConfiguration: ThemeError {
    package var problems: [Problem] = []

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("problems", &problems)
    }
  }
}
