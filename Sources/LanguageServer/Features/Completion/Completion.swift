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
  private let editing: EditingPlace
  private let bundle: OpenBundle
  private let dialect: (any Dialect.Type)?
  private let query: NameQuery
  private(set) var items = RankedItems()

  private static let maximumStyles = 300
  /// The values that are looked at for their types, in a few milliseconds.
  private static let maximumLookups = 20_000

  init(_ place: CompletionPlace) {
    self.place = place
    editing = place.editing
    bundle = place.file.bundle
    dialect = bundle.engine.dialectType
    query = NameQuery(place.typed)
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
      let words = dialect?.keys(at: editing) ?? []
      addKeys(words.map { ($0.text, $0.detail, $0.snippet) })
      addKeys(UsualMembers(place, editing, maximumStyles: Self.maximumStyles).keys.map { ($0, "", nil) }, rank: 1)
    } else if let files = dialect?.linkedFiles(at: editing, among: bundle.engine.paths) {
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
      let key = word.text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "\\$")
      if place.needsColon {
        snippet = word.snippet.map { "\(key): \($0)" }
      } else if place.tree.format == .json, !place.hasValue, place.quoted != nil || place.needsQuotes {
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
    for path in paths where Bytewise(path) != Bytewise(place.file.path) {
      let name = FileLinks.relative(path, from: folder)
      guard query.fits(name) else { continue }
      items.add(query.rank(0, name), name) { CompletionItem($0, $1, .file) }
    }
  }

  // MARK: Values

  private mutating func addValues() {
    let usual = UsualMembers(place, editing, maximumStyles: Self.maximumStyles)
    let references = dialect?.references(at: editing)
    if references?.isOnlyReference != true {
      for text in usual.texts where query.fits(text) {
        items.add(query.rank(0, text), text) { CompletionItem($0, $1, .enum) }
      }
      for word in dialect?.values(at: editing) ?? [] where query.fits(word.text) {
        let isQuoted = place.quoted != nil || place.needsQuotes
        let snippet = word.snippet.map { isQuoted ? "\"\($0)\"" : $0 }
        items.add(query.rank(1, word.text), word.text) {
          CompletionItem($0, $1, .keyword, detail: word.detail, snippet: snippet)
        }
      }
    }
    guard let references else { return }
    if references.namesGroups {
      addGroups(references)
    } else {
      addIDs(references, usual.kind)
    }
  }

  private mutating func addIDs(_ references: ReferencePlace, _ kind: ValueKind?) {
    let snapshot = bundle.snapshot
    let engine = bundle.engine
    let constants = references.constant.map { PlaceReference($0, references, place) }
    let styles = references.style.map { PlaceReference($0, references, place) }
    // Of copies: a part of a structure copies the whole for each id.
    let (constantQuery, styleQuery) = (constants?.query, styles?.query)
    let source = references.source.map { Bytewise($0) }
    var lookups = Self.maximumLookups
    engine.forEachID(in: snapshot) { id in
      guard let query = id.isStyle ? styleQuery : constantQuery else { return true }
      // Most ids are passed over by their rank, and values are looked at only where they decide.
      let isGood = items.takes(query.rank(0, id.name), id.name)
      if !isGood, items.isCut { return true }
      guard query.fits(id.name), Bytewise(id.name) != source else { return true }
      guard isGood else {
        items.skip()
        return true
      }
      // Where the list is full of values that do not fit, any other one may: more letters lead to those that are left out.
      guard lookups > 0 || items.takes(query.rank(2, id.name), id.name) else {
        items.skip()
        return true
      }
      lookups -= 1
      let value = !id.isStyle ? engine.value(of: id, in: snapshot) : nil
      let isFitting =
        if let type = references.type {
          value.map { Bytewise($0.typeName) == Bytewise(type) } ?? false
        } else {
          kind == nil || kind == (value.map(ValueKind.init) ?? .object)
        }
      let rank = query.rank(isFitting ? 0 : 2, id.name)
      guard items.takes(rank, id.name) else {
        items.skip()
        return true
      }
      let color = value?.srgbColor
      let reference = id.isStyle ? styles : constants
      items.add(rank, id.name) {
        CompletionItem(
          $0, $1, color != nil ? .color : id.isStyle ? .class : .constant, detail: value?.hint,
          text: reference?.text(of: id.name), range: reference?.range, path: id.path, color: color)
      }
      return true
    }
  }

  /// The groups that have tokens, but for those around the place.
  private mutating func addGroups(_ references: ReferencePlace) {
    guard let notation = references.constant else { return }
    let reference = PlaceReference(notation, references, place)
    let source = references.source ?? ""
    var last = ""
    bundle.engine.forEachID(in: bundle.snapshot) { id in
      guard let end = id.name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
      var group = id.name[..<end]
      // Tokens of one group mostly follow each other.
      guard Bytewise(String(group)) != Bytewise(last) else { return true }
      last = String(group)
      while true {
        let name = String(group)
        let isAround = Bytewise(name) == Bytewise(source) || source.hasPrefix("\(name).")
        let rank = reference.query.rank(0, name)
        if !isAround, reference.query.fits(name), !items.has(rank, name) {
          items.add(rank, name) {
            CompletionItem($0, $1, .module, text: reference.text(of: name), range: reference.range)
          }
        }
        guard let end = group.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
        group = group[..<end]
      }
    }
  }
}
