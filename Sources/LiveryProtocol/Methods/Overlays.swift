// SPDX-License-Identifier: MIT

extension ThemeInterface {
  package struct SetOverlay: ThemeMethod {
    package static var method: Method { .setOverlay }
    package typealias Reply = GenerationReply

    package var bundle: String?
    package var file = ""
    package var text: String?
    package var edits: [TextEdit]?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "file", &file, "text", &text, "edits", &edits)
    }

    /// The first bytes, without blanks, of a call that may be longer than other calls.
    package static var beginning: [UInt8] { Array(#"{"method":"\#(method.fullName)","#.utf8) }
  }

  /// A text that replaces bytes of an overlay.
  package struct TextEdit: InterfaceStructure {
    package var offset = 0
    package var length = 0
    package var text = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("offset", &offset, "length", &length, "text", &text)
    }
  }

  package struct ListOverlays: ThemeMethod {
    package static var method: Method { .listOverlays }

    package var bundle: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) { visitor.member("bundle", &bundle) }

    package struct Reply: InterfaceStructure {
      package var overlays: [Overlay] = []

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.member("overlays", &overlays)
      }
    }
  }

  /// An unsaved text that lies over a file.
  package struct Overlay: InterfaceStructure {
    package var overlay = ""
    package var file = ""
    package var pid = 0
    package var uid = 0
    package var bytes = 0
    /// Seconds since 1970.
    package var since = 0
    package var fileChanged = false

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("overlay", &overlay, "file", &file, "pid", &pid, "uid", &uid)
      visitor.members("bytes", &bytes, "since", &since, "fileChanged", &fileChanged)
    }
  }

  package struct DropOverlay: ThemeMethod {
    package static var method: Method { .dropOverlay }
    package typealias Reply = Empty

    package var overlay = ""

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) { visitor.member("overlay", &overlay) }
  }
}
