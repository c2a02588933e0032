// SPDX-License-Identifier: MIT

/// A number with its noun, as people write it: `1 error`, `2 errors`.
package func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
