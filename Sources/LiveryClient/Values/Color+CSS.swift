// SPDX-License-Identifier: MIT

public import ThemeModel

extension Color {
  /// A colour as style sheets write it: `#f80`, `#ff8800`, `#ff880080`, `rgb(255 136 0 / 50%)`, `rgba(255, 136, 0, 0.5)`,
  /// `color(srgb 1 0.5 0)`, `transparent`, one of the 17 colour names of CSS 2.1, `cyan`, `grey` or `magenta`. Letters may be of
  /// either case.
  ///
  /// Nil when the text is none of these: CSS Color Module Level 4, without `hsl()` and other colour spaces.
  public init?(css text: String) {
    let bytes = Array(text.utf8).trimmingBlanks.map(\.lowercased)
    if bytes.first == UInt8(ascii: "#") {
      self.init(hexadecimal: bytes.dropFirst())
    } else if bytes.last == UInt8(ascii: ")"), let open = bytes.firstIndex(of: UInt8(ascii: "(")) {
      self.init(
        function: String(decoding: bytes[..<open], as: UTF8.self),
        arguments: String(decoding: bytes[(open + 1)...].dropLast(), as: UTF8.self))
    } else if let color = Self.named.first(where: { bytes.elementsEqual($0.name.utf8) }) {
      self.init(hex: color.number)
    } else if bytes.elementsEqual("transparent".utf8) {
      self = .clear
    } else {
      return nil
    }
  }

  private static let named: [(name: String, number: UInt32)] = [
    ("black", 0x000000), ("silver", 0xc0c0c0), ("gray", 0x808080), ("grey", 0x808080), ("white", 0xffffff),
    ("maroon", 0x800000), ("red", 0xff0000), ("purple", 0x800080), ("fuchsia", 0xff00ff), ("magenta", 0xff00ff),
    ("green", 0x008000), ("lime", 0x00ff00), ("olive", 0x808000), ("yellow", 0xffff00), ("navy", 0x000080),
    ("blue", 0x0000ff), ("teal", 0x008080), ("aqua", 0x00ffff), ("cyan", 0x00ffff), ("orange", 0xffa500),
  ]

  /// Components that are joined by blanks, with `/` before the alpha, or all of them joined by commas.
  private init?(function: String, arguments: String) {
    var (components, alpha): ([String], [String]?)
    let list = arguments.words(between: ",")
    if list.count > 1 {
      guard (3...4).contains(list.count), list.allSatisfy({ $0.count == 1 }), function != "color" else { return nil }
      components = list.prefix(3).flatMap(\.self)
      alpha = list.count == 4 ? list[3] : nil
    } else {
      let halves = arguments.words(between: "/")
      guard halves.count <= 2 else { return nil }
      components = halves[0]
      alpha = halves.count == 2 ? halves[1] : nil
    }
    let scale: Double
    switch function {
    case "rgb", "rgba": scale = 255
    case "color":
      guard components.first == "srgb" else { return nil }
      components.removeFirst()
      scale = 1
    default: return nil
    }
    let numbers = components.compactMap { Self.number($0, of: scale) }
    guard components.count == 3, numbers.count == 3 else { return nil }
    self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
    guard let alpha else { return }
    guard alpha.count == 1, let number = Self.number(alpha[0], of: 1) else { return nil }
    self.alpha = number
  }

  /// A number or a percentage, clamped to 0...1.
  private static func number(_ word: String, of scale: Double) -> Double? {
    let isPercentage = word.utf8.last == UInt8(ascii: "%")
    let digits = isPercentage ? String(word.dropLast()) : word
    // `Double` also reads `nan`, `0x1p3` and `1.`, which are not CSS.
    let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || ".+-e".utf8.contains($0) }
    let endsInPoint = digits.prefix { $0 != "e" }.utf8.last == UInt8(ascii: ".")
    guard isNumber, !endsInPoint, let number = Double(digits) else { return nil }
    return min(max(number / (isPercentage ? 100 : scale), 0), 1)
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }

  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    guard let start = firstIndex(where: { !$0.isBlank }), let end = lastIndex(where: { !$0.isBlank }) else { return [] }
    return self[start...end]
  }
}

extension String {
  /// The words of each part between these separators.
  fileprivate func words(between separator: Character) -> [[String]] {
    split(separator: separator, omittingEmptySubsequences: false).map { part in
      part.utf8.split(whereSeparator: \.isBlank).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
