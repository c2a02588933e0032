// SPDX-License-Identifier: MIT

/// A number with its noun, as people write it: `1 error`, `2 errors`, `2 fixes`.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : plural ?? "\(noun)s")"
}
