// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Which findings of a view are known, and whether making them anew would give the same: so that a save beside a thousand findings
/// costs as much as one without them.
struct KnownReports: Sendable {
  /// What the findings of a view were made of.
  private struct Basis: Sendable {
    let number: Int
    /// The `View.findingsRevision`.
    let revision: Int
    /// See `ColorNames`. Nil if no finding has a suggestion.
    let colors: UInt64?
    /// The files with places that the findings name or were chosen from, each with its number of updates.
    let files: [FileID: UInt32]
  }

  private var reports: [ViewID: Basis] = [:]
  private var last = 0
  /// By file: how often it was updated.
  private var updates: [UInt32] = []

  /// The number of the last findings, if they would be the same now, in the same texts. `colors` is called if they depend on it.
  func number(of view: ViewID, revision: Int, colors: () -> UInt64) -> Int? {
    guard let known = reports[view], known.revision == revision,
      known.files.allSatisfy({ updates(of: $0.key) == $0.value })
    else { return nil }
    return known.colors == nil || known.colors == colors() ? known.number : nil
  }

  /// Notes new findings. They get the next number.
  ///
  /// - Parameter others: files with places that the findings do not name but depend on.
  mutating func note(
    _ findings: [Finding], of view: ViewID, revision: Int, besides others: Set<FileID>, colors: () -> UInt64
  ) {
    last += 1
    var files: [FileID: UInt32] = [:]
    for file in others { files[file] = updates(of: file) }
    for finding in findings {
      if let file = finding.file { files[file] = updates(of: file) }
      for related in finding.related { if let file = related.file { files[file] = updates(of: file) } }
    }
    let isSuggesting = findings.contains { $0.missing != nil }
    reports[view] = Basis(number: last, revision: revision, colors: isSuggesting ? colors() : nil, files: files)
  }

  /// Records that places of a file changed, other than those that move with the text around them.
  mutating func noteUpdate(of file: FileID) {
    while updates.count <= Int(file.index) { updates.append(0) }
    updates[Int(file.index)] &+= 1
  }

  private func updates(of file: FileID) -> UInt32 { Int(file.index) < updates.count ? updates[Int(file.index)] : 0 }

  /// Releases what is known of a view that is closed, or begins anew.
  mutating func forget(_ view: ViewID) { reports[view] = nil }
}
