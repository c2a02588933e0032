// SPDX-License-Identifier: MIT

extension ThemeInterface {
  /// An entry of ListBundles.
  package struct Bundle: InterfaceStructure {
    package var name = ""
    package var path = ""
    package var dialect: String?
    package var generation = 0
    package var files = 0
    package var consumers = 0
    package var errors = 0
    package var warnings = 0
    package var held = 0
    package var unreadable = 0
    /// Milliseconds.
    package var unpublished = 0
    package var latency = Latency()
    /// The reason why the directory cannot be read.
    package var waits: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("name", &name, "path", &path, "dialect", &dialect, "generation", &generation)
      visitor.members("files", &files, "consumers", &consumers, "errors", &errors, "warnings", &warnings)
      visitor.members("held", &held, "unreadable", &unreadable, "unpublished", &unpublished, "latency", &latency)
      visitor.member("waits", &waits)
    }
  }

  package struct Latency: InterfaceStructure {
    package var count = 0
    /// Microseconds.
    package var sum = 0
    package var buckets: [Bucket] = []

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("count", &count, "sum", &sum, "buckets", &buckets)
    }
  }

  package struct Bucket: InterfaceStructure {
    /// Microseconds.
    package var upTo = 0
    package var count = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("upTo", &upTo, "count", &count)
    }
  }
}
