// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing
import TextComparison
import ThemeComposition
import ThemeModel
import Varlink

/// Structures as JSON and back.
@Suite struct CodingTests {
  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8), maximumDepth: 64) }

  /// A decoded value is encoded as the same text, member for member.
  private func check<Structure: InterfaceStructure>(
    _ type: Structure.Type, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let decoded = try #require(Structure(complete: try json(text)), sourceLocation: location)
    #expect(decoded.encoded.text == text, sourceLocation: location)
  }

  @Test func membersKeepTheirOrder() throws {
    try check(ThemeInterface.Since.self, #"{"generation":7,"digest":"d"}"#)
    try check(ThemeInterface.Context.self, #"{"device":"pad","language":"en_gb","themes":["a","b"]}"#)
    try check(ThemeInterface.Context.self, #"{"themes":["a"],"modifiers":{"mood":"dark","size":"compact"}}"#)
    try check(ThemeInterface.Context.self, #"{"modifiers":{}}"#)
    try check(ThemeInterface.Register.self, #"{"bundle":"b","context":{},"mode":"snapshot"}"#)
    try check(ThemeInterface.Register.self, "{}")
    try check(Element.self, #"{"class":"A","styles":["s"],"changes":[{"x":1,"y":{"z":null}}]}"#)
    try check(
      ThemeInterface.ListModifications.Reply.self,
      #"{"themes":[],"constants":{"a":null},"styles":{"s":{"inherits":true,"properties":{"x":1}}},"saved":false}"#)
    try check(ThemeInterface.ModifyConstant.self, #"{"name":"a","value":{"value":null}}"#)
    try check(
      ThemeInterface.Snapshot.self,
      #"{"bundle":"b","context":{"themes":[]},"generation":1,"digest":"d","constants":{"a":[1]},"styles":{}}"#)
    try check(
      ThemeInterface.Snapshot.self,
      #"{"bundle":"b","generation":1,"digest":"d","constants":{},"styles":{},"order":["A>B","A>C"],"held":1}"#)
  }

  /// Messages have findings in the form of the model, replies in that of the interface.
  @Test(arguments: ["m", "", "\u{0}\u{1B}\u{7F}", "\"\\/\n", "\u{2028}\u{FEFF}\u{FFFF}é色🎨", "e\u{301}"])
  func aFindingHasOneForm(text: String) throws {
    func check(_ diagnostic: Diagnostic) {
      var writer = JSONWriter()
      diagnostic.write(to: &writer)
      #expect(ThemeInterface.Diagnostic(diagnostic).encoded.text == String(decoding: writer.bytes, as: UTF8.self))
    }
    let range = SourceRange(
      start: SourcePosition(line: 1, column: 2, offset: 3),
      end: SourcePosition(line: 999_999, column: 268_435_456, offset: 268_435_456))
    var diagnostic = Diagnostic(code: .badColor, severity: .warning, message: text, file: text, range: nil)
    check(diagnostic)
    diagnostic.range = range
    diagnostic.id = text
    diagnostic.path = text
    diagnostic.isConsequence = true
    diagnostic.related = [
      .init(message: text, file: text, range: range), .init(message: text, file: text, range: nil),
    ]
    diagnostic.help = text
    diagnostic.fix = Finding.Fix(
      title: text, safe: true,
      edits: [.init(range: ByteRange(7, 9), text: text), .init(range: ByteRange(9, 9), text: "")])
    diagnostic.heldBackSince = 12
    check(diagnostic)
    diagnostic.fix?.edits = []
    check(diagnostic)
  }

  @Test func aDeltaIsReadAsItIsWritten() throws {
    let delta = Delta(
      bundle: "b", context: Context(device: .pad), from: 1, to: 3, digest: "d",
      patch: [
        .add(path: "/constants/a", value: .null), .remove(path: "/styles/s"),
        .replace(path: "/styles/t/x", value: .color(Color(red: 1, green: 0, blue: 0.5))),
      ],
      order: ["A>B", "A>C"],
      diagnostics: [
        Diagnostic(code: .unknownReference, severity: .error, message: "m", file: "f", range: nil, heldBackSince: 2)
      ], held: 1, cause: [Cause(file: "f", line: 2, column: 3)])
    var writer = JSONWriter()
    delta.write(to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    try check(ThemeInterface.Delta.self, text)
    let read = try #require(ThemeInterface.Delta(complete: try json(text)))
    #expect(read.patch.map(\.op) == ["add", "remove", "replace"])
    #expect(read.patch.map(\.value) == [.null, nil, .color(Color(red: 1, green: 0, blue: 0.5))])
    #expect(read.diagnostics?.first?.since == 2 && read.cause == delta.cause)
  }

  @Test func anExplanationIsReadAsItIsWritten() throws {
    let place = #""file":"f","line":1,"column":2"#
    for text in [
      #"{"kind":"declaration","path":"constants/a","depth":0,"status":"won","says":"literal","value":null,"id":"a",\#(place),"result":1}"#,
      #"{"kind":"declaration","path":"styles/s/x","depth":0,"status":"overridden","rule":"suffix","says":"object","id":"s","#
        + #""key":"x","inherits":[{"id":"t",\#(place)},{"id":"u"}],\#(place)}"#,
      #"{"kind":"reference","path":"constants/b","depth":2,"status":"missing","id":"b"}"#,
      #"{"kind":"modifier","path":"styles/s/xAlpha","depth":1,"status":"won","says":"lookup","target":"b","id":"s","#
        + #""runTime":true,"heldBack":true,"since":4}"#,
    ] { try check(ExplanationStep.self, text) }
  }

  @Test func aCompositionIsReadAsItIsWritten() throws {
    let place = #""file":"f","line":1,"column":2"#
    try check(
      PlacedComposition.self,
      #"{"properties":{"y":2},"layers":["#
        + #"{"kind":"class","id":"A","path":"styles/A","status":"dropped","droppedBy":1,\#(place),"properties":[]},"#
        + #"{"kind":"state","states":["on"],"status":"applied","properties":[{"path":"y","source":"styles/A/y",\#(place)}]},"#
        + #"{"kind":"theme","id":"no","status":"missing","properties":[]}]}"#)
  }

  /// The other side may have a different version.
  @Test func unknownMembersAndMissingOnesAreTolerated() throws {
    let consumer = try #require(
      ThemeInterface.Consumer(decoding: try json(#"{"consumer":"c1","mode":"full","pid":"x","new":[1]}"#)))
    #expect(consumer.consumer == "c1" && consumer.mode == .delta && consumer.pid == 0 && consumer.name == nil)
    #expect(ThemeInterface.Consumer(complete: try json(#"{"consumer":"c1"}"#)) == nil)
    #expect(ThemeInterface.Consumer(decoding: try json("[]")) == nil)
    let reply = try #require(ThemeInterface.Register.Reply(decoding: try json(#"{"consumer":"c1","event":"colour"}"#)))
    #expect(reply.event == .other("colour"))
    let context = ThemeInterface.Context(decoding: try json(#"{"modifiers":{"b":"1","a":2,"c":null,"b":"3"}}"#))
    #expect(context?.encoded.text == #"{"modifiers":{"b":"3"}}"#)
    #expect(ThemeInterface.Context(decoding: try json(#"{"modifiers":["a"]}"#))?.modifiers == nil)
    #expect(ThemeInterface.Since(complete: try json(#"{"generation":1.5,"digest":"d"}"#)) == nil)
    let bad = try json(#"{"bundle":"b","from":1,"to":2,"digest":"d","patch":[5,{"op":"add"}]}"#)
    #expect(try #require(ThemeInterface.Delta(decoding: bad)).patch.map(\.path) == ["", ""])
  }

  /// Modifiers are sorted by the bytes of their names, and left out when there are none.
  @Test func aContextOfTheModelIsWritten() {
    func check(_ context: Context, _ text: String) {
      #expect(ThemeInterface.Context(context).encoded.text == text)
    }
    check(Context(), #"{"themes":[]}"#)
    check(
      Context(
        device: .pad, themes: ["a"], modifiers: ["size": "compact", "mood": "dark", "e\u{301}": "", "\u{E9}": ""]),
      #"{"device":"pad","themes":["a"],"modifiers":{"e\#u{301}":"","mood":"dark","size":"compact","\#u{E9}":""}}"#)
  }

  @Test func refusalsAreToldApart() {
    func refusal(_ error: some ThemeError) -> Refusal { Refusal(CallError(error)) }
    guard case .bundleRequired(let required) = refusal(ThemeInterface.BundleRequired { $0.bundles = ["a", "b"] }),
      case .noSuchPath(let path) = refusal(ThemeInterface.NoSuchPath { $0.path = "constants/a" }),
      case .service(.invalidParameter, let parameter) = Refusal(.invalidParameter("context.device")),
      case .service(.permissionDenied, "") = Refusal(.permissionDenied),
      case .other(let other) = Refusal(CallError("io.livery.Theme.New"))
    else {
      Issue.record("an error was decoded as a different error")
      return
    }
    #expect(required.bundles == ["a", "b"] && path.path == "constants/a" && path.meant == nil)
    #expect(parameter == "context.device" && other.name == "io.livery.Theme.New")
  }
}
