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

  package init() {}

  package static func == (left: Modifications, right: Modifications) -> Bool {
    left.constants == right.constants
      && left.styles.elementsEqual(right.styles) { Bytewise($0.name) == Bytewise($1.name) && $0.style == $1.style }
  }

  package var isEmpty: Bool { constants.members.isEmpty && styles.isEmpty }

  package mutating func setConstant(_ name: String, to value: JSONValue) {
    constants.put(value, at: name)
  }

  /// - Parameter keyPath: the keys from the style down to the property; at least one.
  package mutating func setStyle(_ name: String, at keyPath: [String], to value: JSONValue) {
    precondition(!keyPath.isEmpty, "a property has a key")
    change(name) { $0.properties.set(keyPath[...], to: value) }
  }

  package mutating func setInheritance(ofStyle name: String, to inherits: Bool?) {
    change(name) { $0.inherits = inherits }
  }

  package func style(_ name: String) -> Style? { styles.first { Bytewise($0.name) == Bytewise(name) }?.style }

  private mutating func change(_ name: String, _ body: (inout Style) -> Void) {
    let place = styles.firstIndex { Bytewise($0.name) == Bytewise(name) } ?? styles.count
    if place == styles.count { styles.append((name, Style())) }
    body(&styles[place].style)
    if styles[place].style == Style() { styles.remove(at: place) }
  }
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
    let styles = styles.map { name, style in
      var object = JSONObject()
      object["inherits"] = style.inherits.map(JSONValue.bool)
      object["properties"] = .object(style.properties)
      return (key: name, value: JSONValue.object(object))
    }
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
  }
}
