// SPDX-License-Identifier: GPL-2.0-or-later

/// A section of a program's manual page beside its commands: ENVIRONMENT, FILES or SIGNALS.
package struct ManualSection: Sendable {
  package typealias Entry = (name: String, meaning: String)

  package let title: String
  package let entries: [Entry]

  package init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }
}
