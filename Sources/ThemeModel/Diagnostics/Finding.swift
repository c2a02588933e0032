// SPDX-License-Identifier: MIT

package import TextComparison

/// A range of bytes of a file; `end` is exclusive. Files have at most 256 MiB, so that 32 bits are enough.
package struct ByteRange: Sendable, Hashable {
  package var start: UInt32
  package var end: UInt32

  package init(_ start: Int, _ end: Int) {
    self.start = UInt32(clamping: start)
    self.end = UInt32(clamping: end)
  }

  package func moved(by offset: Int) -> ByteRange { ByteRange(Int(start) + offset, Int(end) + offset) }
}

/// A file of a bundle, as a small number that the engine gives out.
package struct FileID: Sendable, Hashable, Comparable {
  package var index: Int32

  package init(_ index: Int) { self.index = Int32(index) }

  package static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

/// The place of a finding: a range of one file of the bundle.
package struct Location: Sendable, Hashable {
  package var file: FileID
  package var range: ByteRange

  package init(file: FileID, range: ByteRange) {
    self.file = file
    self.range = range
  }
}

/// A problem with byte offsets: the form inside the engine.
///
/// A finding made while a file is read leaves `file` nil; the engine fills it in. A finding without a range concerns the
/// whole file, one without a file the whole bundle.
package struct Finding: Sendable, Hashable {
  package var code: DiagnosticCode
  package var severity: Severity
  /// One sentence without a full stop that names the problem.
  @Bytewise package var message: String
  package var file: FileID?
  package var range: ByteRange?
  /// The id of the affected value, such as `RBButton`.
  @Bytewise package var id: String?
  /// The property path within the id, segments joined by `/`.
  @Bytewise package var path: String?
  package var related: [Related]
  /// The fix, in words: the correct form.
  @Bytewise package var help: String?
  package var fix: Fix?
  /// The referenced id without a declaration.
  package var missing: Missing?
  /// The known id that was probably meant in its place.
  @Bytewise package var suggestedName: String?
  /// The text at the finding's place and the text that was probably meant; becomes a fix once the bytes are known.
  package var respelling: Respelling?
  /// The affected part of the value at `range`: keys and indices. Becomes a narrower range once the bytes are known.
  @Bytewise package var part: [String] = []
  /// The JSON of the value that was meant at that part; becomes a fix once the bytes are known.
  @Bytewise package var replacement: String?
  /// The places that keep their last good value because of this.
  package var held: [HeldPlace] = []
  /// The choice of files that keeps an earlier result because of this.
  package var heldChoice: FileChoice?
  /// The name in the context that the bundle lacks.
  package var lackedName: LackedName?
  /// Of `more-findings`: the findings that are not listed.
  package var omitted: OmittedFindings?
  /// Whether declarations may be unknown because of this, see `DiagnosticCode.hidesDeclarations`.
  package var hidesDeclarations: Bool

  package struct Missing: Sendable, Hashable {
    @Bytewise package var name: String
    package var space: Declarations.Space

    package init(name: String, space: Declarations.Space) {
      self.name = name
      self.space = space
    }
  }

  /// A name that a context gives and the bundle lacks.
  package enum LackedName: Sendable, Hashable {
    case theme(Bytewise<String>)
    case modifier(Bytewise<String>)
    /// The context that is chosen for this modifier.
    case context(ofModifier: Bytewise<String>)
  }

  package struct Respelling: Sendable, Hashable {
    @Bytewise package var written: String
    @Bytewise package var meant: String
    /// Whether this is the only possible meaning.
    package var isSafe: Bool

    package init(written: String, meant: String, isSafe: Bool = true) {
      self.written = written
      self.meant = meant
      self.isSafe = isSafe
    }

    /// The six digits for three digits of other systems: `#F00` is meant as `#FF0000`. Nil for any other text.
    package init?(threeDigitColor text: String) {
      let digits = text.utf8.dropFirst()
      guard text.utf8.first == UInt8(ascii: "#"), digits.count == 3,
        digits.allSatisfy({ $0 &- 0x30 < 10 || $0 | 0x20 &- UInt8(ascii: "a") < 6 })
      else { return nil }
      self.init(written: text, meant: "#" + String(decoding: digits.flatMap { [$0, $0] }, as: UTF8.self))
    }
  }

  package struct Related: Sendable, Hashable {
    @Bytewise package var message: String
    package var file: FileID?
    package var range: ByteRange?

    package init(message: String, file: FileID? = nil, range: ByteRange? = nil) {
      self.message = message
      self.file = file
      self.range = range
    }
  }

  /// A change of the finding's own file that fixes it.
  package struct Fix: Sendable, Hashable {
    @Bytewise package var title: String
    /// A safe fix never changes what the author meant.
    package var safe: Bool
    package var edits: [Edit]

    package init(title: String, safe: Bool, edits: [Edit]) {
      self.title = title
      self.safe = safe
      self.edits = edits
    }
  }

  package struct Edit: Sendable, Hashable {
    package var range: ByteRange
    @Bytewise package var text: String

    package init(range: ByteRange, text: String) {
      self.range = range
      self.text = text
    }
  }

  package init(
    _ code: DiagnosticCode, _ message: String, severity: Severity? = nil, file: FileID? = nil, range: ByteRange? = nil,
    id: String? = nil, path: String? = nil, related: [Related] = [], help: String? = nil, fix: Fix? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message = message
    self.file = file
    self.range = range
    self.id = id
    self.path = path
    self.related = related
    self.help = help
    self.fix = fix
    hidesDeclarations =
      self.severity == .error && (code.hidesDeclarations || code.hidesDeclarationsOfFiles && id == nil)
  }
}
