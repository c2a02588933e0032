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

  /// What the whole list says about each finding.
  private struct Causes {
    /// Whether declarations are unknown without a served earlier state.
    var areDeclarationsHidden = false
    var isManifestFaulty = false
    var isDoubtful = false
    /// Findings about these ids are reported at their declarations.
    var faulty: BytewiseSet = []
    var suggested: BytewiseSet = []

    init(_ all: [Diagnostic]) {
      for diagnostic in all {
        if diagnostic.hidesDeclarations, diagnostic.heldBackSince == nil {
          areDeclarationsHidden = true
          // The manifest is valid where it names a missing file.
          isManifestFaulty = isManifestFaulty || diagnostic.file == Manifest.path && diagnostic.code != .missingFile
        }
        isDoubtful = isDoubtful || diagnostic.isDoubt
        if diagnostic.severity == .error, diagnostic.code.hidesDeclarationsOfFiles, let id = diagnostic.id {
          faulty.insert(id)
        }
        if let name = diagnostic.suggestedName { suggested.insert(name) }
      }
      isDoubtful = isDoubtful || areDeclarationsHidden
    }

    /// Whether a finding may be false and is left out.
    func mayFalsify(_ diagnostic: Diagnostic) -> Bool {
      let isHidden = areDeclarationsHidden && diagnostic.code == .unused
      if diagnostic.code.needsCompleteBundle, diagnostic.isUncertain || isHidden { return true }
      return diagnostic.code == .unused && diagnostic.id.map(suggested.contains) ?? false
    }

    func mayLead(to diagnostic: Diagnostic) -> Bool {
      // Without its manifest a bundle may look like no dialect.
      if diagnostic.hidesDeclarations { return isManifestFaulty && diagnostic.file.isEmpty }
      return diagnostic.isUncertain && diagnostic.heldBackSince == nil
        || diagnostic.missingName.map(faulty.contains) ?? false
        || isDoubtful && diagnostic.code.mayFollowFromValues
        // The manifest's suppressions are unknown.
        || isManifestFaulty && diagnostic.file != Manifest.path && diagnostic.severity < .error
    }
  }

  /// - Parameter all: the findings, before the manifest's policy and comments are applied.
  init(among all: [Diagnostic]) {
    diagnostics = all
    Self.dropRepeatedTexts(&diagnostics)
    let causes = Causes(diagnostics)
    isIncomplete = causes.areDeclarationsHidden
    diagnostics.removeAll(where: causes.mayFalsify)
    for number in diagnostics.indices where causes.mayLead(to: diagnostics[number]) {
      diagnostics[number].isConsequence = true
      diagnostics[number].hidesDeclarations = false
    }
  }

  /// A text that the dialect takes for a number may be an error at the same place. Then the error alone is kept, with the help and the
  /// fix of the warning.
  private static func dropRepeatedTexts(_ diagnostics: inout [Diagnostic]) {
    var texts: [Place: Int] = [:]
    for (number, diagnostic) in diagnostics.enumerated() where diagnostic.code == .numberInString {
      if let place = Place(of: diagnostic) { texts[place] = number }
    }
    if texts.isEmpty { return }
    var repeated: Set<Place> = []
    for number in diagnostics.indices where diagnostics[number].severity == .error {
      guard let place = Place(of: diagnostics[number]), let text = texts[place] else { continue }
      diagnostics[number].help = diagnostics[text].help
      diagnostics[number].fix = diagnostics[text].fix
      repeated.insert(place)
    }
    if !repeated.isEmpty {
      diagnostics.removeAll { $0.code == .numberInString && Place(of: $0).map(repeated.contains) ?? false }
    }
  }

  private struct Place: Hashable {
    @Bytewise private var file: String
    private let start: Int
    private let end: Int

    init?(of diagnostic: Diagnostic) {
      guard let range = diagnostic.range else { return nil }
      file = diagnostic.file
      start = range.start.offset
      end = range.end.offset
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
    let causes = diagnostics.filter(\.hidesNames)
    let place = Self.place(of: causes)
    if names.count == 1 {
      summary.message = "`\(names[0])` is not declared in the files that can be read; it may be declared in \(place)"
    } else {
      summary.message =
        "\(names.count) names are not declared in the files that can be read; they may be declared in \(place)"
      summary.id = nil
      summary.path = nil
    }
    summary.help =
      causes.isEmpty
      ? "remove the suppression of that finding to see it, and fix it first"
      : "fix \(causes.count == 1 ? "that" : "the errors above") first"
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
    if causes.isEmpty { return "a part of a file that a suppressed finding hides" }
    if causes.allSatisfy({ $0.code == .ambiguousFile }) { return "one of the files of the same name" }
    let missing: Set<DiagnosticCode> = [.missingFile, .ambiguousFile, .noRoot, .outsideBundle]
    if causes.allSatisfy({ missing.contains($0.code) }) {
      return causes.count == 1 ? "the file that is missing" : "the files that are missing"
    }
    let files = causes.map(\.file).reduce(into: BytewiseSet()) { $0.insert($1) }.sorted()
    if files.count == 1, !causes.contains(where: { missing.contains($0.code) }) {
      let isUnreadable = causes.contains(where: \.code.holdsBack)
      return isUnreadable ? "`\(files[0])`, which cannot be read" : "a part of `\(files[0])` that its finding hides"
    }
    return "files that are missing or cannot be read"
  }
}

extension Diagnostic {
  /// Whether ids may be declared that are unknown because of this. An unknown rule hides only which findings are wanted.
  var hidesNames: Bool { hidesDeclarations && code != .unknownRule }

  /// Whether the meaning of its place is unknown, and with it everything that depends on the place.
  fileprivate var isDoubt: Bool {
    if code.needsCompleteBundle { return false }
    let doubtful: [DiagnosticCode] = [.unknownKey, .looksLikeConstant, .badColor, .unknownReference]
    return severity == .error || doubtful.contains(code)
  }
}
