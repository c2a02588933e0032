// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeModel

/// A word that may be written at a place.
struct CompletionItem {
  enum Kind: Double {
    case `class` = 7
    case module = 9
    case property = 10
    case `enum` = 13
    case keyword = 14
    case color = 16
    case file = 17
    case constant = 21
  }

  /// The order of items: 0 is for those that fit best.
  var rank: Int
  @Bytewise var label: String
  var kind: Kind
  var detail: String?
  /// The text, without quotation marks and escapes.
  var text: String
  /// What it replaces; nil for the content at the place.
  var range: Range<Int>?
  /// In place of the text, with its quotation marks, for a client that has snippets.
  var snippet: String?
  /// The path of a value, which is described when the client asks.
  var path: String?
  var color: Color?
  var isDeprecated = false

  init(
    _ rank: Int, _ label: String, _ kind: Kind, detail: String? = nil, text: String? = nil,
    range: Range<Int>? = nil, snippet: String? = nil, path: String? = nil, color: Color? = nil
  ) {
    self.rank = rank
    _label = Bytewise(label)
    self.kind = kind
    self.detail = detail
    self.text = text ?? label
    self.range = range
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
    if client.hasSnippets, let snippet {
      let range = place.quoted ?? place.content
      json["insertTextFormat"] = 2
      json["filterText"] = .string(place.quoted == nil ? text : "\"\(text)\"")
      json["textEdit"] = ["range": place.file.range(ByteRange(range)), "newText": .string(snippet)]
    } else {
      let spelled = place.needsColon ? "\(text): " : place.spelled(text)
      json["filterText"] = .string(place.needsQuotes ? "\"\(text)" : text)
      json["textEdit"] = ["range": place.file.range(ByteRange(range ?? place.content)), "newText": .string(spelled)]
    }
    if let path { json["data"] = ["uri": .string(place.file.bundle.uri(of: place.file.path)), "path": .string(path)] }
    return .object(json)
  }
}

/// The items that a client is sent: the best of those that were offered, by rank and label.
struct RankedItems {
  /// Sorted, at most `maximum`.
  private(set) var best: [CompletionItem] = []
  /// Whether items were offered that are not among the best.
  private(set) var isCut = false

  private static let maximum = 200

  /// Whether an item would be among the best.
  func takes(_ rank: Int, _ label: String) -> Bool {
    best.count < Self.maximum || precedes(rank, label, best.count - 1)
  }

  /// Whether an item is among the best.
  func has(_ rank: Int, _ label: String) -> Bool {
    let index = index(rank, label)
    return index > 0 && best[index - 1].rank == rank && Bytewise(best[index - 1].label) == Bytewise(label)
  }

  /// Records that an item was not worth making.
  mutating func skip() { isCut = true }

  /// Makes an item if it is among the best so far.
  mutating func add(_ rank: Int, _ label: String, _ make: (_ rank: Int, _ label: String) -> CompletionItem) {
    guard takes(rank, label) else { return skip() }
    best.insert(make(rank, label), at: index(rank, label))
    if best.count > Self.maximum {
      best.removeLast()
      skip()
    }
  }

  /// The number of items that do not come behind one of this rank and label.
  private func index(_ rank: Int, _ label: String) -> Int {
    var low = 0
    var high = best.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(rank, label, middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether an item of this rank and label comes before one of the best. Copies no item: most ids of a bundle are only compared.
  private func precedes(_ rank: Int, _ label: String, _ index: Int) -> Bool {
    rank == best[index].rank ? Bytewise(label) < Bytewise(best[index].label) : rank < best[index].rank
  }
}

extension ByteRange {
  init(_ range: Range<Int>) { self.init(range.lowerBound, range.upperBound) }
}
