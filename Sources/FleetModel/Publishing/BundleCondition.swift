// SPDX-License-Identifier: GPL-2.0-or-later

/// Whether a bundle is in a condition to be published.
package struct BundleCondition: Hashable, Sendable {
  package var errors: Int
  /// Values and files that keep an earlier state.
  package var held: Int
  package var unreadable: Int
  /// Unsaved texts of editors.
  package var overlays: Int

  package init(errors: Int, held: Int, unreadable: Int, overlays: Int) {
    self.errors = errors
    self.held = held
    self.unreadable = unreadable
    self.overlays = overlays
  }

  /// Why it is not published now, as the rest of a sentence; nil when it is.
  ///
  /// - Parameter errorsAllowed: `--allow-errors`. Values that are held back and unsaved texts exist on this machine alone: they are
  ///   never published.
  package func obstacle(errorsAllowed: Bool) -> String? {
    if overlays > 0 { return "an editor shows an unsaved text" }
    if unreadable > 0 { return "a file cannot be read" }
    if held > 0 { return "a last good state is served in place of what the files say" }
    if errors > 0, !errorsAllowed { return "it has \(errors == 1 ? "an error" : "\(errors) errors")" }
    return nil
  }
}
