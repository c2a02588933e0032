// SPDX-License-Identifier: MIT

import JSONText
import Testing

@testable import Varlink

@Suite struct InterfaceTests {
  private func failure(_ description: String) -> String? {
    do throws(InterfaceSyntaxError) {
      _ = try Interface(parsing: description)
      return nil
    } catch {
      return error.description
    }
  }

  private func check(_ members: String, _ failure: String?, _ location: SourceLocation = #_sourceLocation) {
    #expect(self.failure("interface a.b\n\(members)") == failure, sourceLocation: location)
  }

  @Test func readsEveryForm() throws {
    let interface = try Interface(
      parsing: """
        # About it.
        interface io.example-one.More # and here
        type Kind (small, large_one)
        type Thing (kind: Kind, parts: []Thing, names: [string]?int, extra: ?object, at: (x: float, y: float))
        method Do(thing: ?Thing,how:(fast,slow))->()
        method Ask ( ) -> ( # nothing
          yes: bool )
        error Failed (why: string)
        """)
    #expect(interface.name == "io.example-one.More")
    #expect(interface.types["Kind"] == .enumeration(["small", "large_one"]))
    #expect(
      interface.types["Thing"]
        == .structure([
          .init("kind", .named("Kind")), .init("parts", .array(.named("Thing"))),
          .init("names", .map(.optional(.int))), .init("extra", .optional(.object)),
          .init("at", .structure([.init("x", .float), .init("y", .float)])),
        ]))
    #expect(
      interface.methods["Do"]
        == .init(
          parameters: [.init("thing", .optional(.named("Thing"))), .init("how", .enumeration(["fast", "slow"]))],
          reply: []))
    #expect(interface.methods["Ask"] == .init(parameters: [], reply: [.init("yes", .bool)]))
    #expect(interface.errors == ["Failed": [.init("why", .string)]])
  }

  @Test func saysWhereItFails() {
    check("method A() -> ()", nil)
    check("method A() -> (", "line 2: a name is missing")
    check("method a() -> ()", "line 2: a is not a name of a type, method or error")
    check("method A_b() -> ()", "line 2: A_b is not a name of a type, method or error")
    check("method A()\n-> (x: any)", "line 3: there is no type any")
    check("method A() (x: int)", "line 2: -> is missing")
    check("method A(x, y) -> ()", "line 2: members need a type")
    check("method A(x: int, y) -> ()", "line 2: : is missing")
    check("method A(x: int, x: int) -> ()", "line 2: x is there twice")
    check("method A(x__y: int) -> ()", "line 2: x__y is not a name of a member")
    check("method A(x: ??int) -> ()", "line 2: a type is missing")
    check("method A(x: Missing) -> ()", "line 2: there is no type Missing")
    check("type A (x: int)\n# again\nerror A ()", "line 4: A is defined twice")
    check("thing A ()", "line 2: thing is not type, method or error")
    check("}", "line 2: type, method or error is missing")
    #expect(failure("") == "line 1: interface is missing")
    #expect(failure("interface nodots") == "line 1: nodots is not a name of an interface")
    #expect(failure("interface a..b") == "line 1: a..b is not a name of an interface")
  }

  /// Holds one parameter of a type against a value.
  private func check(
    _ type: String, _ value: JSONValue, _ mismatch: String?, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let interface = try Interface(
      parsing: "interface a.b type Pair (left: int, right: ?string) method A(x: \(type)) -> ()")
    let fields = try #require(interface.methods["A"]).parameters
    #expect(
      interface.firstMismatch(in: JSONObject([("x", value)]), with: fields) == mismatch, sourceLocation: location)
  }

  @Test func holdsValuesAgainstTypes() throws {
    try check("bool", true, nil)
    try check("bool", 1, "x")
    try check("int", 1, nil)
    try check("int", -3, nil)
    try check("int", 1.5, "x")
    try check("int", 1e300, "x")
    try check("float", 1.5, nil)
    try check("string", "a", nil)
    try check("string", nil, "x")
    try check("?string", nil, nil)
    try check("object", ["a": 1], nil)
    try check("object", [1], "x")
    try check("[]int", [1, 2], nil)
    try check("[]int", [1, "2", 3], "x[1]")
    try check("[string]int", ["a": 1, "b": nil], "x.b")
    try check("(one, two)", "two", nil)
    try check("(one, two)", "three", "x")
    try check("Pair", ["left": 1, "right": "r"], nil)
    try check("Pair", ["left": 1], nil)
    try check("Pair", ["right": "r"], "x.left")
    try check("Pair", ["left": 1, "middle": 2], "x.middle")
    try check("[]Pair", [["left": 1], ["left": "1"]], "x[1].left")
    try check("Pair", "a", "x")
  }

  @Test func namesUnknownAndMissingParameters() throws {
    let interface = try Interface(parsing: "interface a.b method A(x: int, y: ?int) -> ()")
    let fields = try #require(interface.methods["A"]).parameters
    #expect(interface.firstMismatch(in: JSONObject([("x", 1), ("y", nil)]), with: fields) == nil)
    #expect(interface.firstMismatch(in: JSONObject([("y", 1)]), with: fields) == "x")
    #expect(interface.firstMismatch(in: JSONObject([("x", 1), ("z", 1)]), with: fields) == "z")
  }
}
