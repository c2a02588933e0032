// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel

/// What an element gets as people read it on a terminal.
struct CompositionText {
  let places: BundleFindings
  let width: Int
  let depth: ColorDepth

  /// - Parameter reply: that of the protocol's method `Compose`.
  func lines(_ reply: JSONObject) -> [StyledLine] {
    let layers = reply["layers"]?.array ?? []
    guard !layers.isEmpty else { return [StyledLine("no style of \(places.bundle) applies to this element", .dim)] }
    var lines = [StyledLine("layers, of which a later one wins", .bold)]
    lines += columns(layers.enumerated().map(layer), width: width, depth)
    var rows: [[StyledLine]] = []
    addRows(reply["properties"] ?? [:], at: [], origins(layers), &rows)
    lines += [StyledLine(), StyledLine(rows.isEmpty ? "no properties" : "properties", .bold)]
    return lines + columns(rows, width: width, depth)
  }

  // MARK: Layers

  private func layer(_ number: Int, _ layer: JSONValue) -> [StyledLine] {
    let states = (layer["states"]?.array ?? []).compactMap(\.string)
    let name = ([layer["id"]?.string].compactMap(\.self) + states).joined(separator: " / ")
    var status = StyledLine()
    switch layer["status"]?.string {
    case "dropped": status.append("dropped by \((layer["droppedBy"]?.count ?? 0) + 1)", .dim)
    case "missing": status.append("missing", .warning)
    default: break
    }
    return [
      StyledLine("\(number + 1) \(layer["kind"]?.string ?? "")"), StyledLine(name), status, place(of: layer),
    ]
  }

  private func place(of object: JSONValue) -> StyledLine {
    let place = StyledLine(placeIn: object, places)
    return place.spans.isEmpty ? StyledLine("-", .dim) : place
  }

  // MARK: Properties

  private struct Origin {
    var layer: StyledLine
    var place: StyledLine
  }

  /// By path.
  private func origins(_ layers: [JSONValue]) -> BytewiseDictionary<[Origin]> {
    var origins: BytewiseDictionary<[Origin]> = [:]
    for (number, layer) in layers.enumerated() {
      for property in layer["properties"]?.array ?? [] {
        let origin = Origin(layer: StyledLine("\(number + 1)", .dim), place: place(of: property))
        origins[property["path"]?.string ?? "", default: []].append(origin)
      }
    }
    return origins
  }

  /// A row for each leaf, and one more for each further layer that a list of calls comes from.
  private func addRows(
    _ value: JSONValue, at path: [String], _ origins: BytewiseDictionary<[Origin]>, _ rows: inout [[StyledLine]]
  ) {
    let text = path.map(Path.escape).joined(separator: "/")
    guard let found = origins[text] else {
      for member in value.object?.members ?? [] { addRows(member.value, at: path + [member.key], origins, &rows) }
      return
    }
    var name = StyledLine(text)
    var shown = StyledLine()
    shown.append(Value(json: value))
    for origin in found {
      rows.append([name, shown.truncated(to: 40, depth), origin.layer, origin.place])
      name = StyledLine()
      shown = StyledLine()
    }
  }
}
