// SPDX-License-Identifier: MIT

package import JSONText
package import TextComparison
package import ThemeModel

/// A part of a program's interface as it describes itself when it asks what it gets. Each theme system looks at some of
/// it.
package struct Element: Sendable, Hashable {
  /// The class, with or without its module: `RBButton`, `Shop.CheckoutButton`. Redbeard, Oracle.
  @Bytewise package var className: String?
  /// The classes of what it stands in, the nearest first. Oracle.
  @Bytewise package var containers: [String]
  /// The theme identifier that was set on it. Redbeard.
  @Bytewise package var identifier: String?
  /// The styles that were asked for, in order; Oracle's ids with or without the tilde. Oracle, Giotto.
  @Bytewise package var styles: [String]
  /// INLThemes.
  @Bytewise package var elementId: String?
  /// The states that are on, such as `highlighted`; of two that set one property the later wins. Redbeard.
  @Bytewise package var states: [String]
  /// The changes that were pushed since the identifier was set, which drops earlier ones; in order, each the members of
  /// an object. Redbeard.
  package var changes: [[Value.Member]]

  package init(
    className: String? = nil, containers: [String] = [], identifier: String? = nil, styles: [String] = [],
    elementId: String? = nil, states: [String] = [], changes: [[Value.Member]] = []
  ) {
    self.className = className
    self.containers = containers
    self.identifier = identifier
    self.styles = styles
    self.elementId = elementId
    self.states = states
    self.changes = changes
  }
}

// MARK: As JSON

extension Element {
  /// The members of the protocol's type `Element`; what is not set is left out.
  package var json: JSONValue {
    var object = JSONObject()
    func set(_ key: String, _ names: [String]) {
      if !names.isEmpty { object[key] = .array(names.map(JSONValue.string)) }
    }
    object["class"] = className.map(JSONValue.string)
    set("containers", containers)
    object["identifier"] = identifier.map(JSONValue.string)
    set("styles", styles)
    object["elementId"] = elementId.map(JSONValue.string)
    set("states", states)
    if !changes.isEmpty { object["changes"] = .array(changes.map { Value.object($0).json }) }
    return .object(object)
  }

  /// What a list of an element may hold when it comes from outside.
  private static var limit: Int { 256 }

  /// Nil unless the value is an object of the protocol's type `Element`, with at most 256 elements in each list; every
  /// member may be left out or null.
  package init?(json: JSONValue) {
    guard let object = json.object else { return nil }
    self.init()
    for (key, value) in object.members where !value.isNull {
      let isRight =
        switch key {
        case "class": Self.read(value, into: &className)
        case "containers": Self.read(value, into: &containers)
        case "identifier": Self.read(value, into: &identifier)
        case "styles": Self.read(value, into: &styles)
        case "elementId": Self.read(value, into: &elementId)
        case "states": Self.read(value, into: &states)
        case "changes": Self.read(value, into: &changes)
        default: false
        }
      guard isRight else { return nil }
    }
  }

  private static func read(_ json: JSONValue, into text: inout String?) -> Bool {
    text = json.string
    return text != nil
  }

  private static func read(_ json: JSONValue, into names: inout [String]) -> Bool {
    guard let elements = json.array, elements.count <= limit else { return false }
    names = elements.compactMap(\.string)
    return names.count == elements.count
  }

  private static func read(_ json: JSONValue, into changes: inout [[Value.Member]]) -> Bool {
    guard let elements = json.array, elements.count <= limit else { return false }
    changes = elements.compactMap { $0.object.map(Value.members) }
    return changes.count == elements.count
  }
}
