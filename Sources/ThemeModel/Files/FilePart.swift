// SPDX-License-Identifier: MIT

package import TextComparison

/// A part of a file that is a source of its own: a plan may load parts of one file in any order.
package enum FilePart: Sendable, Hashable {
  /// The value that keys of members and indices of elements lead to.
  ///
  /// - Parameter leftOut: keys of members of that value that do not count.
  case value(at: Bytewise<[String]>, leftOut: Bytewise<[String]>)
  /// Declarations that follow from those of several files, see `Plan.additions`.
  case addition(Int)
}
