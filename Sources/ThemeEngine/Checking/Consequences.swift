// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// Marks findings that may be consequences of other findings, so that an error never leads to a false finding.
///
/// A reference may be unknown because its declaration is in a file that is missing or cannot be read. A constant may be unused
/// because the value that uses it is wrong.
struct Consequences {
  /// The findings, with marks on those that may follow from others.
  private(set) var diagnostics: [Diagnostic]
  /// Whether declarations are unknown without a served earlier state.
  let isIncomplete: Bool

  /// - Parameter all: the findings, before the manifest's policy and comments are applied.
  init(among all: [Diagnostic]) {
    let hidden = all.contains { $0.hidesDeclarations && $0.heldBackSince == nil }
    let isManifestFaulty = all.contains {
      $0.file == Manifest.path && $0.hidesDeclarations && $0.heldBackSince == nil
    }
    let isDoubtful = hidden || all.contains(where: \.isDoubt)
    // Findings about these ids are reported at their declarations.
    let faulty = all.lazy.filter { $0.severity == .error && $0.code.hidesDeclarationsOfFiles }.compactMap(\.id)
      .reduce(into: BytewiseSet()) { $0.insert($1) }
    let suggested = all.lazy.compactMap(\.suggestedName).reduce(into: BytewiseSet()) { $0.insert($1) }
    isIncomplete = hidden
    diagnostics = all.compactMap { diagnostic in
      if diagnostic.isUncertain || hidden && diagnostic.code == .unused, diagnostic.code.isAboutWhole { return nil }
      if diagnostic.code == .unused, let id = diagnostic.id, suggested.contains(id) { return nil }
      var diagnostic = diagnostic
      if diagnostic.hidesDeclarations {
        // Without its manifest a bundle may look like no dialect.
        diagnostic.isConsequence = isManifestFaulty && diagnostic.file.isEmpty
        if diagnostic.isConsequence { diagnostic.hidesDeclarations = false }
        return diagnostic
      }
      diagnostic.isConsequence =
        diagnostic.isUncertain && diagnostic.heldBackSince == nil
        || diagnostic.missingName.map(faulty.contains) ?? false
        || isDoubtful && diagnostic.code.mayFollowFromValues
        // The manifest's suppressions are unknown.
        || isManifestFaulty && diagnostic.file != Manifest.path && diagnostic.severity < .error
      return diagnostic
    }
  }

  /// The maximum number of places in the summary.
  private static let maximumRelated = 16

  /// Replaces findings about names that may be declared in unreadable files by one summary; in the order of lists.
  ///
  /// - Parameter diagnostics: the findings that policy and comments leave.
  static func summarized(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let isUnknown = { (diagnostic: Diagnostic) in diagnostic.isConsequence && diagnostic.isUncertain }
    let unknown = diagnostics.filter { isUnknown($0) && $0.missingName != nil }.inListOrder
    guard var summary = unknown.first else { return diagnostics.inListOrder }
    let names = unknown.compactMap(\.missingName).reduce(into: BytewiseSet()) { $0.insert($1) }.sorted()
    let causes = diagnostics.filter(\.hidesDeclarations)
    let place = Self.place(of: causes)
    if names.count == 1 {
      summary.message = "`\(names[0])` is not declared in the files that can be read; it may be declared in \(place)"
    } else {
      summary.message =
        "\(names.count) names are not declared in the files that can be read; they may be declared in \(place)"
      summary.id = nil
      summary.path = nil
    }
    summary.help = "fix \(causes.count == 1 ? "that" : "the errors above") first"
    summary.fix = nil
    summary.related = unknown.dropFirst().prefix(maximumRelated).map { other in
      .init(message: "`\(other.missingName ?? "")` is used here", file: other.file, range: other.range)
    }
    summary.related.insert(
      .init(message: "`\(summary.missingName ?? "")` is used here", file: summary.file, range: summary.range), at: 0)
    summary.heldBackSince = unknown.compactMap(\.heldBackSince).max()
    if !unknown.allSatisfy({ $0.contexts == summary.contexts }) { summary.contexts = [] }
    let rest = diagnostics.filter { !isUnknown($0) || $0.missingName == nil }
    return (rest + [summary]).inListOrder
  }

  /// The place of unknown declarations, in words.
  private static func place(of causes: [Diagnostic]) -> String {
    let missing: Set<DiagnosticCode> = [.missingFile, .ambiguousFile, .noRoot, .outsideBundle]
    if causes.allSatisfy({ missing.contains($0.code) }) {
      return causes.count == 1 ? "the file that is missing" : "the files that are missing"
    }
    let files = causes.map(\.file).reduce(into: BytewiseSet()) { $0.insert($1) }.sorted()
    if files.count == 1, !causes.contains(where: { missing.contains($0.code) }) {
      return "`\(files[0])`, which cannot be read"
    }
    return "files that are missing or cannot be read"
  }
}

extension Diagnostic {
  /// Whether the meaning of its place is unknown, and with it everything that depends on the place.
  fileprivate var isDoubt: Bool {
    if code.isAboutWhole { return false }
    let doubtful: [DiagnosticCode] = [.unknownKey, .looksLikeConstant, .badColor, .unknownReference]
    return severity == .error || doubtful.contains(code)
  }
}
