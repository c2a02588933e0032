// SPDX-License-Identifier: MIT

import JSONText
import Testing

@testable import Varlink

@Suite struct MessageTests {
  private func check(_ message: String, _ expected: Call?, _ location: SourceLocation = #_sourceLocation) {
    #expect((try? Call(message: Array(message.utf8))) == expected, sourceLocation: location)
  }

  @Test func readsCalls() {
    check(#"{"method":"a.b.C"}"#, Call("a.b.C"))
    check(#"{"method":"a.b.C","parameters":{"x":1}}"#, Call("a.b.C", JSONObject([("x", 1)])))
    check(#"{"method":"a.b.C","parameters":null,"more":null}"#, Call("a.b.C"))
    check(#"{"method":"a.b.C","more":true}"#, Call("a.b.C", more: true))
    check(#" {"method":"a.b.C","oneway":true,"upgrade":true} "#, Call("a.b.C", oneway: true, upgrade: true))
    check(#"{"method":"a.b.C","later":[]}"#, Call("a.b.C"))
  }

  @Test func refusesWhatIsNoCall() {
    check("", nil)
    check("hello", nil)
    check("[]", nil)
    check("{}", nil)
    check(#"{"method":1}"#, nil)
    check(#"{"method":"a.b.C","parameters":[]}"#, nil)
    check(#"{"method":"a.b.C","more":1}"#, nil)
    check(#"{"method":"a.b.C","oneway":"yes"}"#, nil)
    check(#"{"method":"a.b.C"}{}"#, nil)
    check(
      #"{"method":"a.b.C","parameters":"# + String(repeating: #"{"a":"#, count: 70) + "1"
        + String(repeating: "}", count: 71), nil)
  }

  @Test func splitsMethodNames() {
    #expect(Call("io.livery.Theme.Register").interface == "io.livery.Theme")
    #expect(Call("io.livery.Theme.Register").member == "Register")
    #expect(Call("Register").interface == nil)
    #expect(Call("Register").member == "Register")
  }

  @Test func readsWhatItWrites() throws {
    for call in [
      Call("a.b.C"), Call("a.b.C", JSONObject([("x", ["y": nil])]), more: true),
      Call("a.b.C", oneway: true), Call("a.b.C", upgrade: true),
    ] {
      #expect(call.message.last == 0)
      #expect(try Call(message: call.message.dropLast()) == call)
    }
    for reply in [
      Reply(), Reply(JSONObject([("x", 1)]), continues: true), Reply(.invalidParameter("x")), Reply(.expectedMore),
    ] {
      var bytes = Array("before".utf8)
      reply.encode(into: &bytes)
      #expect(bytes.starts(with: "before".utf8))
      #expect(bytes.last == 0)
      #expect(try Reply(message: Array(bytes.dropFirst(6).dropLast())) == reply)
    }
  }

  private func check(reply: String, _ expected: Reply?, _ location: SourceLocation = #_sourceLocation) {
    #expect((try? Reply(message: Array(reply.utf8))) == expected, sourceLocation: location)
  }

  @Test func readsReplies() {
    check(reply: "{}", Reply())
    check(reply: #"{"parameters":{"x":1},"continues":true}"#, Reply(JSONObject([("x", 1)]), continues: true))
    check(reply: #"{"error":"a.b.Bad","parameters":{"x":1}}"#, Reply(CallError("a.b.Bad", JSONObject([("x", 1)]))))
    check(reply: #"{"error":7}"#, nil)
    check(reply: #"{"continues":7}"#, nil)
    check(reply: "7", nil)
  }
}
