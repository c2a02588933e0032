// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// What one load plan reads otherwise than another: the ids that may mean something else, and how many they are.
///
/// Concerned are the ids of files that one of the two lacks or that changed places among the common ones; with other suffixes,
/// ids that are written with one; with another base theme, base styles. What refers to such ids or inherits from them is found by
/// what these come to.
struct PlanDifference {
  /// Each once.
  private var files: [FileID]
  /// Files that both plans have, when other suffixes hold.
  private var suffixedFiles: [FileID] = []
  private var isBaseAnother: Bool

  /// Costs O(files).
  init(from old: LoadPlan, to new: LoadPlan) {
    let (before, after) = Self.middles(old.files[...], new.files[...])
    var moved = Set(before).symmetricDifference(after)
    let (left, right) = Self.middles(
      before.filter { !moved.contains($0) }[...], after.filter { !moved.contains($0) }[...])
    moved.formUnion(left + right)
    if old.modifications != new.modifications {
      moved.formUnion([old.modifications, new.modifications].compactMap(\.self))
    }
    files = Array(moved)
    if Bytewise(old.activeSuffixes) != Bytewise(new.activeSuffixes) {
      suffixedFiles = new.files.filter { !moved.contains($0) }
    }
    isBaseAnother = old.base != new.base
  }

  /// Two lists without what they have in common at the beginning and at the end.
  private static func middles(
    _ left: ArraySlice<FileID>, _ right: ArraySlice<FileID>
  ) -> (ArraySlice<FileID>, ArraySlice<FileID>) {
    let head = zip(left, right).prefix { $0.index == $1.index }.count
    let (left, right) = (left.dropFirst(head), right.dropFirst(head))
    let tail = zip(left.reversed(), right.reversed()).prefix { $0.index == $1.index }.count
    return (left.dropLast(tail), right.dropLast(tail))
  }

  /// The ids, in no particular order, and some repeatedly. Costs O(ids of these files), and with other suffixes a look at each
  /// declaration of the other ones.
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
