// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
package import ThemeModel
import ThemeResolver

extension ThemeEngine {
  /// The values of a context that depend on the id at a path such as `constants/color-accent`, in the state that `apply` reached: the nearest
  /// first, then by path. Nil when nothing has this path. None while the context is served from a state whose files are gone.
  ///
  /// - Parameter maximum: ends with about this number.
  package func uses(of path: String, in context: Context, maximum: Int) -> [PlacedUse]? {
    let snapshot = open(context)
    contexts.bringUpToDate()
    guard value(at: path, in: snapshot) != nil else { return nil }
    let segments = Path.segments(of: path)
    let resolver = sources.linked.resolver
    guard let view = contexts.view(of: context), let section = ResolvedState.Section(rawValue: segments[0]),
      let symbol = resolver.symbol(named: segments[1], in: section, of: resolver.state(of: view))
    else { return [] }
    var seen: Set<PlacedUse> = []
    return resolver.uses(of: symbol, in: view, maximum: maximum).map { use in
      let isSet = use.place.file == FileTable.modifications
      return PlacedUse(
        path: use.path, depth: use.depth, place: isSet ? nil : locator.cause(use.place.file, use.place.range))
    }.filter { seen.insert($0).inserted }.sorted { ($0.depth, Bytewise($0.path)) < ($1.depth, Bytewise($1.path)) }
  }
}
