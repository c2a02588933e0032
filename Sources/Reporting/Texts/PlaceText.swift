// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText
package import ThemeModel

extension StyledLine {
  /// `palette.json:7:18` as a link to the file; empty without a place.
  package init(_ place: Cause?, _ places: BundleFindings) {
    self.init()
    guard let place else { return }
    append(
      "\(places.name(of: place.file)):\(place.line):\(place.column)", file: places.absolutePath(of: place.file))
  }
}
