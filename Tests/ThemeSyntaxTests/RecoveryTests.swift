// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel
import ThemeSyntax

/// A theme as people write them: 30 lines with everything that the format has.
private let theme = """
  {
    // Buttons of the checkout.
    "checkout-button": {
      "inherits": "ref://button",
      "titleColor": "ref://palette-blue-grey-500",
      "borderWidth": 1,
      "borderColor": "#ff9900",
      "enabled": true,
      "insets": [4, 8.5, 4, 8],
      "highlighted": {
        "backgroundColor": "glyph://star/white/12",
        "alpha": 0.5
      },
      "selected": { "alpha": 1, "on": false }
    },
    "fonts": [
      { "name": "Avenir-Heavy", "size": 17 },
      { "style": "headline" }
    ],
    "themes": [
      "base.json",
      "dark.json",
      "comment: none"
    ],
    "empty": {},
    "nothing": null,
    "text": "It said \\"hello\\", {twice}",
    "palette-white": "#ffffff",
    "margin_iPad": -12e0
  }

  """

/// The tokens of a text without errors, and each quotation mark.
private func tokens(_ text: String) -> [Range<Int>] {
  let bytes = Array(text.utf8)
  var result: [Range<Int>] = []
  var at = 0
  while at < bytes.count {
    let start = at
    at += 1
    switch bytes[start] {
    case 0x20, 0x0A: continue
    case UInt8(ascii: "/"): while bytes[at] != 0x0A { at += 1 }
    case UInt8(ascii: "\""):
      while bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
      at += 1
      result += [start..<start + 1, at - 1..<at]
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"):
      break
    default: while ![0x20, 0x0A, 0x2C, 0x5D, 0x7D].contains(bytes[at]) { at += 1 }
    }
    result.append(start..<at)
  }
  return result
}

@Suite struct RecoveryTests {
  private func errors(_ bytes: [UInt8]) -> [Finding] { parseJSON(bytes).findings.filter { $0.severity == .error } }

  @Test func theThemeIsRight() {
    #expect(errors(Array(theme.utf8)).isEmpty)
  }

  @Test func survey() {
    let bytes = Array(theme.utf8)
    var histogram: [Int: Int] = [:]
    for token in tokens(theme) {
      for (name, broken) in [
        ("delete", bytes[..<token.lowerBound] + bytes[token.upperBound...]),
        ("double", bytes[..<token.upperBound] + bytes[token.lowerBound...]),
      ] {
        let broken = Array(broken)
        let lines = LineTable(broken)
        let found = errors(broken)
        histogram[found.count, default: 0] += 1
        let line = lines.position(token.lowerBound).line
        let here = found.filter { abs(lines.range($0.range ?? ByteRange(0, 0)).start.line - line) <= 1 }
        if found.count > 1 || (found.count == 1 && here.isEmpty) {
          print(name, String(decoding: bytes[token], as: UTF8.self), "line", line)
          for finding in found {
            let place = lines.range(finding.range ?? ByteRange(0, 0)).start
            print("    ", finding.code, place.line, place.column, finding.message)
          }
        }
      }
    }
    print(histogram)
  }
}
