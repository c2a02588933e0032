// SPDX-License-Identifier: MIT

import JSONText
import LiveryProtocol
import Testing

@testable import LiveryClient

/// A program's context, as the client sends it and reads it back.
@Suite struct ContextTests {
  private static let contexts: [(Theme.Context, String)] = [
    (Theme.Context(), "{}"),
    (
      Theme.Context(device: "pad", version: "9.3", language: "en_gb"),
      #"{"device":"pad","version":"9.3","language":"en_gb"}"#
    ),
    (Theme.Context(themes: ["a", "b"]), #"{"themes":["a","b"]}"#),
    (Theme.Context(modifiers: ["a": "b"]), #"{"modifiers":{"a":"b"}}"#),
    (Theme.Context(modifiers: ["b": "a"]), #"{"modifiers":{"b":"a"}}"#),
    (Theme.Context(modifiers: ["b": "2", "a": "1", "B": "3"]), #"{"modifiers":{"B":"3","a":"1","b":"2"}}"#),
    (Theme.Context(themes: ["a"], modifiers: ["b": "c"]), #"{"themes":["a"],"modifiers":{"b":"c"}}"#),
    (Theme.Context(modifiers: ["\u{E9}": "a"]), #"{"modifiers":{"\#u{E9}":"a"}}"#),
    (Theme.Context(modifiers: ["e\u{301}": "a"]), #"{"modifiers":{"e\#u{301}":"a"}}"#),
    (Theme.Context(modifiers: ["a": "\u{E9}"]), #"{"modifiers":{"a":"\#u{E9}"}}"#),
    (Theme.Context(modifiers: ["a": "e\u{301}"]), #"{"modifiers":{"a":"e\#u{301}"}}"#),
  ]

  @Test(arguments: contexts) func comesBackAsItWasSent(_ context: Theme.Context, _ text: String) throws {
    #expect(ThemeInterface.Context(context).encoded.text == text)
    let sent = try JSONValue(parsing: Array(text.utf8))
    let received = try #require(ThemeInterface.Context(decoding: sent))
    #expect(Theme.Context(received) == context && Theme.Context(received).hashValue == context.hashValue)
    #expect(Self.contexts.filter { $0.0 == context }.count == 1, "the others are other contexts")
  }

  /// The dictionary of a program holds one of two names that are equal for Swift.
  @Test func ofTwoNormalFormsTheLastCounts() throws {
    let sent = try JSONValue(parsing: Array(#"{"modifiers":{"\#u{E9}":"composed","e\#u{301}":"decomposed"}}"#.utf8))
    let received = try #require(ThemeInterface.Context(decoding: sent))
    #expect(Theme.Context(received).modifiers == ["\u{E9}": "composed"], "in the order of their bytes")
  }
}
