// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
import ThemeModel

/// The stored form of a record: JSON, with the bytes of files in Base64.
extension HeldRecord {
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let dialect { writer.member("dialect", dialect) }
    if let root { writer.member("root", root) }
    if let rootSince { writer.member("rootSince", rootSince) }
    writer.list("files", files) { $0.write(to: &$1) }
    writer.list("choices", choices) { $0.write(to: &$1) }
    writer.list("meanings", meanings) { $0.write(to: &$1) }
    writer.endObject()
  }

  /// Nil for JSON of a different form.
  package init?(json: JSONValue) {
    guard let files = json["files"]?.array, let choices = json["choices"]?.array, let meanings = json["meanings"]?.array
    else { return nil }
    self.init()
    dialect = json["dialect"]?.string
    root = json["root"]?.string
    rootSince = json["rootSince"]?.generation
    self.files = files.compactMap(File.init(json:))
    self.choices = choices.compactMap(Choice.init(json:))
    self.meanings = meanings.compactMap(Meaning.init(json:))
    guard self.files.count == files.count, self.choices.count == choices.count, self.meanings.count == meanings.count
    else { return nil }
  }
}

extension HeldRecord.File {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("path", path)
    writer.member("bytes", Base64.encode(bytes))
    writer.write(part)
    if let since { writer.member("since", since) }
    if isMisshapen { writer.member("isMisshapen", true) }
    writer.endObject()
  }

  fileprivate init?(json: JSONValue) {
    guard let path = json["path"]?.string, !path.isEmpty, let bytes = json["bytes"]?.string.flatMap(Base64.decode)
    else {
      return nil
    }
    self.init(
      path: path, part: FilePart(json: json), bytes: bytes, since: json["since"]?.generation,
      isMisshapen: json["isMisshapen"]?.bool ?? false)
  }
}

extension FilePart {
  /// Nil for an object that is not of a part.
  fileprivate init?(json: JSONValue) {
    guard let pointer = json["pointer"]?.strings, let leftOut = json["leftOut"]?.strings else { return nil }
    self = .value(at: Bytewise(pointer), leftOut: Bytewise(leftOut))
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ part: FilePart?) {
    guard case .value(let pointer, let leftOut)? = part else { return }
    texts("pointer", pointer.wrappedValue)
    texts("leftOut", leftOut.wrappedValue)
  }

  fileprivate mutating func texts(_ key: String, _ texts: [String]) {
    self.key(key)
    beginRow()
    for text in texts { string(text) }
    endRow()
  }

  fileprivate mutating func list<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }
}

extension HeldRecord.Choice {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", kind.rawValue)
    writer.member("name", name)
    writer.texts("paths", paths)
    if let place { writer.texts("place", place) }
    writer.write(part)
    if let since { writer.member("since", since) }
    writer.endObject()
  }

  fileprivate init?(json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init), let name = json["name"]?.string,
      let paths = json["paths"]?.strings, !paths.contains("")
    else { return nil }
    let place = json["place"]?.strings
    guard (place == nil) == (kind != .source) else { return nil }
    self.init(
      kind: kind, name: name, place: place, paths: paths, part: FilePart(json: json), since: json["since"]?.generation)
  }
}

extension HeldRecord.Meaning {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("root", root)
    writer.texts("alternatives", alternatives)
    writer.texts("activeSuffixes", activeSuffixes)
    writer.list("contexts", contexts) { $1.value($0.json) }
    writer.member("isWhole", isWhole)
    if !hasPlan { writer.member("hasPlan", hasPlan) }
    if let since { writer.member("since", since) }
    // In the order of the dictionaries: to sort a thousand places takes as long as to write them.
    writer.list("values", values) { entry, writer in
      writer.beginObject()
      writer.texts("path", entry.key.wrappedValue)
      writer.key("value")
      entry.value.write(to: &writer)
      writer.endObject()
    }
    writer.list("held", held) { entry, writer in
      writer.beginObject()
      entry.key.writeMembers(to: &writer)
      writer.member("since", entry.value)
      writer.endObject()
    }
    writer.list("unheld", unheld) { place, writer in
      writer.beginObject()
      place.writeMembers(to: &writer)
      writer.endObject()
    }
    writer.endObject()
  }

  fileprivate init?(json: JSONValue) {
    guard let root = json["root"]?.string, let alternatives = json["alternatives"]?.strings,
      let activeSuffixes = json["activeSuffixes"]?.strings, let contexts = json["contexts"]?.array,
      let values = json["values"]?.array, let held = json["held"]?.array, let unheld = json["unheld"]?.array,
      let isWhole = json["isWhole"]?.bool
    else { return nil }
    self.init(
      root: root, alternatives: alternatives, activeSuffixes: activeSuffixes,
      contexts: contexts.map(Context.init(json:)), values: [:], held: [:], unheld: [], isWhole: isWhole,
      since: json["since"]?.generation, hasPlan: json["hasPlan"]?.bool ?? true)
    for entry in values {
      guard let path = entry["path"]?.strings, path.count >= 2, let value = entry["value"] else { return nil }
      self.values[Bytewise(path)] = Value(json: value)
    }
    for entry in held {
      guard let place = HeldPlace(json: entry), let since = entry["since"]?.generation else { return nil }
      self.held[place] = since
    }
    for entry in unheld {
      guard let place = HeldPlace(json: entry) else { return nil }
      self.unheld.insert(place)
    }
  }
}

extension HeldPlace {
  fileprivate func writeMembers(to writer: inout JSONWriter) {
    writer.texts("path", path)
    if let parent { writer.member("parent", parent) }
  }

  fileprivate init?(json: JSONValue) {
    guard let path = json["path"]?.strings, path.count >= 2 else { return nil }
    self.init(path: path, parent: json["parent"]?.string)
  }
}

extension JSONValue {
  /// Nil unless all elements are texts.
  fileprivate var strings: [String]? {
    guard let array else { return nil }
    let texts = array.compactMap(\.string)
    return texts.count == array.count ? texts : nil
  }

  /// Nil unless all members are texts.
  fileprivate var textMembers: BytewiseDictionary<String>? {
    guard let members = object?.members else { return nil }
    let texts = members.compactMap { key, value in value.string.map { (key, $0) } }
    return texts.count == members.count ? BytewiseDictionary(texts, uniquingKeysWith: { $1 }) : nil
  }

  fileprivate var generation: Int? { number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil } }
}

extension Context {
  /// Members of a different form count as not set.
  fileprivate init(json: JSONValue) {
    self.init(
      device: json["device"]?.string.flatMap(Device.init), version: json["version"]?.string,
      language: json["language"]?.string, themes: json["themes"]?.strings ?? [],
      modifiers: json["modifiers"]?.textMembers ?? [:])
  }
}
