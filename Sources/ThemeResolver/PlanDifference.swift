// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What one load plan reads otherwise than another: the ids that may mean something else, and how many they are.
///
/// Concerned are the ids of files that one of the two lacks or that changed places among the common ones; with other suffixes,
/// ids that are written with one; with another base theme, base styles. What refers to such ids or inherits from them is found by
/// what these come to.
struct PlanDifference {
  private var files: Set<FileID>
  /// The common files, when other suffixes hold.
  private var suffixedFiles: Set<FileID> = []
  private var isBaseAnother: Bool

  init(from old: LoadPlan, to new: LoadPlan) {
    let before = Self.inEffect(old.files)
    let after = Self.inEffect(new.files)
    let common = Set(before).intersection(after)
    files = Set(before).union(after).subtracting(common)
    let (left, right) = (before.filter(common.contains), after.filter(common.contains))
    let head = zip(left, right).prefix { $0 == $1 }.count
    let tail = zip(left.dropFirst(head).reversed(), right.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    files.formUnion(left.dropFirst(head).dropLast(tail))
    if old.modifications != new.modifications {
      files.formUnion([old.modifications, new.modifications].compactMap(\.self))
    }
    if old.activeSuffixes != new.activeSuffixes { suffixedFiles = common.subtracting(files) }
    isBaseAnother = old.base != new.base
  }

  /// Each file once, where it counts: at its last place.
  private static func inEffect(_ files: [FileID]) -> [FileID] {
    var seen: Set<FileID> = []
    return files.reversed().filter { seen.insert($0).inserted }.reversed()
  }

  /// The ids, in no particular order, and some repeatedly. Costs O(ids of the files), and with other suffixes a look at
  /// each declaration of the common ones.
  func symbols(_ database: Database) -> [SymbolID] {
    var symbols: [SymbolID] = []
    for file in files { symbols += database.symbols(in: file) }
    for file in suffixedFiles { symbols += database.suffixedSymbols(in: file) }
    if isBaseAnother { symbols += database.baseStyles.values }
    return symbols
  }

  /// About how many they are: those of the files that differ. Costs O(files).
  func size(_ database: Database) -> Int { files.reduce(0) { $0 + database.declarations(in: $1).count } }
}

extension Database {
  /// The ids that a file declares, in no particular order.
  fileprivate func symbols(in file: FileID) -> [SymbolID] { declarations(in: file).map(\.symbol) }

  /// Those of them that are written with a suffix, or with a key that has one.
  fileprivate func suffixedSymbols(in file: FileID) -> [SymbolID] {
    declarations(in: file).filter { symbol, declaration in
      self[declaration].hasSuffixes || names.suffix(name(symbol)) != nil
    }.map(\.symbol)
  }

  fileprivate func declarations(in file: FileID) -> [(symbol: SymbolID, declaration: DeclarationID)] {
    Int(file.index) < files.count ? files[Int(file.index)]?.declarations ?? [] : []
  }
}
