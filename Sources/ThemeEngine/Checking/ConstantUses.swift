// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeResolver

/// The constants that values refer to, over several contexts. A constant that is used in one of them is used.
struct ConstantUses {
  /// By the number of the id: whether a context uses it. Shorter than the list of ids.
  private var isUsed: [Bool] = []
  /// The constants that some context does not use.
  private var found: [SymbolID: UnusedConstant] = [:]
  /// Whether any context has styles. A theme without styles consists of constants that programs ask for.
  private var hasStyles = false

  /// Adds those of a context, as of its last resolution. Costs O(ids).
  mutating func add(_ view: ViewID, of resolver: Resolver) {
    hasStyles = hasStyles || resolver.hasStyles(in: view)
    let (used, unused) = resolver.constants(in: view)
    let bound = used.reduce(0) { max($0, Int($1.index) + 1) }
    if bound > isUsed.count { isUsed += repeatElement(false, count: bound - isUsed.count) }
    for symbol in used { isUsed[Int(symbol.index)] = true }
    for constant in unused where found[constant.symbol] == nil { found[constant.symbol] = constant }
  }

  private func isUsed(_ symbol: SymbolID) -> Bool { Int(symbol.index) < isUsed.count && isUsed[Int(symbol.index)] }

  /// Findings about constants that are used in no context, in no particular order.
  var unused: [Finding] {
    guard hasStyles else { return [] }
    return found.values.filter { !isUsed($0.symbol) && $0.place.file != FileTable.modifications }.map { constant in
      Finding(
        .unused, "`\(constant.name)` is never used in this bundle", file: constant.place.file,
        range: constant.place.range, id: constant.name,
        help: "remove it, or use it; a program may still get it by name")
    }
  }
}
