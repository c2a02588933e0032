// SPDX-License-Identifier: MIT

package import ThemeModel
package import Varlink

extension ExplanationStep.Kind: InterfaceEnumeration {}
extension ExplanationStep.Status: InterfaceEnumeration {}
extension ExplanationStep.Rule: InterfaceEnumeration {}

extension ExplanationStep: InterfaceStructure {
  package static var interfaceType: Interface.ValueType { .object }

  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
    // Two properties with a wrapper cannot be lent at once.
    visitor.member("kind", &kind)
    visitor.member("path", &path)
    visitor.members("depth", &depth, "status", &status, "rule", &rule)
    visitContent(&visitor)
    visitor.member("id", &id)
    visitor.member("key", &key)
    visitor.member("suffix", &suffix)
    visitor.optionalMember("inherits", &inherits)
    visitOrigin(&visitor)
    visitor.member("result", &result)
    visitor.member("metadata", &metadata)
    var heldBack = heldSince == nil ? nil : true
    visitor.members("heldBack", &heldBack, "since", &heldSince)
  }

  private mutating func visitContent(_ visitor: inout some MemberVisitor) {
    var says = content?.name
    var value: Value?
    var target: String?
    switch content {
    case .literal(let literal): value = literal
    case .reference(let id), .lookup(let id): target = id
    case .object, .array, .font, .glyph, .colorReference, .calls, .invalid, nil: break
    }
    visitor.members("says", &says, "value", &value, "target", &target)
    content = says.flatMap { ExplanationStep.Content(name: $0, value: value, target: target) }
  }

  private mutating func visitOrigin(_ visitor: inout some MemberVisitor) {
    var place: Cause?
    var runTime: Bool?
    switch origin {
    case .file(let cause): place = cause
    case .runTime: runTime = true
    case nil: break
    }
    visitor.place(&place)
    visitor.member("runTime", &runTime)
    origin = runTime == true ? .runTime : place.map(Origin.file)
  }
}

extension ExplanationStep.Content {
  fileprivate init?(name: String, value: Value?, target: String?) {
    let all: [Self] = [
      .literal(value ?? .null), .reference(target ?? ""), .lookup(target ?? ""), .object, .array, .font, .glyph,
      .colorReference, .calls, .invalid,
    ]
    guard let content = all.first(where: { $0.name == name }) else { return nil }
    self = content
  }

  /// The name on the socket.
  package var name: String {
    switch self {
    case .literal: "literal"
    case .reference: "reference"
    case .lookup: "lookup"
    case .object: "object"
    case .array: "array"
    case .font: "font"
    case .glyph: "glyph"
    case .colorReference: "colorReference"
    case .calls: "calls"
    case .invalid: "invalid"
    }
  }
}

extension ExplanationStep.Parent: InterfaceStructure {
  package static var interfaceType: Interface.ValueType { .object }

  package init() { self.init(id: "", place: nil) }

  package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
    visitor.member("id", &id)
    visitor.place(&place)
  }
}

extension MemberVisitor {
  /// The members `file`, `line` and `column`, which are left out without a place.
  mutating func place(_ place: inout Cause?) {
    var file = place?.file
    var line = place?.line
    var column = place?.column
    members("file", &file, "line", &line, "column", &column)
    place = file.map { Cause(file: $0, line: line ?? 0, column: column ?? 0) }
  }
}
