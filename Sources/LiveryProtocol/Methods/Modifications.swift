// SPDX-License-Identifier: MIT

package import JSONText
package import Varlink

extension ThemeInterface {
  package struct UseThemes: ThemeMethod {
    package static var method: Method { .useThemes }
    package typealias Reply = GenerationReply

    package var bundle: String?
    package var themes: [String] = []

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "themes", &themes)
    }
  }

  package struct ModifyConstant: ThemeMethod {
    package static var method: Method { .modifyConstant }
    package typealias Reply = GenerationReply

    package var bundle: String?
    package var name = ""
    package var value: NewValue?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "name", &name, "value", &value)
    }
  }

  package struct ModifyStyle: ThemeMethod {
    package static var method: Method { .modifyStyle }
    package typealias Reply = GenerationReply

    package var bundle: String?
    package var style = ""
    package var keyPath = ""
    package var value: NewValue?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "style", &style, "keyPath", &keyPath, "value", &value)
    }
  }

  package struct SetStyleInheritance: ThemeMethod {
    package static var method: Method { .setStyleInheritance }
    package typealias Reply = GenerationReply

    package var bundle: String?
    package var style = ""
    package var inherits: Bool?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("bundle", &bundle, "style", &style, "inherits", &inherits)
    }
  }

  package struct ListModifications: ThemeMethod {
    package static var method: Method { .listModifications }

    package var bundle: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("bundle", &bundle)
    }

    package struct Reply: InterfaceStructure {
      package var themes: [String] = []
      /// Values by name.
      package var constants = JSONObject()
      package var styles = ModifiedStyles()
      package var saved = false

      package init() {}

      package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
        visitor.members("themes", &themes, "constants", &constants, "styles", &styles, "saved", &saved)
      }
    }
  }

  package struct ResetModifications: ThemeMethod {
    package static var method: Method { .resetModifications }
    package typealias Reply = GenerationReply

    package var bundle: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("bundle", &bundle)
    }
  }

  package struct SynchronizeModifications: ThemeMethod {
    package static var method: Method { .synchronizeModifications }
    package typealias Reply = Empty

    package var bundle: String?

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.member("bundle", &bundle)
    }
  }
}

extension ThemeInterface {
  /// The new value of a constant or property: `{"value": V}`. Null restores the value of the files.
  package struct NewValue: InterfaceValue {
    package static var interfaceType: Interface.ValueType { .object }
    private var object: JSONObject

    package init(_ value: JSONValue) { object = JSONObject([("value", value)]) }

    package init?(decoding node: some JSONNode) {
      guard let object = JSONObject(decoding: node) else { return nil }
      self.object = object
    }

    package var encoded: JSONValue { .object(object) }

    /// The value; an error for an object that has no value or other members.
    package func value() throws(CallError) -> JSONValue {
      if let other = object.members.first(where: { $0.key != "value" }) {
        throw .invalidParameter("value.\(other.key)")
      }
      guard let value = object["value"] else { throw .invalidParameter("value.value") }
      return value
    }
  }

  /// The values that are set in a style.
  package struct ModifiedStyle: InterfaceStructure {
    package static var interfaceType: Interface.ValueType { .object }
    package var inherits: Bool?
    package var properties = JSONObject()

    package init() {}

    package mutating func visitMembers(_ visitor: inout some MemberVisitor) {
      visitor.members("inherits", &inherits, "properties", &properties)
    }
  }

  /// The values that are set in styles, by the names of the styles.
  package struct ModifiedStyles: InterfaceValue {
    package static var interfaceType: Interface.ValueType { .object }
    package var styles: [(name: String, style: ModifiedStyle)] = []

    package init() {}

    package init?(decoding node: some JSONNode) {
      guard let members = node.members else { return nil }
      styles = members.compactMap { name, node in ModifiedStyle(decoding: node).map { (name, $0) } }
    }

    package var encoded: JSONValue { .object(JSONObject(styles.map { ($0.name, $0.style.encoded) })) }
  }
}
