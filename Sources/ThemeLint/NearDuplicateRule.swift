// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// How far two colours may be apart in each component and count as near: nobody sees it.
private let nearness = 2

/// LV3004: constants that are colours which nobody can tell apart, and yet not the same. Each is told of one that comes
/// before it.
func nearDuplicateFindings(_ constants: [Value.Member]) -> [DesignFinding] {
  var colors: [(index: Int, name: String, hex: String, components: [Int])] = []
  var known: Set<[Int]> = []
  for (index, constant) in constants.enumerated() {
    guard case .color(let color) = constant.value else { continue }
    let components = [color.red, color.green, color.blue, color.alpha].map { component in
      Int((min(max(component, 0), 1) * 255).rounded())
    }
    // A constant that refers to another has the very same colour.
    guard known.insert(components).inserted else { continue }
    colors.append((index, constant.key, color.hex, components))
  }
  // Near ones are near in red, too.
  colors.sort { ($0.components[0], $0.index) < ($1.components[0], $1.index) }
  var findings: [(index: Int, finding: DesignFinding)] = []
  var nearest: [Int: Int] = [:]
  for (position, color) in colors.enumerated() {
    for other in colors[(position + 1)...].indices {
      guard colors[other].components[0] - color.components[0] <= nearness else { break }
      let differences = zip(color.components, colors[other].components).map { abs($0 - $1) }
      guard differences[3] == 0, differences.allSatisfy({ $0 <= nearness }), differences.contains(where: { $0 > 0 })
      else { continue }
      let (earlier, later) = color.index < colors[other].index ? (position, other) : (other, position)
      if let first = nearest[later], colors[first].index < colors[earlier].index { continue }
      nearest[later] = earlier
    }
  }
  for (later, earlier) in nearest {
    let (first, second) = (colors[earlier], colors[later])
    findings.append(
      (
        second.index,
        DesignFinding(
          code: .nearDuplicateColor,
          message: "`\(second.name)` \(second.hex) can hardly be told from `\(first.name)` \(first.hex)",
          path: ["constants", second.name],
          related: [.init(message: "the other colour", path: ["constants", first.name])],
          help: "keep one of them, and refer to it")
      ))
  }
  return findings.sorted { $0.index < $1.index }.map(\.finding)
}
