// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeResolver

/// Which constants anything leads to, over several contexts: one that is of use in one of them is of use.
struct ConstantUses {
  private var used: Set<SymbolID> = []
  private var found: [SymbolID: ConstantUse] = [:]
  /// Whether there is anything that could lead to a constant: a theme without styles is made of constants for programs.
  private var hasStyles = false

  mutating func add(_ uses: (constants: [ConstantUse], hasStyles: Bool)) {
    hasStyles = hasStyles || uses.hasStyles
    for use in uses.constants {
      if use.isUsed { used.insert(use.symbol) } else if found[use.symbol] == nil { found[use.symbol] = use }
    }
  }

  /// The constants that nothing leads to in any context, in no particular order.
  var unused: [Finding] {
    guard hasStyles else { return [] }
    return found.values.filter { !used.contains($0.symbol) && $0.place.file != FileTable.modifications }.map { use in
      Finding(
        .unused, "`\(use.name)` is never used in this bundle", file: use.place.file, range: use.place.range,
        id: use.name,
        help: "remove it, or use it; a program may still get it by name")
    }
  }
}
