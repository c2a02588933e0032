// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeSyntax

enum FormattingFeature {
  /// Indentation and spacing of a file, or of a range of it. Line breaks, comments and the order stay.
  static func formatting(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file(), let (tree, isBroken) = file.bundle.engine.tree(of: file.path), !isBroken else {
      return .null
    }
    let range = request.parameters["range"] == nil ? 0..<file.text.bytes.count : try request.bytes(in: file)
    let options = request.parameters["options"]
    let width = options?["tabSize"]?.number.flatMap { Int(exactly: $0) } ?? 2
    let usesTabs = options?["insertSpaces"] == false
    let indent = usesTabs ? "\t" : String(repeating: " ", count: min(max(width, 0), 16))
    let bytes = file.text.bytes
    let gaps: [FormattedGap]
    switch tree.format {
    case .json: gaps = JSONGaps.gaps(in: bytes, indent)
    case .xmlPropertyList: gaps = XMLGaps.gaps(in: bytes, indent)
    case .yaml, .binaryPropertyList: return .null
    }
    return .array(
      gaps.filter { gap in
        range.lowerBound <= gap.range.lowerBound && gap.range.upperBound <= range.upperBound
          && !bytes[gap.range].elementsEqual(gap.text.utf8)
      }.map { gap in
        [
          "range": file.range(ByteRange(gap.range.lowerBound, gap.range.upperBound)),
          "newText": .string(gap.text),
        ]
      })
  }
}

/// The blanks between two words of a file, and the blanks that should be there.
struct FormattedGap {
  let range: Range<Int>
  let text: String

  /// Blanks with line ends: at most one empty line, and the next word at its depth.
  ///
  /// - Parameter blanks: those that are there.
  static func lines(_ blanks: ArraySlice<UInt8>, _ indent: String, depth: Int) -> String {
    let count = blanks.count { $0 == 0x0A }
    let end = blanks.contains(0x0D) ? "\r\n" : "\n"
    return String(repeating: end, count: min(count, 2)) + String(repeating: indent, count: max(depth, 0))
  }
}
