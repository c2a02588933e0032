// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeDialects
import ThemeEngine
import ThemeModel
import ThemeSyntax

enum CompletionFeatures {
  static func completion(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard let place = try request.place(), let completed = CompletionPlace(place) else { return .null }
    let items = Completion(completed).items
    return [
      "isIncomplete": .bool(items.isCut),
      "items": .array(items.best.map { $0.json(at: completed, request.client) }),
    ]
  }

  /// The value of an item and the place of its declaration.
  static func resolvedCompletion(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard var item = request.parameters.object else { throw .invalidParameters("an item is an object") }
    let data = item["data"]
    guard let path = data?["path"]?.string, let uri = data?["uri"]?.string, let file = request.file(at: uri),
      let value = file.bundle.engine.value(at: path, in: file.bundle.snapshot)
    else { return .object(item) }
    var text = value.line
    if let place = file.bundle.engine.winner(at: path, in: Context()) { text += "\n\(place.file):\(place.line)" }
    let metadata = file.bundle.engine.explain(path, in: Context())?.lazy.compactMap(\.metadata).first
    if let description = metadata?["$description"]?.string { text += "\n\(description)" }
    // A colour stays the first word, of which editors draw a swatch.
    item["documentation"] = .string((value.srgbColor.map { "\($0.css) " } ?? "") + text)
    return .object(item)
  }
}

/// Collects the words that may be written at a place.
private struct Completion {
  private let place: CompletionPlace
  private let bundle: OpenBundle
  private let query: NameQuery
  private(set) var items = RankedItems()

  private static let maximumStyles = 300

  init(_ place: CompletionPlace) {
    self.place = place
    bundle = place.file.bundle
    let words = place.typed.utf8.split(omittingEmptySubsequences: false) { Array(":/{@,".utf8).contains($0) }
    query = NameQuery(letters: words.last.map { $0.map(\.asciiLowercase) } ?? [])
    collect()
  }

  private mutating func collect() {
    let keys = place.place.keys
    if Bytewise(place.file.path) == Bytewise(BundleSettings.manifestPath) {
      let words = ManifestWords(bundle)
      if place.isKey {
        addKeys(words.keys(at: keys).map { ($0.text, $0.detail, nil) })
      } else {
        for word in words.values(at: keys) where query.fits(word.text) {
          items.add(query.rank(0, word.text), word.text) { CompletionItem($0, $1, .enum, detail: word.detail) }
        }
      }
    } else if place.isKey {
      let words = bundle.engine.dialectType?.keys(at: place.editing) ?? []
      addKeys(words.map { ($0.text, $0.detail, $0.snippet) })
      addKeys(UsualMembers(place, maximumStyles: Self.maximumStyles).keys.map { ($0, "", nil) }, rank: 1)
    } else if let files = bundle.engine.dialectType?.linkedFiles(at: place.editing, among: bundle.engine.paths) {
      addFiles(files)
    } else {
      addValues()
    }
  }

  // MARK: Keys

  private mutating func addKeys(_ words: [(text: String, detail: String, snippet: String?)], rank: Int = 0) {
    let siblings = place.siblings
    let known = BytewiseSet(items.best.map(\.label))
    for word in words where !known.contains(word.text) {
      guard query.fits(word.text), !siblings.contains(word.text) else { continue }
      var snippet: String?
      if place.tree.format == .json, !place.hasValue, place.quoted != nil || place.needsQuotes {
        let key = word.text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "\\$")
        snippet = "\"\(key)\": \(word.snippet ?? "$0")"
      }
      items.add(query.rank(rank, word.text), word.text) {
        CompletionItem($0, $1, .property, detail: word.detail, snippet: snippet)
      }
    }
  }

  // MARK: Files

  private mutating func addFiles(_ paths: [String]) {
    let folder = directory(of: place.file.path)
    let typed = Array(place.typed.utf8).map(\.asciiLowercase)
    for path in paths where Bytewise(path) != Bytewise(place.file.path) {
      let name = FileLinks.relative(path, from: folder)
      guard query.letters.isEmpty || SymbolFeatures.isFuzzyMatch(typed, name) else { continue }
      items.add(query.rank(0, name), name) { CompletionItem($0, $1, .file) }
    }
  }

  // MARK: Values

  private mutating func addValues() {
    let usual = UsualMembers(place, maximumStyles: Self.maximumStyles)
    for word in bundle.engine.dialectType?.values(at: place.editing) ?? [] {
      guard SymbolFeatures.isFuzzyMatch(Array(place.typed.utf8).map(\.asciiLowercase), word.text) else { continue }
      let isQuoted = place.quoted != nil || place.needsQuotes
      let snippet = word.snippet.map { isQuoted ? "\"\($0)\"" : $0 }
      items.add(query.rank(2, word.text), word.text) {
        CompletionItem($0, $1, .keyword, detail: word.detail, snippet: snippet)
      }
    }
    for text in usual.texts where query.fits(text) {
      items.add(query.rank(0, text), text) { CompletionItem($0, $1, .enum) }
    }
    addIDs(usual.kind)
  }

  private mutating func addIDs(_ wanted: ValueKind?) {
    guard let notation = bundle.notation else { return }
    let snapshot = bundle.snapshot
    let engine = bundle.engine
    let typed = Array(place.typed.utf8).map(\.asciiLowercase)
    // After the sign of a reference only names count; before it the sign may be typed, too.
    func withoutSign(_ sign: String?) -> [UInt8] {
      Array(typed.dropFirst(SymbolFeatures.matched(typed, in: sign ?? "")))
    }
    // Of a copy: a method of a part copies the whole for each id.
    let query = query
    let typedOfConstant = withoutSign(notation.constant?.before)
    let typedOfStyle = withoutSign(notation.style?.before)
    func add(_ id: ThemeEngine.ResolvedID) {
      guard let around = id.isStyle ? notation.style : notation.constant else { return }
      // Most ids are passed over by their rank, and values are looked at only where they decide.
      let isGood = items.takes(query.rank(0, id.name), id.name)
      if !isGood, items.isCut { return }
      guard query.fits(id.name) || SymbolFeatures.isFuzzyMatch(id.isStyle ? typedOfStyle : typedOfConstant, id.name)
      else { return }
      guard isGood else {
        items.skip()
        return
      }
      let value = !id.isStyle ? engine.value(of: id, in: snapshot) : nil
      let isFitting = wanted == nil || wanted == (value.map(ValueKind.init) ?? .object)
      let color = value?.srgbColor
      items.add(query.rank(isFitting ? 0 : 1, id.name), id.name) {
        CompletionItem(
          $0, $1, color != nil ? .color : id.isStyle ? .class : .constant, detail: value?.hint,
          text: around.before + id.name + around.behind, path: id.path, color: color)
      }
    }
    engine.forEachID(in: snapshot) { id in
      add(id)
      return true
    }
  }
}

/// The typed part of a name, without the sign of a reference.
private struct NameQuery {
  /// In lower case.
  let letters: [UInt8]

  /// Words that begin with the query come before words that have its letters somewhere.
  func rank(_ rank: Int, _ text: String) -> Int {
    2 * rank + (text.utf8.lazy.map(\.asciiLowercase).starts(with: letters) ? 0 : 1)
  }

  func fits(_ text: String) -> Bool { letters.isEmpty || SymbolFeatures.isFuzzyMatch(letters, text) }
}

/// The kind of a value, by which it fits at a place.
enum ValueKind: Hashable {
  case color, number, text, font, image, object, other

  init(_ value: Value) {
    switch value {
    case .color, .colorInSpace, .colorReference: self = .color
    case .number: self = .number
    case .string: self = .text
    case .font: self = .font
    case .image, .glyph: self = .image
    case .object: self = .object
    case .typed, .null, .bool, .array, .point, .size, .rect, .edgeInsets, .calls: self = .other
    }
  }

  private static let numberEndings = ["width", "height", "radius", "size", "alpha", "spacing", "margin", "padding"]

  /// By the name of a property; nil for a name that says nothing.
  init?(key: String) {
    let name = key.lowercased()
    if name.hasSuffix("color") || name.hasSuffix("colour") || name == "fill" {
      self = .color
    } else if name.hasSuffix("font") {
      self = .font
    } else if name.hasSuffix("image") {
      self = .image
    } else if Self.numberEndings.contains(where: name.hasSuffix) {
      self = .number
    } else {
      return nil
    }
  }
}

/// The members that styles of the bundle have: their keys, and the values of one key elsewhere.
private struct UsualMembers {
  private(set) var keys: [String] = []
  /// The texts of the key at the place.
  private(set) var texts: [String] = []
  /// The kind of value that the key at the place mostly has.
  private(set) var kind: ValueKind?

  private static let maximumTexts = 20

  init(_ place: CompletionPlace, maximumStyles: Int) {
    let bundle = place.file.bundle
    let key = place.isKey ? nil : place.place.keys.last { !$0.isEmpty }
    var known: BytewiseSet = []
    var kinds: [ValueKind: Int] = [:]
    let snapshot = bundle.snapshot
    // At the top of a file there are ids, and no members.
    guard bundle.engine.dialectType?.designVocabulary != nil, !place.place.keys.isEmpty else {
      kind = key.flatMap(ValueKind.init)
      return
    }
    var left = maximumStyles
    bundle.engine.forEachID(in: snapshot) { id in
      guard left > 0 else { return false }
      guard id.isStyle else { return true }
      left -= 1
      guard case .object(let members)? = bundle.engine.value(of: id, in: snapshot) else { return true }
      for member in members {
        if place.isKey, known.insert(member.key) { keys.append(member.key) }
        guard let key, Bytewise(key) == Bytewise(member.key) else { continue }
        kinds[ValueKind(member.value), default: 0] += 1
        guard case .string(let text) = member.value, texts.count < Self.maximumTexts, known.insert(text) else {
          continue
        }
        texts.append(text)
      }
      return true
    }
    let usual = kinds.max { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }?.key
    kind = key.flatMap(ValueKind.init) ?? usual
    // Texts that are free, such as labels, are many: they are no words to choose from.
    if texts.count == Self.maximumTexts { texts = [] }
  }
}
