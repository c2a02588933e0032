// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

extension LanguageServer {
  private static let maximumItems = 200

  /// How a dialect writes a reference to an id.
  private static func reference(to id: String, isStyle: Bool, in dialect: DialectName?) -> String? {
    switch dialect {
    case .redbeard: "ref://\(id)"
    case .giotto: isStyle ? "style:\(id)" : id
    case .oracle: "@resource:\(id)"
    case .tokens: "{\(id)}"
    case .inlthemes, .flat: id
    case .base16, nil: nil
    }
  }

  func completion(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let place = try place(parameters) else { return .null }
    guard let string = string(around: place) else { return ["isIncomplete": false, "items": []] }
    let bundle = place.bundle
    let dialect = bundle.engine.dialectName
    let typed = String(decoding: bundle.text(of: place.file).bytes[string.lowerBound..<place.offset], as: UTF8.self)
    let whole = range(ByteRange(string.lowerBound, string.upperBound), of: place.file, in: bundle)
    // What is typed of the id, without the sign of a reference.
    let query = typed.split { ":/{@".contains($0) }.last.map { $0.lowercased() } ?? ""
    var items: [(rank: Int, item: JSONValue)] = []
    for id in bundle.ids {
      guard query.isEmpty || typed.hasSuffix("{") || id.name.lowercased().holds(query),
        let reference = Self.reference(to: id.name, isStyle: id.section == "styles", in: dialect)
      else { continue }
      let isPrefix = id.name.lowercased().hasPrefix(query)
      let color = id.value.colorInSpace
      var item = JSONObject()
      item["label"] = .string(id.name)
      // A colour is 16, a class 7, a constant 21.
      item["kind"] = .number(color != nil ? 16 : id.section == "styles" ? 7 : 21)
      if let hint = id.value.hint { item["detail"] = .string(hint) }
      if let color { item["documentation"] = .string(color.srgb.hex) }
      item["filterText"] = .string(reference)
      item["sortText"] = .string((isPrefix ? "0" : "1") + id.name)
      item["textEdit"] = ["range": whole, "newText": .string(reference)]
      items.append((isPrefix ? 0 : 1, .object(item)))
    }
    let isIncomplete = items.count > Self.maximumItems
    if isIncomplete { items.sort { $0.rank < $1.rank } }
    return [
      "isIncomplete": .bool(isIncomplete), "items": .array(items.prefix(Self.maximumItems).map(\.item)),
    ]
  }

  /// The content of the string around a place, by the quotation marks of its line, so that it is found in a broken text, too.
  private func string(around place: Place) -> Range<Int>? {
    let bytes = place.bundle.text(of: place.file).bytes
    let quote = UInt8(ascii: "\"")
    var start: Int?
    var index = place.offset
    while index > 0, bytes[index - 1] != 0x0A {
      if bytes[index - 1] == quote, index < 2 || bytes[index - 2] != UInt8(ascii: "\\") {
        start = index
        break
      }
      index -= 1
    }
    guard let start else { return nil }
    // An even count of quotation marks before it on the line means that it opens a string.
    let lineStart = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let marks = bytes[lineStart..<(start - 1)].count { $0 == quote }
    guard marks.isMultiple(of: 2) else { return nil }
    var end = place.offset
    while end < bytes.count, bytes[end] != quote, bytes[end] != 0x0A { end += 1 }
    if end == bytes.count || bytes[end] == 0x0A { end = place.offset }
    return start..<end
  }
}
