// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
import TextComparison
import ThemeModel

/// The stored form of a record: JSON, with the bytes of files in Base64.
extension HeldRecord {
  package var json: JSONValue {
    var object = JSONObject()
    object["dialect"] = dialect.map(JSONValue.string)
    object["root"] = root.map(JSONValue.string)
    object["rootSince"] = rootSince.map { .number(Double($0)) }
    object["files"] = .array(files.map(\.json))
    object["choices"] = .array(choices.map(\.json))
    object["meanings"] = .array(meanings.map(\.json))
    return .object(object)
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
  fileprivate var json: JSONValue {
    var object = JSONObject([("path", .string(path)), ("bytes", .string(Base64.encode(bytes)))])
    object.write(part)
    object["since"] = since.map { .number(Double($0)) }
    if isMisshapen { object["isMisshapen"] = true }
    return .object(object)
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

extension JSONObject {
  fileprivate mutating func write(_ part: FilePart?) {
    guard case .value(let pointer, let leftOut)? = part else { return }
    self["pointer"] = .array(pointer.wrappedValue.map(JSONValue.string))
    self["leftOut"] = .array(leftOut.wrappedValue.map(JSONValue.string))
  }
}

extension HeldRecord.Choice {
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("kind", .string(kind.rawValue)), ("name", .string(name)), ("paths", .array(paths.map(JSONValue.string))),
    ])
    object["place"] = place.map { .array($0.map(JSONValue.string)) }
    object.write(part)
    object["since"] = since.map { .number(Double($0)) }
    return .object(object)
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
  fileprivate var json: JSONValue {
    var object = JSONObject([
      ("root", .string(root)), ("alternatives", .array(alternatives.map(JSONValue.string))),
      ("activeSuffixes", .array(activeSuffixes.map(JSONValue.string))), ("contexts", .array(contexts.map(\.json))),
      ("isWhole", .bool(isWhole)),
    ])
    object["since"] = since.map { .number(Double($0)) }
    object["values"] = .array(
      values.sorted { $0.key.wrappedValue.precedesBytewise($1.key.wrappedValue) }.map { path, value in
        ["path": .array(path.wrappedValue.map(JSONValue.string)), "value": value.json]
      })
    object["held"] = .array(
      held.sorted { $0.key.order.precedesBytewise($1.key.order) }.map { place, since in
        var object = place.json
        object["since"] = .number(Double(since))
        return .object(object)
      })
    object["unheld"] = .array(
      unheld.sorted { $0.order.precedesBytewise($1.order) }.map { .object($0.json) })
    return .object(object)
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
      since: json["since"]?.generation)
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
  fileprivate var json: JSONObject {
    var object = JSONObject([("path", .array(path.map(JSONValue.string)))])
    object["parent"] = parent.map(JSONValue.string)
    return object
  }

  fileprivate init?(json: JSONValue) {
    guard let path = json["path"]?.strings, path.count >= 2 else { return nil }
    self.init(path: path, parent: json["parent"]?.string)
  }

  /// Sorts by path, then by parent.
  fileprivate var order: [String] { path + [parent ?? ""] }
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
