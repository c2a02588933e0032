// SPDX-License-Identifier: MIT

import JSONText
package import ThemeModel

extension ThemeInterface {
  /// A finding. `ThemeModel.Diagnostic` writes the same form.
  package struct Diagnostic: InterfaceStructure {
    package var code = ""
    package var slug = ""
    package var severity: Severity = .error
    package var message = ""
    package var file = ""
    package var range: Range?
    package var id: String?
    package var path: String?
    package var consequence: Bool?
    package var related: [Related]?
    package var help: String?
    package var fix: Fix?
    package var heldBack: Bool?
    package var since: Int?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("code", &code, "slug", &slug, "severity", &severity, "message", &message)
      visitor.members("file", &file, "range", &range, "id", &id, "path", &path)
      visitor.members("consequence", &consequence, "related", &related, "help", &help, "fix", &fix)
      visitor.members("heldBack", &heldBack, "since", &since)
    }
  }

  package struct Position: InterfaceStructure {
    package var line = 0
    package var column = 0
    package var offset = 0

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("line", &line, "column", &column, "offset", &offset)
    }
  }

  package struct Range: InterfaceStructure {
    package var start = Position()
    package var end = Position()

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("start", &start, "end", &end)
    }
  }

  package struct Related: InterfaceStructure {
    package var message = ""
    package var file = ""
    package var range: Range?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("message", &message, "file", &file, "range", &range)
    }
  }

  package struct Fix: InterfaceStructure {
    package var title = ""
    package var safe = false
    package var edits: [Edit] = []

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("title", &title, "safe", &safe, "edits", &edits)
    }
  }

  package struct Edit: InterfaceStructure {
    package var file = ""
    package var offset = 0
    package var length = 0
    package var text = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("file", &file, "offset", &offset, "length", &length, "text", &text)
    }
  }
}

extension Severity: InterfaceEnumeration {}

extension ThemeInterface.Diagnostic {
  package init(_ diagnostic: Diagnostic) {
    var writer = JSONWriter()
    diagnostic.write(to: &writer)
    self.init((try? JSONValue(parsing: writer.drainBytes(), maximumDepth: 16))?.object ?? JSONObject())
  }
}
