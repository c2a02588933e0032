// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeResolver

/// Storage that large values left behind is given back.
extension ThemeEngine {
  /// Resolves the bundle anew, into storage of its own size, when values that are gone left most of what is taken up.
  /// To be called after a publication. What is published stays the same, generation and digest included; snapshots that are
  /// kept from before take up what they did.
  ///
  /// Costs a look at each context and a few numbers, and a cold load when there is something to do: of a quarter at most of
  /// the values that were read since the last time. Does nothing while an earlier state is held.
  ///
  /// - Returns: whether storage was given back.
  package func compact() -> Bool {
    resolver.isSparse && resolveAnew()
  }

  /// Resolves the bundle anew, as `compact` says, however much storage is free.
  func resolveAnew() -> Bool {
    bringUpToDate()
    guard !hasUnpublishedChanges, !isHoldingBack, filesOverLimit.isEmpty, rootFinding == nil, dialectFinding == nil,
      contexts.values.allSatisfy({ $0.lastGood == nil })
    else { return false }
    withoutCauses {
      restart()
      invalidate(contexts.keys)
      bringUpToDate()
    }
    for (context, open) in contexts {
      guard let published = open.published else { continue }
      let state = state(context)
      guard published.digest == state.digest, published.generation == generation else { continue }
      let equal = current(context, findings: published.findings, state: state)
      contexts[context]?.published = equal
    }
    becomePast()
    return true
  }
}
