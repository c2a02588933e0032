// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel

extension OutputFormat {
  static let assetCatalog = OutputFormat(
    name: "xcassets", group: .native, comment: nil,
    summary: "An asset catalog of Xcode with the colours, a directory such as Theme.xcassets", options: [],
    modes: .appearances,
    policy: "Values other than colours are left out. Colours of Display P3 stay, those of other spaces are in sRGB.",
    takeover: "a build of the program",
    makesDirectory: true
  ) { (request, _) throws(OutputProblem) in
    var sets: [(name: String, path: String, colors: [JSONValue])] = []
    let modes = request.modes.map { mode in
      (appearance: mode.appearance, colors: ColorSet.colors(mode.theme, request.selection))
    }
    for entry in request.entries() {
      guard let color = entry.value.colorInSpace else { continue }
      var colors = [ColorSet.json(color, appearance: nil)]
      for mode in modes {
        guard let other = mode.colors[entry.path] else { continue }
        colors.append(ColorSet.json(other, appearance: mode.appearance))
      }
      sets.append((try ColorSet.name(entry), entry.path, colors))
    }
    // Disks of Macs compare names without case.
    try OutputName.checkUnique(sets.map { ($0.name, $0.path) }) { $0.lowercased() }
    var parts = [OutputContent.Part(path: "Contents.json", text: ColorSet.text(JSONObject()))]
    for set in sets {
      parts.append(
        OutputContent.Part(
          path: "\(set.name).colorset/Contents.json",
          text: ColorSet.text(JSONObject([(key: "colors", value: .array(set.colors))]))))
    }
    return .directory(parts.sorted { $0.path.precedesBytewise($1.path) })
  }
}

/// A colour of an asset catalog, with the forms that it has in other appearances.
private enum ColorSet {
  private static let maximumNameBytes = 100

  /// Letters of ASCII, digits, `_` and `-`.
  static func name(_ entry: OutputTheme.Entry) throws(OutputProblem) -> String {
    let spelt = try OutputName.css(entry).unicodeScalars.reduce(into: "") { name, scalar in
      name += scalar.isASCII ? String(scalar) : "-"
    }
    guard spelt.utf8.count <= maximumNameBytes else {
      throw OutputProblem(
        "the name of `\(entry.path)` is longer than \(maximumNameBytes) bytes",
        help: "rename it, or leave it out with `select`")
    }
    return spelt.isEmpty ? "_" : spelt
  }

  /// The colours of a theme by their paths.
  static func colors(_ theme: OutputTheme, _ selection: Selection) -> BytewiseDictionary<ColorInSpace> {
    var colors: BytewiseDictionary<ColorInSpace> = [:]
    for entry in theme.entries(in: selection) { colors[entry.path] = entry.value.colorInSpace }
    return colors
  }

  static func json(_ color: ColorInSpace, appearance: Roles.Appearance?) -> JSONValue {
    let isWide = color.space == .displayP3
    let components = isWide ? color.components.map { $0 ?? 0 } : [color.srgb.red, color.srgb.green, color.srgb.blue]
    let parts: JSONValue = [
      "red": .string("\(components[0])"), "green": .string("\(components[1])"), "blue": .string("\(components[2])"),
      "alpha": .string("\(color.alpha)"),
    ]
    var object = JSONObject()
    object["idiom"] = "universal"
    object["color"] = ["color-space": isWide ? "display-p3" : "srgb", "components": parts]
    object["appearances"] = appearance.map { [["appearance": "luminosity", "value": .string($0.rawValue)]] }
    return .object(object)
  }

  /// The text of a `Contents.json`.
  static func text(_ members: JSONObject) -> String {
    var object = members
    object["info"] = ["author": "xcode", "version": 1]
    return JSONValue.object(object).pretty + "\n"
  }
}
