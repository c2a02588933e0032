// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText
import TextComparison
package import ThemeComposition
import ThemeModel

/// What an element gets as people read it on a terminal.
package struct CompositionText {
  private let places: BundleFindings
  private let width: Int
  private let depth: ColorDepth

  /// - Parameters:
  ///   - places: names the files.
  ///   - width: in cells.
  package init(places: BundleFindings, width: Int, depth: ColorDepth) {
    self.places = places
    self.width = width
    self.depth = depth
  }

  package func lines(_ composition: PlacedComposition) -> [StyledLine] {
    let layers = composition.layers
    guard !layers.isEmpty else { return [StyledLine("no style of \(places.bundle) applies to this element", .dim)] }
    var lines = [StyledLine("layers, of which a later one wins", .bold)]
    lines += columns(layers.enumerated().map(layer), width: width, depth)
    var rows: [[StyledLine]] = []
    addRows(composition.properties, at: [], origins(layers), &rows)
    lines += [StyledLine(), StyledLine(rows.isEmpty ? "no properties" : "properties", .bold)]
    return lines + columns(rows, width: width, depth)
  }

  // MARK: Layers

  private func layer(_ number: Int, _ placed: PlacedLayer) -> [StyledLine] {
    let layer = placed.layer
    let name = ([layer.id].compactMap(\.self) + layer.states).joined(separator: " / ")
    var status = StyledLine()
    switch layer.status {
    case .dropped(let number): status.append("dropped by \(number + 1)", .dim)
    case .missing: status.append("missing", .warning)
    case .applied: break
    }
    return [StyledLine("\(number + 1) \(layer.kind.rawValue)"), StyledLine(name), status, line(placed.place)]
  }

  private func line(_ place: Cause?) -> StyledLine {
    place == nil ? StyledLine("-", .dim) : StyledLine(place, places)
  }

  // MARK: Properties

  private struct Origin {
    package var layer: StyledLine
    package var place: StyledLine
  }

  /// By path.
  private func origins(_ layers: [PlacedLayer]) -> BytewiseDictionary<[Origin]> {
    var origins: BytewiseDictionary<[Origin]> = [:]
    for (number, layer) in layers.enumerated() {
      for property in layer.properties {
        let origin = Origin(layer: StyledLine("\(number + 1)", .dim), place: line(property.place))
        origins[property.path, default: []].append(origin)
      }
    }
    return origins
  }

  /// A row for each leaf, and one more for each further layer that a list of calls comes from.
  private func addRows(
    _ value: Value, at path: [String], _ origins: BytewiseDictionary<[Origin]>, _ rows: inout [[StyledLine]]
  ) {
    let text = path.map(Path.escape).joined(separator: "/")
    guard let found = origins[text] else {
      guard case .object(let members) = value else { return }
      for member in members { addRows(member.value, at: path + [member.key], origins, &rows) }
      return
    }
    var name = StyledLine(text)
    var shown = StyledLine()
    shown.append(value)
    for origin in found {
      rows.append([name, shown.truncated(to: 40, depth), origin.layer, origin.place])
      name = StyledLine()
      shown = StyledLine()
    }
  }
}
