// SPDX-License-Identifier: MIT

package import JSONText
package import Varlink

/// An object of the interface: a type, the parameters or the reply of a method, or the members of an error.
///
/// One function lists the members. From it follow decoding, encoding and the comparison with the interface text:
///
///     mutating func visitMembers(_ visitor: inout some MemberVisitor) {
///       visitor.member("generation", &generation)
///       visitor.member("digest", &digest)
///     }
package protocol InterfaceStructure: InterfaceValue, Equatable {
  /// A structure with empty values, which decoding fills in.
  init()
  /// Visits each member once, in the order in which they are written.
  mutating func visitMembers(_ visitor: inout some MemberVisitor)
}

/// The operation on each member of a structure.
package protocol MemberVisitor {
  mutating func member<Member: InterfaceValue>(_ name: StaticString, _ value: inout Member)
}

extension MemberVisitor {
  package mutating func members<A: InterfaceValue, B: InterfaceValue>(
    _ nameA: StaticString, _ a: inout A, _ nameB: StaticString, _ b: inout B
  ) {
    member(nameA, &a)
    member(nameB, &b)
  }

  package mutating func members<A: InterfaceValue, B: InterfaceValue, C: InterfaceValue>(
    _ nameA: StaticString, _ a: inout A, _ nameB: StaticString, _ b: inout B, _ nameC: StaticString, _ c: inout C
  ) {
    members(nameA, &a, nameB, &b)
    member(nameC, &c)
  }

  package mutating func members<A: InterfaceValue, B: InterfaceValue, C: InterfaceValue, D: InterfaceValue>(
    _ nameA: StaticString, _ a: inout A, _ nameB: StaticString, _ b: inout B, _ nameC: StaticString, _ c: inout C,
    _ nameD: StaticString, _ d: inout D
  ) {
    members(nameA, &a, nameB, &b)
    members(nameC, &c, nameD, &d)
  }

  /// An array that is left out when it is empty.
  package mutating func optionalMember<Element: InterfaceValue>(_ name: StaticString, _ array: inout [Element]) {
    var optional = array.isEmpty ? nil : array
    member(name, &optional)
    array = optional ?? []
  }
}

extension InterfaceStructure {
  /// A type of the interface has its name here, too.
  package static var interfaceType: Interface.ValueType { .named(String(describing: Self.self)) }

  /// Structures without members need not say so.
  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {}

  /// Makes a structure and sets its members.
  package init(_ setMembers: (inout Self) -> Void) {
    self.init()
    setMembers(&self)
  }

  /// Decodes leniently: a member that is missing or has the wrong type keeps its empty value, and unknown members are
  /// ignored, since the other side may have a different version. Nil when the node is not an object.
  package init?(decoding node: some JSONNode) {
    guard node.isObject else { return nil }
    self.init()
    var decoder = MemberDecoder(node: node)
    visitMembers(&decoder)
  }

  /// Decodes leniently, as `init(decoding:)`: without an object all values are empty.
  package init(lenient node: (some JSONNode)?) {
    self = node.flatMap { Self(decoding: $0) } ?? Self()
  }

  /// Decodes parameters that were compared with the interface before.
  package init(_ parameters: JSONObject) {
    self.init()
    var decoder = MemberDecoder(node: JSONValue.object(parameters))
    visitMembers(&decoder)
  }

  /// Decodes an object; nil if a required member is missing or has the wrong type.
  package init?(complete node: some JSONNode) {
    guard node.isObject else { return nil }
    self.init()
    var decoder = MemberDecoder(node: node)
    visitMembers(&decoder)
    guard decoder.isComplete else { return nil }
  }

  /// The members that are set, in their order.
  package var object: JSONObject {
    var encoder = MemberEncoder()
    var copy = self
    copy.visitMembers(&encoder)
    return encoder.object
  }

  package var encoded: JSONValue { .object(object) }

  package static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }

  /// The members as an interface describes them.
  package static var fields: [Interface.Field] {
    var describer = MemberDescriber()
    var empty = Self()
    empty.visitMembers(&describer)
    return describer.fields
  }
}

private struct MemberDecoder<Node: JSONNode>: MemberVisitor {
  let node: Node
  var isComplete = true

  mutating func member<Member: InterfaceValue>(_ name: StaticString, _ value: inout Member) {
    if let decoded = node.member(name).flatMap({ Member(decoding: $0) }) {
      value = decoded
    } else if !Member.isOptional {
      isComplete = false
    }
  }
}

private struct MemberEncoder: MemberVisitor {
  var object = JSONObject()

  mutating func member<Member: InterfaceValue>(_ name: StaticString, _ value: inout Member) {
    if !value.isLeftOut { object.members.append(("\(name)", value.encoded)) }
  }
}

private struct MemberDescriber: MemberVisitor {
  var fields: [Interface.Field] = []

  mutating func member<Member: InterfaceValue>(_ name: StaticString, _ value: inout Member) {
    fields.append(Interface.Field("\(name)", Member.interfaceType))
  }
}
