// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeEngine
import ThemeModel

/// Applies the fixes that findings carry to the files of a bundle, in memory, until there is nothing left to apply.
///
/// Each round looks at the bundle afresh and applies the fixes that do not overlap; what overlaps waits for the next one.
/// While a file cannot be read or is missing, only what holds files back is fixed: a name that seems unknown may be declared
/// there.
struct Fixing {
  enum Scope: Sendable {
    /// What never changes the author's meaning.
    case safe
    case all
  }

  /// A fix that was applied, and where in the text as it was then.
  struct Applied: Equatable {
    let code: DiagnosticCode
    let file: String
    let start: SourcePosition?
    let title: String
  }

  /// Fixes that each make way for others end here. More rounds than that are no bundle's, but those of two rules at odds.
  static let maximumRounds = 64

  private(set) var applied: [Applied] = []
  /// What is found once nothing is left to apply.
  private(set) var remaining: [Diagnostic] = []
  /// Documents that may not be written, and have something to fix.
  private(set) var spared: BytewiseSet = []
  /// The texts that are other than they were, by the path of the document.
  private(set) var changed: BytewiseDictionary<[UInt8]> = [:]

  private let makeEngine: () -> ThemeEngine
  private let scope: Scope
  private var files: [FileChange]
  /// The document that a path leads to, where that has another name.
  private let documents: BytewiseDictionary<String>
  private let isWritable: (String) -> Bool

  /// - Parameters:
  ///   - files: all that is in the bundle.
  ///   - documents: for paths that are links, what they lead to: two paths of one document change together.
  ///   - isWritable: whether a document may be changed at all.
  init(
    _ files: [FileChange], documents: BytewiseDictionary<String> = [:], scope: Scope,
    isWritable: @escaping (String) -> Bool = { _ in true },
    makeEngine: @escaping () -> ThemeEngine = { ThemeEngine(bundle: "bundle") }
  ) {
    self.files = files
    self.documents = documents
    self.scope = scope
    self.isWritable = isWritable
    self.makeEngine = makeEngine
    remaining = check()
    var rounds = 0
    while rounds < Self.maximumRounds, applyRound(to: remaining) {
      remaining = check()
      rounds += 1
    }
  }

  private func check() -> [Diagnostic] {
    let engine = makeEngine()
    engine.apply(files)
    return engine.checkEverywhere()
  }

  /// Returns whether anything was applied.
  private mutating func applyRound(to diagnostics: [Diagnostic]) -> Bool {
    let isIncomplete = diagnostics.contains(where: \.code.hidesDeclarations)
    var edits: BytewiseDictionary<[Finding.Edit]> = [:]
    let countBefore = applied.count
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fix, fix.safe || scope == .all, !isIncomplete || diagnostic.code.holdsBack else {
        continue
      }
      let document = document(of: diagnostic.file)
      guard isWritable(document) else {
        spared.insert(document)
        continue
      }
      let taken = edits[document] ?? []
      guard !fix.edits.isEmpty, !fix.edits.contains(where: { edit in taken.contains { $0.overlaps(edit) } }) else {
        continue
      }
      edits[document] = taken + fix.edits
      applied.append(
        Applied(code: diagnostic.code, file: diagnostic.file, start: diagnostic.range?.start, title: fix.title))
    }
    for index in files.indices {
      let document = document(of: files[index].path)
      guard let edits = edits[document], case .bytes(let bytes) = files[index].content else { continue }
      let new = bytes.applying(edits)
      files[index].content = .bytes(new)
      changed[document] = new
    }
    return applied.count > countBefore
  }

  private func document(of path: String) -> String { documents[path] ?? path }
}

extension DiagnosticCode {
  /// Whether there may be declarations that nobody could read.
  fileprivate var hidesDeclarations: Bool {
    holdsBack || [.missingFile, .ambiguousFile, .outsideBundle, .limit, .noRoot, .unknownDialect].contains(self)
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
