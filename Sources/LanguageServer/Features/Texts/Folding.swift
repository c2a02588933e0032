// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeEngine
import ThemeModel
import ThemeSyntax

enum StructureFeatures {
  /// Every object and array over several lines.
  static func foldingRanges(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let file = try request.file(), let tree = file.bundle.tree(of: file.path), tree.hasPlaces,
      let root = tree.root
    else { return [] }
    let text = file.text
    var lines: Set<Int> = []
    var folds: [JSONValue] = []
    var rest = [root]
    while let node = rest.popLast() {
      switch tree.kind(of: node) {
      case .object: rest += tree.members(of: node).map(\.value)
      case .array: rest += tree.elements(of: node)
      case .string, .number, .bool, .null, .invalid: continue
      }
      let range = text.lines(of: tree.range(of: node))
      // The line of the closing bracket stays visible.
      let end = tree.format == .yaml ? range.upperBound : range.upperBound - 1
      guard end > range.lowerBound, lines.insert(range.lowerBound).inserted else { continue }
      folds.append(["startLine": .number(Double(range.lowerBound)), "endLine": .number(Double(end))])
    }
    return .array(folds)
  }

  /// The ranges to which a selection grows: the content of a text, the value, the member, the object, and so on.
  static func selectionRanges(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let positions = request.parameters["positions"]?.array else {
      throw .invalidParameters("a selection has `positions`")
    }
    guard let file = try request.file() else { return .null }
    let bytes = file.text.bytes
    var selections: [JSONValue] = []
    for position in positions {
      let offset = file.text.offset(of: try TextPosition(position), request.client.encoding)
      var ranges = file.bundle.tree(of: file.path).flatMap { TreePlace($0, offset) }?.ranges ?? []
      if let inner = ranges.last, let content = ContentRange.content(of: inner, in: bytes),
        content.contains(offset) || content.upperBound == offset
      {
        ranges.append(ByteRange(content.lowerBound, content.upperBound))
      }
      // Each contains the next one, and the file all of them.
      var last = ByteRange(0, bytes.count)
      var selection: JSONValue = ["range": file.range(last)]
      for range in ranges where range != last && (range.bytes.contains(offset) || Int(range.end) == offset) {
        last = range
        selection = ["range": file.range(range), "parent": selection]
      }
      selections.append(selection)
    }
    return .array(selections)
  }
}
