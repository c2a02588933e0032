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

/// The errors that every service may answer.
extension CallError {
  package static func interfaceNotFound(_ interface: String) -> CallError {
    standard("InterfaceNotFound", "interface", interface)
  }

  package static func methodNotFound(_ method: String) -> CallError { standard("MethodNotFound", "method", method) }

  package static func methodNotImplemented(_ method: String) -> CallError {
    standard("MethodNotImplemented", "method", method)
  }

  /// - Parameter parameter: the parameter's name; the way to a member of it joined by dots.
  package static func invalidParameter(_ parameter: String) -> CallError {
    standard("InvalidParameter", "parameter", parameter)
  }

  package static var permissionDenied: CallError { CallError("org.varlink.service.PermissionDenied") }

  package static var expectedMore: CallError { CallError("org.varlink.service.ExpectedMore") }

  private static func standard(_ name: String, _ member: String, _ value: String) -> CallError {
    CallError("org.varlink.service.\(name)", JSONObject([(member, .string(value))]))
  }
}
