// SPDX-License-Identifier: MIT

import Foundation

/// The seeds of a random test: its own, or those from the first to the last of `LIVERY_SEEDS=FIRST-LAST`.
package func seeds(_ own: UInt64...) -> [UInt64] {
  let text = ProcessInfo.processInfo.environment["LIVERY_SEEDS"] ?? ""
  let bounds = text.split(separator: "-").compactMap { UInt64($0) }
  return bounds.count == 2 && bounds[0] <= bounds[1] ? Array(bounds[0]...bounds[1]) : own
}
