// SPDX-License-Identifier: MIT

package import ThemeComposition
package import Varlink

extension Layer.Kind: InterfaceEnumeration {}

/// The reply of Compose is composition's own type.
extension PlacedComposition: InterfaceStructure {
  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
    visitor.members("properties", &properties, "layers", &layers)
  }
}

extension PlacedLayer: InterfaceStructure {
  package static var interfaceType: Interface.ValueType { .object }

  package init() { self.init(layer: Layer(kind: .style), place: nil) }

  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
    visitor.members("kind", &layer.kind, "id", &layer.id)
    visitor.optionalMember("states", &layer.states)
    visitor.member("path", &layer.path)
    var status: String
    var droppedBy: Int?
    switch layer.status {
    case .applied: status = "applied"
    case .dropped(let number): (status, droppedBy) = ("dropped", number)
    case .missing: status = "missing"
    }
    visitor.members("status", &status, "droppedBy", &droppedBy)
    layer.status =
      switch status {
      case "dropped": .dropped(by: droppedBy ?? 0)
      case "missing": .missing
      default: .applied
      }
    visitor.place(&place)
    visitor.member("properties", &properties)
  }
}

extension PlacedProperty: InterfaceStructure {
  package static var interfaceType: Interface.ValueType { .object }

  package init() { self.init(path: "", source: nil, place: nil) }

  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
    visitor.member("path", &path)
    visitor.member("source", &source)
    visitor.place(&place)
  }
}
