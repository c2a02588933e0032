// SPDX-License-Identifier: GPL-2.0-or-later

/// Why a value cannot be written in place of the present one.
package struct EditRefusal: Error, Hashable {
  /// A sentence for people.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
