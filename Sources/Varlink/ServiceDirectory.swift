// SPDX-License-Identifier: MIT

package import JSONText

/// The reply of `org.varlink.service.GetInfo`, as far as clients use it.
package struct ServiceInformation: Sendable {
  package static let method = "org.varlink.service.GetInfo"

  package let vendor: String?
  package let product: String?

  package init(_ reply: JSONObject) {
    vendor = reply["vendor"]?.string
    product = reply["product"]?.string
  }
}

/// The description of a service, and its interfaces: answers `org.varlink.service` and finds the method of
/// a call.
package struct ServiceDirectory: Sendable {
  package var vendor: String
  package var product: String
  package var version: String
  package var url: String
  /// `org.varlink.service` is one of them.
  package let interfaces: [Interface]

  package init(vendor: String, product: String, version: String, url: String, interfaces: [Interface]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [.service] + interfaces
  }

  /// The handling of a call.
  package enum Route {
    /// A call of `org.varlink.service`, answered here.
    case answered(JSONObject)
    /// A method of another interface, its parameters checked against the description.
    case method(interface: Interface, name: String)
  }

  package func route(_ call: Call) throws(CallError) -> Route {
    guard let name = call.interface else { throw .methodNotFound(call.method) }
    guard let interface = interfaces.first(where: { $0.name == name }) else { throw .interfaceNotFound(name) }
    guard let method = interface.methods[call.member] else { throw .methodNotFound(call.method) }
    if call.upgrade { throw .methodNotImplemented(call.method) }
    if let parameter = interface.firstMismatch(in: call.parameters, with: method.parameters) {
      throw .invalidParameter(parameter)
    }
    guard interface.name == Interface.service.name else { return .method(interface: interface, name: call.member) }
    return .answered(call.member == "GetInfo" ? information : try description(for: call))
  }

  private var information: JSONObject {
    JSONObject([
      ("vendor", .string(vendor)), ("product", .string(product)), ("version", .string(version)), ("url", .string(url)),
      ("interfaces", .array(interfaces.map { .string($0.name) })),
    ])
  }

  private func description(for call: Call) throws(CallError) -> JSONObject {
    let name = call.parameters["interface"]?.string ?? ""
    guard let interface = interfaces.first(where: { $0.name == name }) else { throw .interfaceNotFound(name) }
    return JSONObject([("description", .string(interface.description))])
  }
}
