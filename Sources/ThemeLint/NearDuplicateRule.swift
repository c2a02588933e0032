// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The maximum difference in each component of two colours that look the same.
private let nearness: UInt8 = 2

/// A colour in bytes, as screens show it.
private struct Components: Hashable {
  var red, green, blue, alpha: UInt8

  init(_ color: Color) {
    func byte(_ component: Double) -> UInt8 { UInt8((min(max(component, 0), 1) * 255).rounded()) }
    red = byte(color.red)
    green = byte(color.green)
    blue = byte(color.blue)
    alpha = byte(color.alpha)
  }

  func isNear(_ other: Components) -> Bool {
    func distance(_ one: UInt8, _ two: UInt8) -> UInt8 { max(one, two) - min(one, two) }
    return alpha == other.alpha && distance(red, other.red) <= nearness && distance(green, other.green) <= nearness
      && distance(blue, other.blue) <= nearness
  }
}

/// LV3004: constants whose colours look the same and differ. Each is reported with an earlier constant.
func nearDuplicateFindings(_ constants: [Value.Member]) -> [DesignFinding] {
  var colors: [(index: Int, components: Components)] = []
  var known: Set<Components> = []
  for (index, constant) in constants.enumerated() {
    guard constant.value.typeName == "color", let color = constant.value.srgbColor else { continue }
    let components = Components(color)
    // A constant and the constant that it refers to have exactly the same colour.
    if known.insert(components).inserted { colors.append((index, components)) }
  }
  // Near colours are also near in red.
  colors.sort { ($0.components.red, $0.index) < ($1.components.red, $1.index) }
  /// The first near constant, by the place of the later one.
  var nearest: [Int: Int] = [:]
  for (position, color) in colors.enumerated() {
    for other in colors[(position + 1)...] {
      guard other.components.red - color.components.red <= nearness else { break }
      guard color.components.isNear(other.components) else { continue }
      let (earlier, later) = (min(color.index, other.index), max(color.index, other.index))
      nearest[later] = min(earlier, nearest[later] ?? earlier)
    }
  }
  return nearest.sorted { $0.key < $1.key }.map { later, earlier in
    let (first, second) = (constants[earlier], constants[later])
    return DesignFinding(
      code: .nearDuplicateColor,
      message: "`\(second.key)` \(hex(second)) is hardly distinguishable from `\(first.key)` \(hex(first))",
      path: ["constants", second.key],
      related: [.init(message: "the other colour", path: ["constants", first.key])],
      help: "keep one of them, and refer to it")
  }
}

private func hex(_ constant: Value.Member) -> String {
  constant.value.srgbColor?.hex ?? ""
}
