// SPDX-License-Identifier: MIT

package import JSONText
import TextComparison

/// The values set at run time over the files of a bundle: constants, and properties of styles.
///
/// Values have the form of theme files of the bundle's dialect; null removes a modification.
package struct Modifications: Sendable, Equatable {
  package struct Style: Sendable, Equatable {
    /// Whether the properties lie over the style of the files (true) or replace it; nil for the default of the dialect.
    package var inherits: Bool?
    /// Nested objects, by the key paths.
    package var properties = JSONObject()

    package init() {}
  }

  package private(set) var constants = JSONObject()
  /// By name, in the order in which they were first modified.
  package private(set) var styles: [(name: String, style: Style)] = []
  /// The bytes of all constants and styles as members of `json`, without commas.
  private var memberBytes = 0

  package init() {}

  package static func == (left: Modifications, right: Modifications) -> Bool {
    left.constants == right.constants
      && left.styles.elementsEqual(right.styles) { Bytewise($0.name) == Bytewise($1.name) && $0.style == $1.style }
  }

  package var isEmpty: Bool { constants.members.isEmpty && styles.isEmpty }

  /// The number of bytes of `json`. Costs O(1).
  package var byteCount: Int {
    Self.emptyByteCount + memberBytes + max(constants.members.count - 1, 0) + max(styles.count - 1, 0)
  }

  private static let emptyByteCount = Modifications().json.bytes.count

  /// The values of the constant and the style of one name.
  package func only(_ name: String) -> Modifications {
    var only = Modifications()
    if let value = constants[name] { only.setConstant(name, to: value) }
    if let style = style(name) { only.change(name) { $0 = style } }
    return only
  }

  package mutating func setConstant(_ name: String, to value: JSONValue) {
    memberBytes -= constants[name].map { Self.byteCount(of: name, $0) } ?? 0
    constants.put(value, at: name)
    memberBytes += constants[name].map { Self.byteCount(of: name, $0) } ?? 0
  }

  /// - Parameter keyPath: the keys from the style down to the property; at least one.
  package mutating func setStyle(_ name: String, at keyPath: [String], to value: JSONValue) {
    precondition(!keyPath.isEmpty, "a property has a key")
    change(name) { $0.properties.set(keyPath[...], to: value) }
  }

  package mutating func setInheritance(ofStyle name: String, to inherits: Bool?) {
    change(name) { $0.inherits = inherits }
  }

  package func style(_ name: String) -> Style? { place(of: name).map { styles[$0].style } }

  /// The value that is set at a path of keys in a style.
  package func value(ofStyle name: String, at keyPath: [String]) -> JSONValue? {
    keyPath.reduce(style(name).map { .object($0.properties) }) { value, key in value?[key] }
  }

  /// The index of a style. A closure over styles would copy each.
  private func place(of name: String) -> Int? { styles.indices.first { Bytewise(styles[$0].name) == Bytewise(name) } }

  private mutating func change(_ name: String, _ body: (inout Style) -> Void) {
    let known = place(of: name)
    let place = known ?? styles.count
    if known == nil { styles.append((name, Style())) } else { memberBytes -= styles[place].style.byteCount(name) }
    body(&styles[place].style)
    if styles[place].style.isEmpty {
      styles.remove(at: place)
    } else {
      memberBytes += styles[place].style.byteCount(name)
    }
  }

  /// The bytes of a member of an object.
  fileprivate static func byteCount(of key: String, _ value: JSONValue) -> Int {
    JSONValue.object(JSONObject([(key, value)])).bytes.count - 2
  }
}

extension Modifications.Style {
  fileprivate var isEmpty: Bool { inherits == nil && properties.members.isEmpty }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["inherits"] = inherits.map(JSONValue.bool)
    object["properties"] = .object(properties)
    return .object(object)
  }

  fileprivate func byteCount(_ name: String) -> Int { Modifications.byteCount(of: name, json) }
}

extension JSONObject {
  /// Sets the value at a path of keys, and makes missing objects; null removes the value, and objects that are empty then.
  fileprivate mutating func set(_ keyPath: ArraySlice<String>, to value: JSONValue) {
    guard let key = keyPath.first else { return }
    guard keyPath.count > 1 else { return put(value, at: key) }
    var inner = self[key]?.object ?? JSONObject()
    inner.set(keyPath.dropFirst(), to: value)
    put(inner.members.isEmpty ? .null : .object(inner), at: key)
  }

  /// Sets a member; null removes it.
  fileprivate mutating func put(_ value: JSONValue, at key: String) {
    // A nil literal would be a JSON null here.
    self[key] = value.isNull ? Optional.none : value
  }
}

// MARK: As JSON

extension Modifications {
  /// `{"constants": {NAME: VALUE}, "styles": {NAME: {"inherits"?: BOOL, "properties": {...}}}}`.
  package var json: JSONValue {
    let styles = styles.map { (key: $0.name, value: $0.style.json) }
    return ["constants": .object(constants), "styles": .object(JSONObject(styles))]
  }

  /// Nil for a value without the form of `json`.
  package init?(json: JSONValue) {
    guard let constants = json["constants"]?.object, let styles = json["styles"]?.object else { return nil }
    self.constants = constants
    for member in styles.members {
      guard let properties = member.value["properties"]?.object else { return nil }
      var style = Style()
      style.properties = properties
      if let inherits = member.value["inherits"] {
        guard let flag = inherits.bool else { return nil }
        style.inherits = flag
      }
      self.styles.append((member.key, style))
    }
    memberBytes =
      constants.members.reduce(0) { $0 + Self.byteCount(of: $1.key, $1.value) }
      + self.styles.reduce(0) { $0 + $1.style.byteCount($1.name) }
  }
}
