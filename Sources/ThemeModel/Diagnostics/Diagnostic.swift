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

/// A place in a text file: line and column from 1, columns in Unicode scalars, the offset in bytes from 0.
package struct SourcePosition: Sendable, Hashable {
  package var line: Int
  package var column: Int
  package var offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

package struct SourceRange: Sendable, Hashable {
  package var start: SourcePosition
  /// Exclusive.
  package var end: SourcePosition

  package init(start: SourcePosition, end: SourcePosition) {
    self.start = start
    self.end = end
  }
}

/// A finding for people and tools, with paths and lines.
package struct Diagnostic: Sendable, Hashable {
  package var code: DiagnosticCode
  package var severity: Severity
  @Bytewise package var message: String
  /// Relative to the bundle's root; empty when the finding concerns the whole bundle.
  @Bytewise package var file: String
  package var range: SourceRange?
  @Bytewise package var id: String?
  @Bytewise package var path: String?
  package var related: [Related]
  @Bytewise package var help: String?
  package var fix: Finding.Fix?
  /// The last generation with a good value, while that value is still served.
  package var heldBackSince: Int?
  /// The contexts in which it holds; empty if it holds in all checked contexts, or if one was checked.
  package var contexts: [Context] = []
  /// Whether it may be a consequence of a finding that is listed before it.
  package var isConsequence = false
  /// Whether declarations may be unknown because of this.
  package var hidesDeclarations = false
  /// Whether it may be false because of unknown declarations.
  package var isUncertain = false
  /// Of `more-findings` for a file: the findings that are not listed.
  package var omitted: OmittedFindings?
  /// The name that is declared nowhere, and the known one that was probably meant.
  @Bytewise package var missingName: String?
  @Bytewise package var suggestedName: String?

  package struct Related: Sendable, Hashable {
    @Bytewise package var message: String
    @Bytewise package var file: String
    package var range: SourceRange?

    package init(message: String, file: String, range: SourceRange?) {
      self.message = message
      self.file = file
      self.range = range
    }
  }

  package init(
    code: DiagnosticCode, severity: Severity, message: String, file: String, range: SourceRange?, id: String? = nil,
    path: String? = nil, related: [Related] = [], help: String? = nil, fix: Finding.Fix? = nil,
    heldBackSince: Int? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.file = file
    self.range = range
    self.id = id
    self.path = path
    self.related = related
    self.help = help
    self.fix = fix
    self.heldBackSince = heldBackSince
  }

  /// The order of every list: findings that hide declarations first; then errors, warnings, infos, each with consequences last;
  /// then by file, offset and code. Several findings at one place have a fixed order.
  package static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    ListPlace(left).precedes(ListPlace(right)) ?? (left.orderAtPlace < right.orderAtPlace)
  }

  fileprivate var rank: Int {
    if hidesDeclarations { return 0 }
    let rank =
      switch severity {
      case .error: 1
      case .warning: 2
      case .info: 3
      }
    return 2 * rank + (isConsequence ? 1 : 0)
  }

  fileprivate var orderAtPlace: (String, Bytewise<String>, Bytewise<String>, Bytewise<String>) {
    (code.rawValue, Bytewise(message), Bytewise(id ?? ""), Bytewise(path ?? ""))
  }
}

/// The place of a finding in a list. Several findings may have one.
private struct ListPlace {
  let rank: Int
  let file: String
  let offset: Int

  init(_ diagnostic: Diagnostic) {
    rank = diagnostic.rank
    file = diagnostic.file
    // What a file leaves out comes after what is listed of it.
    offset = diagnostic.omitted == nil ? diagnostic.range?.start.offset ?? -1 : .max
  }

  /// Nil for equal places.
  func precedes(_ other: ListPlace) -> Bool? {
    if rank != other.rank { return rank < other.rank }
    if Bytewise(file) != Bytewise(other.file) { return file.precedesBytewise(other.file) }
    return offset == other.offset ? nil : offset < other.offset
  }
}

extension [Diagnostic] {
  /// The findings in the order of lists. Findings are large: their places are sorted, since a comparison of two findings copies
  /// both.
  package var inListOrder: [Diagnostic] {
    let places = indices.map { ListPlace(self[$0]) }
    func precedes(_ left: Int, _ right: Int) -> Bool {
      places[left].precedes(places[right]) ?? (self[left].orderAtPlace < self[right].orderAtPlace)
    }
    if indices.dropFirst().allSatisfy({ !precedes($0, $0 - 1) }) { return self }
    return indices.sorted(by: precedes).map { self[$0] }
  }
}
