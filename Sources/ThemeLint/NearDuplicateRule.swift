// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// A colour in bytes, as screens show it.
struct ColorBytes: Hashable, Sendable {
  private(set) var red, green, blue, alpha: UInt8

  /// Nil for a constant of another type than colour.
  init?(ofConstant value: Value) {
    guard value.typeName == "color", let color = value.srgbColor else { return nil }
    (red, green, blue) = color.bytes
    alpha = Color(red: color.alpha, green: 0, blue: 0).bytes.red
  }

  /// Without the alpha.
  var hex: String { Color(hex: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)).hex }

  func isNear(_ other: ColorBytes) -> Bool {
    alpha == other.alpha && Self.areNear(red, other.red) && Self.areNear(green, other.green)
      && Self.areNear(blue, other.blue)
  }

  private static func areNear(_ one: UInt8, _ two: UInt8) -> Bool { max(one, two) - min(one, two) <= nearness }

  /// The maximum difference in each component of two colours that look the same.
  private static let nearness: UInt8 = 2

  // MARK: Cells

  /// A cube of the colour space with four steps in each component, and one alpha: the smallest of which near colours lie in at most
  /// two in each component.
  struct Cell: Hashable { fileprivate let number: UInt32 }

  var cell: Cell { cell(red >> 2, green >> 2, blue >> 2) }

  /// The cells of all near colours: at most two in each component.
  var nearCells: [Cell] {
    func steps(_ byte: UInt8) -> ClosedRange<UInt8> {
      (byte < Self.nearness ? 0 : byte - Self.nearness) >> 2...(byte > 255 - Self.nearness ? 255 : byte + Self.nearness)
        >> 2
    }
    var cells: [Cell] = []
    for red in steps(red) {
      for green in steps(green) {
        for blue in steps(blue) { cells.append(cell(red, green, blue)) }
      }
    }
    return cells
  }

  private func cell(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Cell {
    Cell(number: UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }
}

/// LV3004: constants whose colours look the same and differ. Each is reported with the first such constant.
///
/// Costs O(constants): a cell has at most 64 colours.
func nearDuplicateFindings(_ constants: [KnownTheme.Member]) -> [DesignFinding] {
  var cells: [ColorBytes.Cell: [(place: Int, color: ColorBytes)]] = [:]
  var known: Set<ColorBytes> = []
  var findings: [DesignFinding] = []
  for (place, constant) in constants.enumerated() {
    // A constant and the constant that it refers to have exactly the same colour.
    guard let color = constant.facts.color, known.insert(color).inserted else { continue }
    // The colours of a cell are in the order of their places.
    let near = color.nearCells.compactMap { cell in cells[cell]?.first { color.isNear($0.color) } }
    if let first = near.min(by: { $0.place < $1.place }) {
      findings.append(finding(constant.name, color, near: constants[first.place].name, first.color))
    }
    cells[color.cell, default: []].append((place, color))
  }
  return findings
}

private func finding(_ name: String, _ color: ColorBytes, near other: String, _ otherColor: ColorBytes) -> DesignFinding
{
  DesignFinding(
    code: .nearDuplicateColor,
    message: "`\(name)` \(color.hex) is hardly distinguishable from `\(other)` \(otherColor.hex)",
    path: ["constants", name], related: [.init(message: "the other colour", path: ["constants", other])],
    help: "keep one of them, and refer to it")
}
