// SPDX-License-Identifier: MIT

package import JSONText
package import TextComparison
package import ThemeModel
package import Varlink

/// A Swift type for a type of the interface.
package protocol InterfaceValue: Sendable {
  /// The type in the interface text.
  static var interfaceType: Interface.ValueType { get }
  /// Whether null is a value. For other types a member that is null counts as left out.
  static var isNullable: Bool { get }
  /// Whether a member of this type may be left out.
  static var isOptional: Bool { get }
  /// Nil when the node has the wrong type.
  init?(decoding node: some JSONNode)
  var encoded: JSONValue { get }
  /// Whether a member with this value is left out.
  var isLeftOut: Bool { get }
}

extension InterfaceValue {
  package static var isNullable: Bool { false }
  package static var isOptional: Bool { false }
  package var isLeftOut: Bool { false }
}

extension Optional: InterfaceValue where Wrapped: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .optional(Wrapped.interfaceType) }
  package static var isOptional: Bool { true }
  package init(decoding node: some JSONNode) {
    self = node.isNull && !Wrapped.isNullable ? nil : Wrapped(decoding: node)
  }
  package var encoded: JSONValue { self?.encoded ?? .null }
  package var isLeftOut: Bool { if case .none = self { true } else { false } }
}

extension Bool: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .bool }
  package init?(decoding node: some JSONNode) {
    guard let value = node.bool else { return nil }
    self = value
  }
  package var encoded: JSONValue { .bool(self) }
}

extension Int: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .int }
  package init?(decoding node: some JSONNode) {
    guard let value = node.integer else { return nil }
    self = value
  }
  package var encoded: JSONValue { .number(Double(self)) }
}

extension String: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .string }
  package init?(decoding node: some JSONNode) {
    guard let value = node.string else { return nil }
    self = value
  }
  package var encoded: JSONValue { .string(self) }
}

/// Elements of the wrong type are left out when an array is decoded.
extension Array: InterfaceValue where Element: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .array(Element.interfaceType) }
  package init?(decoding node: some JSONNode) {
    guard let elements = node.elements else { return nil }
    self = elements.compactMap { Element(decoding: $0) }
  }
  package var encoded: JSONValue { .array(map(\.encoded)) }
}

/// Members of the wrong type are left out when a dictionary is decoded; of members with one key the last counts. They are encoded
/// in the order of their keys' bytes.
extension BytewiseDictionary: InterfaceValue where Value: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .map(Value.interfaceType) }
  package init?(decoding node: some JSONNode) {
    guard let members = node.members else { return nil }
    self.init(
      members.compactMap { key, value in Value(decoding: value).map { (key, $0) } }, uniquingKeysWith: { $1 })
  }
  package var encoded: JSONValue { .object(JSONObject(sortedMembers.map { ($0.key, $0.value.encoded) })) }
}

/// JSON that the interface does not describe further.
extension JSONValue: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .object }
  package static var isNullable: Bool { true }
  package init?(decoding node: some JSONNode) {
    if let members = node.members {
      self = .object(JSONObject(members.compactMap { key, value in JSONValue(decoding: value).map { (key, $0) } }))
    } else if let elements = node.elements {
      self = .array(elements.compactMap { JSONValue(decoding: $0) })
    } else {
      let scalar = node.string.map(JSONValue.string) ?? node.number.map(JSONValue.number)
      self = scalar ?? node.bool.map(JSONValue.bool) ?? .null
    }
  }
  package var encoded: JSONValue { self }
}

/// An object that the interface does not describe further.
extension JSONObject: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .object }
  package init?(decoding node: some JSONNode) {
    guard case .object(let object)? = JSONValue(decoding: node) else { return nil }
    self = object
  }
  package var encoded: JSONValue { .object(self) }
}

/// A value of a theme, in the form of a snapshot.
extension Value: InterfaceValue {
  package static var interfaceType: Interface.ValueType { .object }
  package static var isNullable: Bool { true }
  package init?(decoding node: some JSONNode) { self.init(node, unknownMembers: .ignored) }
  package var encoded: JSONValue { json }
}

/// An enumeration of the interface, by its names there.
package protocol InterfaceEnumeration: InterfaceValue, RawRepresentable<String>, CaseIterable {}

extension InterfaceEnumeration {
  package static var interfaceType: Interface.ValueType { .enumeration(allCases.map(\.rawValue)) }
  package init?(decoding node: some JSONNode) {
    guard let value = node.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }
  package var encoded: JSONValue { .string(rawValue) }
}
