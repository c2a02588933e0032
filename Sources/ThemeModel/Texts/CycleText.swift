// SPDX-License-Identifier: MIT

/// A cycle in a message, from its first name round to that name: `a` -> `b` -> … (3 more) -> `a`.
///
/// - Parameters:
///   - names: the first names of the cycle, one at least.
///   - count: of all its names.
package func cycleText(_ names: [String], of count: Int) -> String {
  let others = count > names.count ? ["… (\(count - names.count) more)"] : []
  return (names.map { "`\($0)`" } + others + names.prefix(1).map { "`\($0)`" }).joined(separator: " -> ")
}
