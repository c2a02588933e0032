// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The order of a plan's files, for looking up.
struct Layers: Sendable {
  private var ranks: [Int32] = []
  /// What base styles are read from.
  let base: FileID?
  private let modifications: FileID?
  /// Which of the bundle's suffixes hold, as indices into `NameTable.suffixes`, most preferred first.
  let activeSuffixes: [Int]

  init(_ plan: LoadPlan, suffixes: [String]) {
    base = plan.base
    modifications = plan.modifications
    activeSuffixes = plan.activeSuffixes.compactMap { suffix in suffixes.firstIndex { Bytewise($0) == Bytewise(suffix) }
    }
    ranks = [Int32](repeating: -1, count: (plan.files.map { Int($0.index) }.max() ?? -1) + 1)
    for (rank, file) in plan.files.enumerated() { ranks[Int(file.index)] = Int32(rank) }
  }

  /// Where a file stands: the stronger the higher; -1 for one that is not in the plan.
  func rank(of file: FileID) -> Int32 {
    Int(file.index) < ranks.count ? ranks[Int(file.index)] : -1
  }

  func isModification(_ file: FileID) -> Bool { file == modifications }
}
