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
  /// The active suffixes, as indices into `NameTable.suffixes`, the preferred one first.
  let activeSuffixes: [Int]
  /// See `LoadPlan`.
  let reportsRepeated: Bool

  init(_ plan: LoadPlan, suffixes: [String]) {
    base = plan.base
    reportsRepeated = plan.reportsRepeated
    modifications = plan.modifications
    activeSuffixes = plan.activeSuffixes.compactMap { suffix in suffixes.firstIndex { Bytewise($0) == Bytewise(suffix) }
    }
    ranks = [Int32](repeating: -1, count: (plan.files.map { Int($0.index) }.max() ?? -1) + 1)
    for (rank, file) in plan.files.enumerated() { ranks[Int(file.index)] = Int32(rank) }
    let ranks = ranks
    files = plan.files.enumerated().filter { ranks[Int($1.index)] == $0 }.map(\.element)
  }

  /// The rank of a file: a higher rank wins. -1 for a file outside of the plan.
  func rank(of file: FileID) -> Int32 {
    Int(file.index) < ranks.count ? ranks[Int(file.index)] : -1
  }

  func isModification(_ file: FileID) -> Bool { file == modifications }
}
