// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing

@testable import Varlink

@Suite struct ServiceDirectoryTests {
  private let directory = ServiceDirectory(
    vendor: "Vendor", product: "Product", version: "1", url: "https://example.org", interfaces: [.theme])

  private func answer(_ call: Call) -> Result<JSONObject, CallError> {
    do throws(CallError) {
      switch try directory.route(call) {
      case .answered(let parameters): return .success(parameters)
      case .method(let interface, let name):
        return .success(JSONObject([("interface", .string(interface.name)), ("name", .string(name))]))
      }
    } catch {
      return .failure(error)
    }
  }

  private func check(
    _ call: Call, _ expected: Result<JSONObject, CallError>, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(answer(call) == expected, sourceLocation: location)
  }

  @Test func saysWhatItIs() throws {
    let reply = JSONObject([
      ("vendor", "Vendor"), ("product", "Product"), ("version", "1"), ("url", "https://example.org"),
      ("interfaces", ["org.varlink.service", "io.livery.Theme"]),
    ])
    check(Call("org.varlink.service.GetInfo"), .success(reply))
    let fields = try #require(Interface.service.methods["GetInfo"]).reply
    #expect(Interface.service.firstMismatch(in: reply, with: fields) == nil)
  }

  @Test func describesItsInterfaces() {
    for interface in [Interface.service, .theme] {
      check(
        Call("org.varlink.service.GetInterfaceDescription", JSONObject([("interface", .string(interface.name))])),
        .success(JSONObject([("description", .string(interface.description))])))
    }
    check(
      Call("org.varlink.service.GetInterfaceDescription", JSONObject([("interface", "a.b")])),
      .failure(.interfaceNotFound("a.b")))
    check(Call("org.varlink.service.GetInterfaceDescription"), .failure(.invalidParameter("interface")))
  }

  @Test func findsMethods() {
    check(
      Call("io.livery.Theme.Status"), .success(JSONObject([("interface", "io.livery.Theme"), ("name", "Status")])))
    check(Call("io.livery.Theme.Nothing"), .failure(.methodNotFound("io.livery.Theme.Nothing")))
    check(Call("io.livery.Other.Status"), .failure(.interfaceNotFound("io.livery.Other")))
    check(Call("Status"), .failure(.methodNotFound("Status")))
    check(Call(""), .failure(.methodNotFound("")))
    check(Call("io.livery.Theme.Status", upgrade: true), .failure(.methodNotImplemented("io.livery.Theme.Status")))
  }

  @Test func holdsParametersAgainstTheDescription() {
    func register(_ parameters: JSONValue, _ parameter: String, _ location: SourceLocation = #_sourceLocation) {
      check(
        Call("io.livery.Theme.Register", parameters.object ?? JSONObject()), .failure(.invalidParameter(parameter)),
        location)
    }
    register(["name": 1], "name")
    register(["mode": "both"], "mode")
    register(["context": ["device": 7]], "context.device")
    register(["since": ["generation": 1.5, "digest": ""]], "since.generation")
    register(["since": ["generation": 1]], "since.digest")
    register(["select": ["a", 1]], "select[1]")
    register(["colour": "red"], "colour")
    check(Call("io.livery.Theme.Deregister"), .failure(.invalidParameter("consumer")))
  }

  /// The double next to 2^53 + 1 is a different number.
  @Test func refusesNumbersOutOfRange() throws {
    func check(_ method: String, _ parameters: String, _ parameter: String) throws {
      let message = #"{"method":"io.livery.Theme.\#(method)","parameters":\#(parameters)}"#
      self.check(try Call(message: Array(message.utf8)), .failure(.invalidParameter(parameter)))
    }
    for number in ["9007199254740993", "-9007199254740993", "1e999", "1.5"] {
      try check("Diff", #"{"from":\#(number),"to":1}"#, "from")
      try check("Register", #"{"since":{"generation":\#(number),"digest":""}}"#, "since.generation")
      try check("Status", #"{"x":\#(number)}"#, "x")
    }
    try check("ModifyConstant", #"{"name":"x","value":{"value":[1,1e999]}}"#, "value")
  }

  @Test func describesEveryStandardError() throws {
    for error in [
      CallError.interfaceNotFound("a"), .methodNotFound("a"), .methodNotImplemented("a"), .invalidParameter("a"),
      .permissionDenied, .expectedMore,
    ] {
      let name = try #require(error.name.split(separator: ".").last)
      let fields = try #require(Interface.service.errors[String(name)])
      #expect(Interface.service.firstMismatch(in: error.parameters, with: fields) == nil)
    }
    #expect(Interface.service.errors.count == 6)
  }
}
