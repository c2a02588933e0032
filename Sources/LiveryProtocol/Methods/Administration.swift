// SPDX-License-Identifier: MIT

extension ThemeInterface {
  package struct Forget: ThemeMethod {
    package static var method: Method { .forget }
    package typealias Reply = GenerationReply

    package var bundle: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("bundle", &bundle)
    }
  }

  package struct Sync: ThemeMethod {
    package static var method: Method { .sync }
    package typealias Reply = GenerationReply

    package var bundle: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("bundle", &bundle)
    }
  }

  package struct Reload: ThemeMethod {
    package static var method: Method { .reload }

    package init() {}

    package struct Reply: InterfaceStructure {
      package var warnings: [Problem] = []
      package var added: [String] = []
      package var removed: [String] = []
      package var replaced: [String] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("warnings", &warnings, "added", &added, "removed", &removed, "replaced", &replaced)
      }
    }
  }

  package struct Status: ThemeMethod {
    package static var method: Method { .status }

    package init() {}

    package struct Reply: InterfaceStructure {
      package var version = ""
      /// Seconds.
      package var uptime = 0
      package var bundles = 0
      package var consumers = 0
      package var watches = 0
      package var errors = 0
      package var warnings = 0
      package var held = 0
      package var unreadable = 0
      /// Bytes.
      package var memory: Int?
      /// Seconds since 1970.
      package var configured = 0
      /// Seconds since 1970.
      package var refused: Int?
      package var problems: [String] = []
      package var limits = Limits()
      package var counters = Counters()

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("version", &version, "uptime", &uptime, "bundles", &bundles, "consumers", &consumers)
        visitor.members("watches", &watches, "errors", &errors, "warnings", &warnings, "held", &held)
        visitor.members("unreadable", &unreadable, "memory", &memory, "configured", &configured, "refused", &refused)
        visitor.members("problems", &problems, "limits", &limits, "counters", &counters)
      }
    }
  }
}
