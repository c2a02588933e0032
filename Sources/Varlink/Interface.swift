// SPDX-License-Identifier: MIT

/// An interface as its description defines it: its methods with their parameters and replies, its errors and types.
package struct Interface: Sendable {
  /// The type of a value.
  package indirect enum ValueType: Sendable, Hashable {
    case bool
    /// A number without a fraction.
    case int
    case float
    case string
    /// Any JSON object.
    case object
    /// A type of the same interface.
    case named(String)
    case array(ValueType)
    /// An object whose members all have that type.
    case map(ValueType)
    /// May be left out or null.
    case optional(ValueType)
    case structure([Field])
    case enumeration([String])
  }

  package struct Field: Sendable, Hashable {
    package var name: String
    package var type: ValueType

    package init(_ name: String, _ type: ValueType) {
      self.name = name
      self.type = type
    }
  }

  package struct Method: Sendable, Hashable {
    package var parameters: [Field]
    package var reply: [Field]
  }

  /// The description as it was written, for GetInterfaceDescription.
  package let description: String
  package internal(set) var name = ""
  package internal(set) var types: [String: ValueType] = [:]
  package internal(set) var methods: [String: Method] = [:]
  package internal(set) var errors: [String: [Field]] = [:]

  init(describedBy description: String) { self.description = description }
}

extension Interface {
  /// The interface that every service offers.
  package static let service = Interface(embedded: PackageResources.org_varlink_service_varlink)

  /// Reads a description that is embedded in this program.
  package init(embedded bytes: [UInt8]) {
    do {
      try self.init(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      preconditionFailure("a description of this program cannot be read: \(error)")
    }
  }
}
