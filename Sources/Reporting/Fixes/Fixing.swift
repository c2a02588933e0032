// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
package import TextComparison
package import ThemeEngine
package import ThemeModel

/// Applies the fixes that findings carry to the files of a bundle, in memory, until there is nothing left to apply.
///
/// Each round looks at the bundle afresh and applies the fixes that do not overlap; what overlaps waits for the next one.
/// While declarations are not known, only what holds files back is fixed: a name that seems unknown may be declared there.
///
/// What a round leads to is checked before it counts. When there is a finding that was not there, its fixes are tried one by
/// one, and those that lead to a new finding are left out for good. A file that could not be read may have findings that
/// nobody could see: a fix of its syntax may lead to these, but to no new error of syntax. Design rules say something of a
/// value as soon as it is known, and do not count.
package struct Fixing {
  package enum Scope: Sendable {
    /// What never changes the author's meaning.
    case safe
    case all
  }

  /// A fix that was applied, and where in the text as it was then.
  package struct Applied: Equatable {
    package let code: DiagnosticCode
    package let file: String
    package let start: SourcePosition?
    package let title: String
  }

  /// Fixes that each make way for others end here. More rounds than that are no bundle's, but those of two rules at odds.
  static let maximumRounds = 64

  package private(set) var applied: [Applied] = []
  /// What is found once nothing is left to apply.
  package private(set) var remaining: [Diagnostic] = []
  /// Documents that may not be written, and have something to fix.
  package private(set) var spared: BytewiseSet = []
  /// The texts that are other than they were, by the path of the document.
  package private(set) var changed: BytewiseDictionary<[UInt8]> = [:]

  private let engine: ThemeEngine
  private var refused: Set<Refusal> = []
  private let scope: Scope
  private var files: [FileChange]
  /// The document that a path leads to, where that has another name.
  private let documents: BytewiseDictionary<String>
  private let isWritable: (String) -> Bool

  /// - Parameters:
  ///   - files: all that is in the bundle.
  ///   - documents: for paths that are links, what they lead to: two paths of one document change together.
  ///   - isWritable: whether a document may be changed at all.
  package init(
    _ files: [FileChange], documents: BytewiseDictionary<String> = [:], scope: Scope,
    isWritable: @escaping (String) -> Bool = { _ in true },
    makeEngine: @escaping () -> ThemeEngine = { ThemeEngine(bundle: "bundle") }
  ) {
    self.files = files
    self.documents = documents
    self.scope = scope
    self.isWritable = isWritable
    engine = makeEngine()
    engine.apply(files)
    remaining = check()
    var rounds = 0
    while rounds < Self.maximumRounds, applyRound() { rounds += 1 }
  }

  private func check() -> [Diagnostic] { engine.checkEverywhere() }

  /// Returns whether anything was applied.
  private mutating func applyRound() -> Bool {
    let candidates = candidates(among: remaining)
    guard !candidates.isEmpty else { return false }
    if attempt(candidates) { return true }
    // One of them at most, since the places of the others are others after it.
    return candidates.contains { candidate in
      if candidates.count > 1, attempt([candidate]) { return true }
      refused.insert(Refusal(candidate))
      return false
    }
  }

  /// The findings with fixes that do not overlap.
  private mutating func candidates(among diagnostics: [Diagnostic]) -> [Diagnostic] {
    let isIncomplete = diagnostics.contains { $0.hidesDeclarations }
    var taken: BytewiseDictionary<[Finding.Edit]> = [:]
    var candidates: [Diagnostic] = []
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fix, fix.safe || scope == .all, !isIncomplete || diagnostic.code.holdsBack,
        !diagnostic.isConsequence, !refused.contains(Refusal(diagnostic))
      else { continue }
      let document = document(of: diagnostic.file)
      guard isWritable(document) else {
        spared.insert(document)
        continue
      }
      let edits = taken[document] ?? []
      guard !fix.edits.isEmpty, !fix.edits.contains(where: { edit in edits.contains { $0.overlaps(edit) } }) else {
        continue
      }
      taken[document] = edits + fix.edits
      candidates.append(diagnostic)
    }
    return candidates
  }

  /// Applies fixes when they lead to no new finding. Returns whether they were applied.
  private mutating func attempt(_ candidates: [Diagnostic]) -> Bool {
    var edits: BytewiseDictionary<[Finding.Edit]> = [:]
    for diagnostic in candidates { edits[document(of: diagnostic.file), default: []] += diagnostic.fix?.edits ?? [] }
    var old: [Int: FileChange] = [:]
    var new: BytewiseDictionary<[UInt8]> = [:]
    for index in files.indices {
      let document = document(of: files[index].path)
      guard let edits = edits[document], case .bytes(let bytes) = files[index].content else { continue }
      old[index] = files[index]
      let fixed = bytes.applying(edits)
      files[index].content = .bytes(fixed)
      new[document] = fixed
    }
    engine.apply(old.keys.sorted().map { files[$0] })
    let found = check()
    let unread = BytewiseSet(candidates.filter(\.code.holdsBack).map(\.file))
    guard !found.hasNew(since: remaining, unread: unread) else {
      for (index, file) in old { files[index] = file }
      engine.apply(old.values.sorted { Bytewise($0.path) < Bytewise($1.path) })
      return false
    }
    remaining = found
    for (document, bytes) in new { changed[document] = bytes }
    applied += candidates.map { diagnostic in
      Applied(
        code: diagnostic.code, file: diagnostic.file, start: diagnostic.range?.start,
        title: diagnostic.fix?.title ?? "")
    }
    return true
  }

  private func document(of path: String) -> String { documents[path] ?? path }
}

/// A finding wherever its line has moved to.
private struct Essence: Hashable {
  package let code: DiagnosticCode
  @Bytewise package var file: String
  @Bytewise package var id: String?
  @Bytewise package var path: String?
  @Bytewise package var message: String

  package init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    file = diagnostic.file
    id = diagnostic.id
    path = diagnostic.path
    message = diagnostic.message
  }
}

/// A fix that leads to a new finding.
private struct Refusal: Hashable {
  package let finding: Essence
  @Bytewise package var title: String

  package init(_ diagnostic: Diagnostic) {
    finding = Essence(diagnostic)
    title = diagnostic.fix?.title ?? ""
  }
}

extension [Diagnostic] {
  /// Whether there is an error or a warning that was not there before, see `Fixing`.
  ///
  /// - Parameter unread: the files whose syntax was fixed.
  fileprivate func hasNew(since before: [Diagnostic], unread: BytewiseSet) -> Bool {
    func counts(_ diagnostics: [Diagnostic]) -> [Essence: Int] {
      diagnostics.reduce(into: [:]) { counts, diagnostic in
        guard diagnostic.severity > .info, diagnostic.code.isPublished, !diagnostic.isConsequence else { return }
        counts[Essence(diagnostic), default: 0] += 1
      }
    }
    let isSyntaxWorse = unread.contains { file in
      let count = { (diagnostics: [Diagnostic]) in
        diagnostics.count { Bytewise($0.file) == Bytewise(file) && $0.code.holdsBack }
      }
      return count(self) > count(before)
    }
    if isSyntaxWorse { return true }
    // What could not be read says more than its own: nobody could see it before.
    if !unread.isEmpty { return false }
    let known = counts(before)
    return counts(self).contains { $0.value > known[$0.key] ?? 0 }
  }
}

extension Finding.Edit {
  /// Whether the order of the two would matter; two insertions at one place are such.
  fileprivate func overlaps(_ other: Finding.Edit) -> Bool {
    range.start == other.range.start || range.start < other.range.end && other.range.start < range.end
  }
}

extension [UInt8] {
  /// The bytes with these edits, which do not overlap; what lies outside of them stays as it is.
  fileprivate func applying(_ edits: [Finding.Edit]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in edits.sorted(by: { $0.range.start < $1.range.start }) {
      let start = Swift.min(Int(edit.range.start), count)
      if start > end { result += self[end..<start] }
      result += edit.text.utf8
      end = Swift.max(end, Swift.min(Int(edit.range.end), count))
    }
    return result + self[end...]
  }
}
