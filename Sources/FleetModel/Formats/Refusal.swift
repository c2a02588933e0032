// SPDX-License-Identifier: GPL-2.0-or-later

/// Why a manifest, a list of files or a bundle is not taken: one sentence without a full stop.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
