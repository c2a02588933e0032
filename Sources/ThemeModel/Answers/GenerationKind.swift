// SPDX-License-Identifier: MIT

/// What made a generation.
package enum GenerationKind: String, Sendable, CaseIterable {
  /// Files were written.
  case save
  /// Values were set at run time, or what was held back was dropped.
  case set
  /// Themes were chosen at run time.
  case use
  /// Unsaved texts were laid over files or taken back. All that they do between two saves is one generation.
  case overlay
  /// The first generation since the bundle was loaded.
  case start
}
