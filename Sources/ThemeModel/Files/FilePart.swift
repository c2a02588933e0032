// SPDX-License-Identifier: MIT

package import TextComparison

/// A part of a file that is a source of its own: a plan may load parts of one file in any order.
package enum FilePart: Sendable, Hashable {
  /// The value at keys of members and indices of elements.
  ///
  /// - Parameter leftOut: keys of members of that value to ignore.
  case value(at: Bytewise<[String]>, leftOut: Bytewise<[String]>)
  /// Declarations that are derived from several files, see `Plan.additions`.
  case addition(Int)
}
