// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel

/// What may be written at a place.
struct CompletionItem {
  enum Kind: Double {
    case `class` = 7
    case property = 10
    case `enum` = 13
    case keyword = 14
    case color = 16
    case file = 17
    case constant = 21
  }

  /// What comes first: 0 is what fits best.
  var rank: Int
  @Bytewise var label: String
  var kind: Kind
  var detail: String?
  /// The text, without quotation marks.
  var text: String
  /// In place of the text, with its quotation marks, for a client that has snippets.
  var snippet: String?
  /// The path of a value, which is described when the client asks.
  var path: String?
  var color: Color?
  var isDeprecated = false

  init(
    rank: Int, _ label: String, _ kind: Kind, detail: String? = nil, text: String? = nil, snippet: String? = nil,
    path: String? = nil, color: Color? = nil
  ) {
    self.rank = rank
    _label = Bytewise(label)
    self.kind = kind
    self.detail = detail
    self.text = text ?? label
    self.snippet = snippet
    self.path = path
    self.color = color
  }

  func json(at place: CompletionPlace, _ client: ClientCapabilities) -> JSONValue {
    var json = JSONObject()
    json["label"] = .string(label)
    json["kind"] = .number(kind.rawValue)
    if let detail, !detail.isEmpty { json["detail"] = .string(detail) }
    // Editors draw a swatch of a colour that is the documentation.
    if let color { json["documentation"] = .string(color.css) }
    json["sortText"] = .string("\(rank)\(label)")
    let mark = place.needsQuotes ? "\"" : ""
    if client.hasSnippets, let snippet {
      let range = place.quoted ?? place.content
      json["insertTextFormat"] = 2
      json["filterText"] = .string(place.quoted == nil ? text : "\"\(text)\"")
      json["textEdit"] = ["range": place.file.range(ByteRange(range)), "newText": .string(snippet)]
    } else {
      json["filterText"] = .string(mark + text)
      json["textEdit"] = [
        "range": place.file.range(ByteRange(place.content)), "newText": .string("\(mark)\(text)\(mark)"),
      ]
    }
    if let path { json["data"] = ["uri": .string(place.file.bundle.uri(of: place.file.path)), "path": .string(path)] }
    return .object(json)
  }
}

extension ByteRange {
  init(_ range: Range<Int>) { self.init(range.lowerBound, range.upperBound) }
}
