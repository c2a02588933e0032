// SPDX-License-Identifier: MIT

package import TextComparison

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
///
/// Lists of many findings are counted, filtered, sorted and moved. The members that most of these passes read are in the struct itself.
/// The others are in a storage that copies share until one of them is changed.
package struct Diagnostic: Sendable, Hashable {
  package var code: DiagnosticCode
  package var severity: Severity
  /// Whether it may be a consequence of a finding that is listed before it.
  package var isConsequence = false
  /// Whether declarations may be unknown because of this.
  package var hidesDeclarations = false
  /// Whether it may be false because of unknown declarations.
  package var isUncertain = false
  private var storage: Storage

  /// Changed only while one copy refers to it.
  private final class Storage: @unchecked Sendable {
    /// Nothing else can access the members while the only copy changes them.
    @exclusivity(unchecked) var members: Members

    init(_ members: Members) { self.members = members }
  }

  /// The storage of this copy alone, to change it.
  private var own: Storage {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.members) }
      return storage
    }
  }

  private struct Members: Sendable, Hashable {
    @Bytewise var message: String
    @Bytewise var file: String
    var range: SourceRange?
    @Bytewise var id: String?
    @Bytewise var path: String?
    var related: [Related]
    @Bytewise var help: String?
    var fix: Finding.Fix?
    var heldBackSince: Int?
    var contexts: [Context] = []
    var omitted: OmittedFindings?
    @Bytewise var missingName: String?
    @Bytewise var suggestedName: String?
  }

  package var message: String {
    get { storage.members.message }
    _modify { yield &own.members.message }
  }
  /// Relative to the bundle's root; empty when the finding concerns the whole bundle.
  package var file: String {
    get { storage.members.file }
    _modify { yield &own.members.file }
  }
  package var range: SourceRange? {
    get { storage.members.range }
    _modify { yield &own.members.range }
  }
  /// The id of the affected value.
  package var id: String? {
    get { storage.members.id }
    _modify { yield &own.members.id }
  }
  /// The keys below the id, joined by `/`.
  package var path: String? {
    get { storage.members.path }
    _modify { yield &own.members.path }
  }
  package var related: [Related] {
    get { storage.members.related }
    _modify { yield &own.members.related }
  }
  package var help: String? {
    get { storage.members.help }
    _modify { yield &own.members.help }
  }
  package var fix: Finding.Fix? {
    get { storage.members.fix }
    _modify { yield &own.members.fix }
  }
  /// The last generation with a good value, while that value is still served.
  package var heldBackSince: Int? {
    get { storage.members.heldBackSince }
    _modify { yield &own.members.heldBackSince }
  }
  /// The contexts in which it holds; empty if it holds in all checked contexts, or if one was checked.
  package var contexts: [Context] {
    get { storage.members.contexts }
    _modify { yield &own.members.contexts }
  }
  /// Of `more-findings` for a file: the findings that are not listed. No other finding has it, so that only these read their storage.
  package var omitted: OmittedFindings? {
    get { code == .moreFindings ? storage.members.omitted : nil }
    _modify { yield &own.members.omitted }
  }
  /// The name that is declared nowhere.
  package var missingName: String? {
    get { storage.members.missingName }
    _modify { yield &own.members.missingName }
  }
  /// The declared name that was probably meant.
  package var suggestedName: String? {
    get { storage.members.suggestedName }
    _modify { yield &own.members.suggestedName }
  }

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
    storage = Storage(
      Members(
        message: message, file: file, range: range, id: id, path: path, related: related, help: help, fix: fix,
        heldBackSince: heldBackSince))
  }

  package static func == (left: Diagnostic, right: Diagnostic) -> Bool {
    left.code == right.code && left.severity == right.severity && left.isConsequence == right.isConsequence
      && left.hidesDeclarations == right.hidesDeclarations && left.isUncertain == right.isUncertain
      && (left.storage === right.storage || left.storage.members == right.storage.members)
  }

  package func hash(into hasher: inout Hasher) {
    // Findings that differ in the other members alone are rare.
    hasher.combine(code)
    storage.members.hash(into: &hasher)
  }

  /// The order of every list: findings that hide declarations first; then errors, warnings, infos, each with consequences last;
  /// then by file, offset and code. Several findings at one place have a fixed order.
  package static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    ListPlace(left, file: Bytewise(left.file)).precedes(ListPlace(right, file: Bytewise(right.file)))
      ?? (left.orderAtPlace < right.orderAtPlace)
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
private struct ListPlace<File: Comparable> {
  let rank: Int
  /// The name of the file, or its number in the order of names.
  let file: File
  let offset: Int

  init(_ diagnostic: Diagnostic, file: File) {
    rank = diagnostic.rank
    self.file = file
    // What a file leaves out comes after what is listed of it.
    offset = diagnostic.omitted == nil ? diagnostic.range?.start.offset ?? -1 : .max
  }

  /// Nil for equal places.
  func precedes(_ other: Self) -> Bool? {
    if rank != other.rank { return rank < other.rank }
    if file != other.file { return file < other.file }
    return offset == other.offset ? nil : offset < other.offset
  }
}

extension [Diagnostic] {
  /// The findings in the order of lists. Their places are read once each, and not at each comparison.
  package var inListOrder: [Diagnostic] {
    // Most lists are put in order more than once.
    if isInListOrder { return self }
    var files = TextNumbers()
    let numbers = map { files.number(of: $0.file) }
    let names = files.texts
    var order = [Int](repeating: 0, count: names.count)
    for (place, number) in names.indices.sorted(by: { names[$0].precedesBytewise(names[$1]) }).enumerated() {
      order[number] = place
    }
    let places = indices.map { ListPlace(self[$0], file: order[numbers[$0]]) }
    func precedes(_ left: Int, _ right: Int) -> Bool {
      places[left].precedes(places[right]) ?? (self[left].orderAtPlace < self[right].orderAtPlace)
    }
    return indices.sorted(by: precedes).map { self[$0] }
  }

  private var isInListOrder: Bool {
    indices.dropFirst().allSatisfy { !Diagnostic.precedes(self[$0], self[$0 - 1]) }
  }
}
