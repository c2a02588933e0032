// SPDX-License-Identifier: GPL-2.0-or-later

/// A theme in no particular language. Redbeard and SCSS are generated from it, so that both are equivalent.
///
/// A value is a constant, or an own property of a style. Inherited properties are not counted.
struct ThemeSketch {
  enum Expression {
    case color(String)
    case number(Int)
    case text(String)
    case flag(Bool)
    /// The id of an earlier constant.
    case reference(String)
  }

  struct Property {
    var name: String
    var expression: Expression
  }

  struct Style {
    var name: String
    /// The inherited style, which is an earlier one.
    var parent: String?
    var properties: [Property]
    /// The properties that differ when highlighted, often none.
    var highlighted: [Property] = []

    var valueCount: Int { properties.count + highlighted.count }
  }

  enum Item {
    case constant(Property)
    case style(Style)
  }

  private(set) var items: [Item] = []
  /// The last style, in a file of its own, which the benchmarks save. Nothing refers to its literals.
  let edited: Style
  private(set) var valueCount = 0

  /// Exactly `count` values, `edited` included: 8% literal colours, 8% references in chains of up to five hops, 4% numbers,
  /// the rest in styles of about ten properties, a quarter of which inherit, in chains of up to three.
  ///
  /// The same count and seed give the same theme. `count` is at least 100.
  init(valueCount count: Int, seed: UInt64 = 1) {
    precondition(count >= 100, "a sketch has at least 100 values")
    var random = RandomNumbers(seed: seed)
    edited = Style(
      name: "edited", parent: nil,
      properties: (0..<12).map { Property(name: "accent\($0)Color", expression: .color(random.color())) }
        + (0..<12).map { Property(name: "inset\($0)", expression: .number(random.below(64))) })
    let colorCount = count * 8 / 100
    let aliasCount = count * 8 / 100
    let numberCount = count * 4 / 100
    for index in 0..<colorCount {
      add(.constant(Property(name: "palette-\(index)", expression: .color(random.color()))))
    }
    var hops: [Int] = []
    for index in 0..<aliasCount {
      let target = index == 0 ? 0 : random.below(index)
      let isChained = index > 0 && random.chance(50) && hops[target] < 5
      hops.append(isChained ? hops[target] + 1 : 1)
      let name = isChained ? "color-\(target)" : "palette-\(random.below(colorCount))"
      add(.constant(Property(name: "color-\(index)", expression: .reference(name))))
    }
    for index in 0..<numberCount {
      add(.constant(Property(name: "metric-\(index)", expression: .number(random.below(64)))))
    }

    var maker = StyleMaker(colorCount: colorCount, aliasCount: aliasCount, numberCount: numberCount)
    while valueCount < count - edited.valueCount {
      add(.style(maker.next(atMost: count - edited.valueCount - valueCount, &random)))
    }
    valueCount += edited.valueCount
  }

  private mutating func add(_ item: Item) {
    items.append(item)
    switch item {
    case .constant: valueCount += 1
    case .style(let style): valueCount += style.valueCount
    }
  }
}

/// Makes styles one after the other. Each may inherit from an earlier one.
private struct StyleMaker {
  let colorCount: Int
  let aliasCount: Int
  let numberCount: Int
  /// The length of each style's chain of parents.
  private var depths: [Int] = []

  private static let colorNames = [
    "backgroundColor", "titleColor", "borderColor", "tintColor", "shadowColor", "separatorColor",
  ]
  private static let numberNames = ["cornerRadius", "borderWidth", "height", "margin", "spacing", "shadowRadius"]
  private static let textNames = ["textAlignment", "contentMode", "accessibilityTrait"]
  private static let flagNames = ["hidden", "clipsToBounds", "adjustsFontSize"]
  private static let texts = ["left", "center", "right", "scaleAspectFit", "button", "header"]

  init(colorCount: Int, aliasCount: Int, numberCount: Int) {
    self.colorCount = colorCount
    self.aliasCount = aliasCount
    self.numberCount = numberCount
  }

  mutating func next(atMost limit: Int, _ random: inout RandomNumbers) -> ThemeSketch.Style {
    var parent: String?
    var depth = 0
    if !depths.isEmpty, random.chance(25) {
      let candidate = random.below(depths.count)
      if depths[candidate] < 3 {
        parent = "style-\(candidate)"
        depth = depths[candidate] + 1
      }
    }
    let name = "style-\(depths.count)"
    depths.append(depth)

    let size = min(8 + random.below(5), limit)
    let highlightedSize = size > 4 && random.chance(40) ? 2 : 0
    var style = ThemeSketch.Style(name: name, parent: parent, properties: [])
    let names = Self.colorNames + Self.numberNames + Self.textNames + Self.flagNames
    // Each name once, from a random start in steps that share no factor with the number of names.
    let start = random.below(names.count)
    for index in 0..<(size - highlightedSize) {
      style.properties.append(property(names[(start + 5 * index) % names.count], &random))
    }
    for colorName in Self.colorNames.prefix(highlightedSize) {
      style.highlighted.append(property(colorName, &random))
    }
    return style
  }

  private func property(_ name: String, _ random: inout RandomNumbers) -> ThemeSketch.Property {
    let expression: ThemeSketch.Expression
    if Self.colorNames.contains(name) {
      expression =
        random.chance(80) ? .reference(colorReference(&random)) : .color(random.color())
    } else if Self.numberNames.contains(name) {
      expression =
        random.chance(30) ? .reference("metric-\(random.below(numberCount))") : .number(random.below(64))
    } else if Self.textNames.contains(name) {
      expression = .text(Self.texts[random.below(Self.texts.count)])
    } else {
      expression = .flag(random.chance(50))
    }
    return ThemeSketch.Property(name: name, expression: expression)
  }

  /// Most styles use a few colours, as in a shipping theme; the others use any.
  private func colorReference(_ random: inout RandomNumbers) -> String {
    if random.chance(60) { return "color-\(random.below(min(40, aliasCount)))" }
    return random.chance(70) ? "color-\(random.below(aliasCount))" : "palette-\(random.below(colorCount))"
  }
}
