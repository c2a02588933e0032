// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeResolver

/// The constants that values refer to, over several contexts. A constant that is used in one of them is used.
struct ConstantUses {
  /// By the number of the id: whether a context uses it.
  private var isUsed: [Bool] = []
  /// The constants that some context does not use, and by the number of the id: whether it is among them.
  private var found: [UnusedConstant] = []
  private var isFound: [Bool] = []
  /// Whether any context has styles. A theme without styles consists of constants that programs ask for.
  private var hasStyles = false

  /// Adds those of a context, as of its last resolution. Costs O(ids).
  mutating func add(_ view: ViewID, of resolver: Resolver) {
    hasStyles = hasStyles || resolver.hasStyles(in: view)
    let (used, unused) = resolver.constants(in: view)
    for symbol in used { _ = isUsed.insert(symbol) }
    for constant in unused where isFound.insert(constant.symbol) { found.append(constant) }
  }

  /// Findings about constants that are used in no context, in no particular order.
  var unused: [Finding] {
    guard hasStyles else { return [] }
    return found.filter { !isUsed.holds($0.symbol) && $0.place.file != FileTable.modifications }.map { constant in
      Finding(
        .unused, "`\(constant.name)` is never used in this bundle", file: constant.place.file,
        range: constant.place.range, id: constant.name,
        help: "remove it, or use it; a program may still get it by name")
    }
  }
}

/// A set of ids, by their numbers. Shorter than the list of ids.
extension [Bool] {
  fileprivate func holds(_ symbol: SymbolID) -> Bool { Int(symbol.index) < count && self[Int(symbol.index)] }

  /// Returns whether the id is new.
  fileprivate mutating func insert(_ symbol: SymbolID) -> Bool {
    let index = Int(symbol.index)
    if index >= count { self += repeatElement(false, count: Swift.max(index + 1, 2 * count) - count) }
    defer { self[index] = true }
    return !self[index]
  }
}
