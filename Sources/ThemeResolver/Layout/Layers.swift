// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The ranks of a plan's files, and its active suffixes.
struct Layers: Sendable {
  private var ranks: [Int32] = []
  /// Each file once.
  let files: [FileID]
  /// The file that base styles are read from.
  let base: FileID?
  private let modifications: FileID?
  /// The ranks of the active suffixes, by the index in `NameTable.suffixes`: the preferred one has the lowest.
  let suffixRanks: [Int: Int]
  /// See `LoadPlan`.
  let reportsRepeated: Bool

  init(_ plan: LoadPlan, suffixes: [String]) {
    base = plan.base
    reportsRepeated = plan.reportsRepeated
    modifications = plan.modifications
    suffixRanks = plan.activeSuffixes.isEmpty ? [:] : Self.ranks(of: plan.activeSuffixes, in: suffixes)
    ranks = [Int32](repeating: -1, count: (plan.files.map { Int($0.index) }.max() ?? -1) + 1)
    for (rank, file) in plan.files.enumerated() { ranks[Int(file.index)] = Int32(rank) }
    let ranks = ranks
    files = plan.files.enumerated().filter { ranks[Int($1.index)] == $0 }.map(\.element)
  }

  private static func ranks(of active: [String], in suffixes: [String]) -> [Int: Int] {
    let indices = BytewiseDictionary(suffixes.enumerated().lazy.map { ($1, $0) }, uniquingKeysWith: { $1 })
    let ranks = active.enumerated().compactMap { rank, suffix in indices[suffix].map { ($0, rank) } }
    return Dictionary(ranks, uniquingKeysWith: min)
  }

  /// The rank of a file: a higher rank wins. -1 for a file outside of the plan.
  func rank(of file: FileID) -> Int32 {
    Int(file.index) < ranks.count ? ranks[Int(file.index)] : -1
  }

  func isModification(_ file: FileID) -> Bool { file == modifications }
}
