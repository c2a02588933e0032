// SPDX-License-Identifier: GPL-2.0-or-later

package import StyledText
import TextComparison
package import ThemeComposition
import ThemeModel

extension AnswerText {
  /// The layers of an element, then its properties.
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

  /// The cells for the layer and the place of each property, by path.
  private func origins(_ layers: [PlacedLayer]) -> BytewiseDictionary<[[StyledLine]]> {
    var origins: BytewiseDictionary<[[StyledLine]]> = [:]
    for (number, layer) in layers.enumerated() {
      for property in layer.properties {
        origins[property.path, default: []].append([StyledLine("\(number + 1)", .dim), line(property.place)])
      }
    }
    return origins
  }

  /// A row for each leaf, and for each further layer of a list of calls.
  private func addRows(
    _ value: Value, at path: [String], _ origins: BytewiseDictionary<[[StyledLine]]>, _ rows: inout [[StyledLine]]
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
      rows.append([name, shown.truncated(to: Self.valueWidth, depth)] + origin)
      name = StyledLine()
      shown = StyledLine()
    }
  }
}
