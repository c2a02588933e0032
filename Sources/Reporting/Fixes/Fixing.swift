// SPDX-License-Identifier: GPL-2.0-or-later

import StyledText
package import TextComparison
package import ThemeEngine
package import ThemeModel

/// Applies the fixes of findings to the files of a bundle, in memory, until no fix is left.
///
/// Each round checks the bundle and applies fixes that do not overlap. While findings hide declarations, only these findings are
/// fixed (`Diagnostic.isFixedFirst`): a name that seems unknown may be among the hidden ones.
///
/// A round that causes a new finding is undone, and half of its fixes are tried. A single fix that causes a new finding is refused for
/// good. A finding that hides declarations hides their findings, too: its fix may reveal these, but must not make
/// more of its file unread. Infos, such as those of design rules, do not count. A finding that only gets other words is not new: one
/// about two missing colours becomes one about the second when the first is there.
package struct Fixing {
  package enum Scope: Sendable {
    /// Only fixes that keep the author's meaning.
    case safe
    case all
  }

  /// An applied fix, with its place in the text before the fix.
  package struct Applied: Equatable {
    package let code: DiagnosticCode
    package let file: String
    package let start: SourcePosition?
    package let title: String
  }

  /// A limit for fixes that cause each other or new findings: each attempt costs a check of the bundle. Of 2,000 fixes, one that causes
  /// a new finding takes some twenty.
  package static let maximumAttempts = 512

  package private(set) var applied: [Applied] = []
  /// The findings after all fixes.
  package private(set) var remaining: [Diagnostic] = []
  /// Read-only documents that have fixes.
  package private(set) var spared: BytewiseSet = []
  /// The changed texts, by the path of the document.
  package private(set) var changed: BytewiseDictionary<[UInt8]> = [:]

  private let engine: ThemeEngine
  private var refused: Set<Refusal> = []
  /// The number of fixes that are tried next.
  private var batch = Int.max
  private(set) var attempts = 0
  private let maximumAttempts: Int
  private let scope: Scope
  private var files: [FileChange]
  /// The document of each path that is a link.
  private let documents: BytewiseDictionary<String>
  private let isWritable: (String) -> Bool

  /// - Parameters:
  ///   - files: all files of the bundle.
  ///   - documents: the targets of paths that are links. Two paths of one document change together.
  ///   - isWritable: whether a document may be changed.
  package init(
    _ files: [FileChange], documents: BytewiseDictionary<String> = [:], scope: Scope,
    maximumAttempts: Int = Self.maximumAttempts, isWritable: @escaping (String) -> Bool = { _ in true },
    makeEngine: @escaping () -> ThemeEngine = { ThemeEngine(bundle: "bundle") }
  ) {
    self.files = files
    self.documents = documents
    self.scope = scope
    self.maximumAttempts = maximumAttempts
    self.isWritable = isWritable
    engine = makeEngine()
    engine.apply(files)
    remaining = check()
    while applyRound() {}
  }

  private func check() -> [Diagnostic] { engine.checkEverywhere(isLimited: false) }

  /// Returns whether anything was applied.
  private mutating func applyRound() -> Bool {
    var candidates = candidates(among: remaining)[...]
    while !candidates.isEmpty, attempts < maximumAttempts {
      let tried = candidates.prefix(batch)
      if attempt(tried) {
        // The ranges of the others are invalid now.
        batch = 2 * tried.count
        return true
      }
      if tried.count == 1 { refused.insert(Refusal(candidates.removeFirst())) }
      batch = max(1, tried.count / 2)
    }
    return false
  }

  /// The findings with fixes that do not overlap.
  private mutating func candidates(among diagnostics: [Diagnostic]) -> [Diagnostic] {
    let isIncomplete = diagnostics.contains { $0.hidesDeclarations }
    var taken: BytewiseDictionary<DisjointRanges> = [:]
    var candidates: [Diagnostic] = []
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fix, fix.safe || scope == .all, !isIncomplete || diagnostic.isFixedFirst,
        !diagnostic.isConsequence, !refused.contains(Refusal(diagnostic))
      else { continue }
      let document = document(of: diagnostic.file)
      guard isWritable(document) else {
        spared.insert(document)
        continue
      }
      guard !fix.edits.isEmpty, taken[document, default: .init()].add(fix.edits.map(\.range)) else { continue }
      candidates.append(diagnostic)
    }
    return candidates
  }

  /// Applies fixes if they cause no new finding. Returns whether they were applied.
  private mutating func attempt(_ candidates: ArraySlice<Diagnostic>) -> Bool {
    attempts += 1
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
    let unread = BytewiseSet(candidates.filter(\.isFixedFirst).map(\.file))
    guard !found.hasNew(since: remaining, afterFixes: candidates.count, unread: unread) else {
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

/// A finding without its place, which fixes may move.
private struct Essence: Hashable {
  let code: DiagnosticCode
  @Bytewise var file: String
  @Bytewise var id: String?
  @Bytewise var path: String?
  @Bytewise var message: String

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    file = diagnostic.file
    id = diagnostic.id
    path = diagnostic.path
    message = diagnostic.message
  }

  /// Equal for all findings of the rule about the same value.
  var withoutWords: Essence {
    var essence = self
    essence.message = ""
    return essence
  }

  /// Equal for all findings of a rule in a file.
  init(anyOf diagnostic: Diagnostic) {
    code = diagnostic.code
    file = diagnostic.file
    message = ""
  }
}

/// A fix that causes a new finding.
private struct Refusal: Hashable {
  let finding: Essence
  @Bytewise var title: String

  init(_ diagnostic: Diagnostic) {
    finding = Essence(diagnostic)
    title = diagnostic.fix?.title ?? ""
  }
}

extension Diagnostic {
  /// Whether it may hide declarations, and with them other findings, so that its fix comes before theirs.
  package var isFixedFirst: Bool { code.holdsBack || hidesDeclarations }
}

extension [Diagnostic] {
  /// Whether there is a new error or warning, see `Fixing`.
  ///
  /// - Parameters:
  ///   - fixes: the number of fixes that were applied.
  ///   - unread: the files with hidden declarations that were fixed.
  fileprivate func hasNew(since before: [Diagnostic], afterFixes fixes: Int, unread: BytewiseSet) -> Bool {
    // Where not all findings are listed, a fixed one makes room for another one.
    let cut = BytewiseSet(before.lazy.filter { $0.code == .moreFindings }.map(\.file))
    func counts(_ diagnostics: [Diagnostic]) -> [Essence: Int] {
      diagnostics.reduce(into: [:]) { counts, diagnostic in
        guard diagnostic.severity > .info, diagnostic.code.isPublished, !diagnostic.isConsequence else { return }
        let essence = cut.contains(diagnostic.file) ? Essence(anyOf: diagnostic) : Essence(diagnostic)
        counts[essence, default: 0] += 1
      }
    }
    func hasMore(_ isCounted: (Diagnostic) -> Bool) -> Bool {
      func counts(_ diagnostics: [Diagnostic]) -> BytewiseDictionary<Int> {
        diagnostics.reduce(into: [:]) { counts, diagnostic in
          if isCounted(diagnostic), unread.contains(diagnostic.file) { counts[diagnostic.file, default: 0] += 1 }
        }
      }
      let known = counts(before)
      return counts(self).contains { file, count in count > known[file] ?? 0 }
    }
    // Of two equal keys only one is read.
    if hasMore(\.isFixedFirst) || hasMore({ $0.code == .duplicateKey }) { return true }
    // The other findings of these files were hidden before.
    if !unread.isEmpty { return false }
    let (known, found) = (counts(before), counts(self))
    if !found.hasMore(than: known) { return false }
    // Without a finding less for each fix, one of them may have changed only the words of its own finding.
    let removed = known.values.reduce(0, +) - found.values.reduce(0, +)
    return removed < fixes || found.withoutWords.hasMore(than: known.withoutWords)
  }
}

extension [Essence: Int] {
  fileprivate var withoutWords: [Essence: Int] {
    reduce(into: [:]) { $0[$1.key.withoutWords, default: 0] += $1.value }
  }

  fileprivate func hasMore(than before: Self) -> Bool { contains { $0.value > before[$0.key] ?? 0 } }
}

extension [UInt8] {
  /// The bytes after edits that do not overlap.
  package func applying(_ edits: [Finding.Edit]) -> [UInt8] {
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
