// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// The difference between two load plans: the ids whose layout may differ, and their number.
///
/// These are the ids of files that one plan lacks or that changed places. If the suffixes differ, ids and objects with a suffix
/// are among them; if the base themes differ, base styles. References to these ids and heirs of these ids follow from their new results.
struct PlanDifference {
  /// Without repetitions.
  private var files: [FileID]
  /// Files of both plans, if the active suffixes differ.
  private var suffixedFiles: [FileID] = []
  private var isBaseDifferent: Bool

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
    isBaseDifferent = old.base != new.base
  }

  /// Two lists without their common beginning and end.
  private static func middles(
    _ left: ArraySlice<FileID>, _ right: ArraySlice<FileID>
  ) -> (ArraySlice<FileID>, ArraySlice<FileID>) {
    let head = zip(left, right).prefix { $0.index == $1.index }.count
    let (left, right) = (left.dropFirst(head), right.dropFirst(head))
    let tail = zip(left.reversed(), right.reversed()).prefix { $0.index == $1.index }.count
    return (left.dropLast(tail), right.dropLast(tail))
  }

  /// The ids, in no particular order and with repetitions. Costs O(ids of the differing files), and with other suffixes
  /// O(declarations of the common files).
  func symbols(_ database: Database) -> [SymbolID] {
    var symbols: [SymbolID] = []
    for file in files { symbols += database.symbols(in: file) }
    for file in suffixedFiles { symbols += database.suffixedSymbols(in: file) }
    if isBaseDifferent { symbols += database.baseStyles.values }
    return symbols
  }

  /// The approximate number of ids: those of the differing files. Costs O(files).
  func size(_ database: Database) -> Int { files.reduce(0) { $0 + database.declarations(in: $1).count } }
}

extension Database {
  fileprivate func symbols(in file: FileID) -> [SymbolID] { declarations(in: file).map(\.symbol) }

  /// The ids that have a suffix, or a key with a suffix.
  fileprivate func suffixedSymbols(in file: FileID) -> [SymbolID] {
    declarations(in: file).filter { symbol, declaration in
      self[declaration].hasSuffixes || names.suffix(name(symbol)) != nil
    }.map(\.symbol)
  }

  fileprivate func declarations(in file: FileID) -> [(symbol: SymbolID, declaration: DeclarationID)] {
    Int(file.index) < files.count ? files[Int(file.index)]?.declarations ?? [] : []
  }
}
