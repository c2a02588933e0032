// SPDX-License-Identifier: MIT

/// The cause of a generation.
package enum GenerationKind: String, Sendable, CaseIterable {
  /// Files were written.
  case save
  /// Values were set at run time, or last good values were dropped.
  case set
  /// Themes were chosen at run time.
  case use
  /// Unsaved texts were laid over files or taken back. All that they do between two saves is one generation.
  case overlay
  /// The first generation since the bundle was loaded.
  case start
}
