// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeResolver

/// The constants that values refer to, over several contexts. A constant that is used in one of them is used.
struct ConstantUses {
  private var used: Set<SymbolID> = []
  private var found: [SymbolID: ConstantUse] = [:]
  /// Whether any context has styles. A theme without styles consists of constants that programs ask for.
  private var hasStyles = false

  mutating func add(_ uses: (constants: [ConstantUse], hasStyles: Bool)) {
    hasStyles = hasStyles || uses.hasStyles
    for use in uses.constants {
      if use.isUsed { used.insert(use.symbol) } else if found[use.symbol] == nil { found[use.symbol] = use }
    }
  }

  /// Findings about constants that are used in no context, in no particular order.
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
