// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// What a design rule found in a resolved theme. It names paths; whoever knows the files makes places of them.
package struct DesignFinding: Sendable, Hashable {
  package struct Related: Sendable, Hashable {
    package var message: String
    package var path: [String]
  }

  package var code: DiagnosticCode
  /// One sentence without a full stop.
  package var message: String
  /// `constants` or `styles`, the id, and the keys within it.
  package var path: [String]
  package var related: [Related]
  /// The way out.
  package var help: String
}
