// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText

/// The answers of `livery why` and `livery compose` as text for a terminal.
package struct AnswerText {
  /// Names the files.
  let places: BundlePlaces
  /// In cells.
  let width: Int
  let depth: ColorDepth

  package init(places: BundlePlaces, width: Int, depth: ColorDepth) {
    self.places = places
    self.width = width
    self.depth = depth
  }

  /// The maximum number of cells of a value, so that its place stays visible.
  static let valueWidth = 40
}
