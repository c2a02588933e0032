// SPDX-License-Identifier: MIT

package import JSONText

/// An error as the answer to a call: the name of a described error and its members.
package struct CallError: Error, Equatable {
  /// With the interface's name: `org.varlink.service.MethodNotFound`.
  package var name: String
  package var parameters: JSONObject

  package init(_ name: String, _ parameters: JSONObject = JSONObject()) {
    self.name = name
    self.parameters = parameters
  }
}

extension CallError {
  /// The errors of `org.varlink.service`, which every service may answer.
  package enum ServiceError: String, Sendable, CaseIterable {
    case interfaceNotFound = "InterfaceNotFound"
    case methodNotFound = "MethodNotFound"
    case methodNotImplemented = "MethodNotImplemented"
    case invalidParameter = "InvalidParameter"
    case permissionDenied = "PermissionDenied"
    case expectedMore = "ExpectedMore"

    /// The name of its one member; nil when it has none.
    fileprivate var member: String? {
      switch self {
      case .interfaceNotFound: "interface"
      case .methodNotFound, .methodNotImplemented: "method"
      case .invalidParameter: "parameter"
      case .permissionDenied, .expectedMore: nil
      }
    }

    fileprivate var fullName: String { "org.varlink.service.\(rawValue)" }
  }

  /// The error of `org.varlink.service` that this is, with the value of its member; nil for other errors.
  package var serviceError: (error: ServiceError, value: String)? {
    ServiceError.allCases.first { $0.fullName == name }.map { error in
      (error, error.member.flatMap { parameters[$0]?.string } ?? "")
    }
  }

  private init(_ error: ServiceError, _ value: String? = nil) {
    var parameters = JSONObject()
    if let member = error.member { parameters[member] = value.map(JSONValue.string) }
    self.init(error.fullName, parameters)
  }

  package static func interfaceNotFound(_ interface: String) -> CallError { CallError(.interfaceNotFound, interface) }
  package static func methodNotFound(_ method: String) -> CallError { CallError(.methodNotFound, method) }
  package static func methodNotImplemented(_ method: String) -> CallError { CallError(.methodNotImplemented, method) }

  /// - Parameter parameter: the parameter's name; the names on the way to a member of it joined by dots.
  package static func invalidParameter(_ parameter: String) -> CallError { CallError(.invalidParameter, parameter) }

  package static var permissionDenied: CallError { CallError(.permissionDenied) }
  package static var expectedMore: CallError { CallError(.expectedMore) }
}
