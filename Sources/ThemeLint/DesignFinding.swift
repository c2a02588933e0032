// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// A problem that a design rule finds in a resolved theme. It names paths; the engine turns them into places in files.
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
  /// The fix, in words.
  package var help: String
  /// Nil for the severity of the code.
  package var severity: Severity?
  /// The missing style, and the style that was probably meant.
  package var missingStyle: String?
  package var suggestedStyle: String?
  /// The written text, and the text that was probably meant.
  package var respelling: Finding.Respelling?
}
