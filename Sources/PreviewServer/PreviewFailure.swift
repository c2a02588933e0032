// SPDX-License-Identifier: GPL-2.0-or-later

/// Why a preview cannot go on, or cannot answer a page.
package struct PreviewFailure: Error {
  /// For an answer to a page: a status of HTTP.
  package let status: Int
  /// A sentence for people.
  package let reason: String

  package init(status: Int = 500, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
