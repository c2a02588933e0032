// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryProtocol
import Testing
import ThemeModel

@testable import PreviewPage

@Suite struct PageStateTests {
  private func begun(at step: Int = 2) -> PageState {
    var state = PageState(context: Context())
    state.begin(bundle: "b", dialect: "flat", generation: 1, isUnsaved: false, at: step)
    for (path, json) in [("constants/a", "1"), ("constants/b", "2")] { state.set(path, to: Array(json.utf8), at: step) }
    return state
  }

  private func json(_ bytes: [UInt8]) throws -> JSONValue { try JSONValue(parsing: bytes, maximumDepth: 16) }

  @Test func aPageGetsJustWhatItLacks() throws {
    var state = begun()
    let whole = try json(state.message(since: nil))
    #expect(whole["type"] == "whole")
    #expect(whole["values"] == [["constants/a", 1], ["constants/b", 2]])
    state.moved(to: 2, isUnsaved: true, at: 3)
    state.set("constants/a", to: Array("7".utf8), at: 3)
    state.set("constants/b", to: nil, at: 3)
    state.set("constants/c", to: Array("3".utf8), at: 4)
    func check(_ since: Int, _ values: JSONValue, _ removed: JSONValue) throws {
      let message = try json(state.message(since: since))
      #expect(message["type"] == "change")
      #expect(message["unsaved"] == true)
      #expect(message["values"] == values)
      #expect(message["removed"] == removed)
    }
    try check(2, [["constants/a", 7], ["constants/c", 3]], ["constants/b"])
    try check(3, [["constants/c", 3]], [])
    try check(4, [], [])
    // A step from before the state began means nothing.
    #expect(try json(state.message(since: 1))["type"] == "whole")
    // What came back has not gone.
    state.set("constants/b", to: Array("5".utf8), at: 5)
    try check(2, [["constants/a", 7], ["constants/b", 5], ["constants/c", 3]], [])
  }

  @Test func aValueThatStaysIsNoChange() {
    var state = begun()
    state.set("constants/a", to: Array("1".utf8), at: 9)
    state.moved(to: 1, isUnsaved: false, at: 9)
    state.replace([], of: 0, errorCount: 0, at: 9)
    #expect(state.step == 2)
  }

  @Test func listsAreBounded() throws {
    var state = begun()
    for step in 3..<(3 + 2 * PageState.maximumRemovals) {
      state.set("constants/x\(step)", to: [UInt8(ascii: "1")], at: step)
      state.set("constants/x\(step)", to: nil, at: step)
      state.add(.init(generation: step, time: 0, count: 1, changes: [], isUnsaved: false), at: step)
    }
    #expect(try json(state.message(since: nil))["saves"]?.array?.count == PageState.maximumSaves)
    // A page that knows too little gets the whole, and not a list of removals with gaps.
    #expect(!state.canContinue(from: 3))
    #expect(state.canContinue(from: state.step - 10))
    #expect(try json(state.message(since: state.step - 10))["removed"]?.array?.count == 10)
  }

  // MARK: Streams

  private func events(_ bytes: [UInt8]?) -> [String] {
    guard let bytes else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").map(String.init)
  }

  @Test func aStreamIsToldOfEachStepOnceAndOfSeveralAtOnce() {
    var state = begun()
    var stream = EventStream(contexts: [Context()], lastID: nil, epoch: "e")
    func next() -> [String] {
      events(stream.next([state], epoch: "e", step: state.step) { state, since in state.message(since: since) })
    }
    let first = next()
    #expect(first.first == "retry: 500")
    #expect(first.last == "id: e.2\ndata: {\"type\":\"current\"}")
    #expect(first.count == 3)
    #expect(next().isEmpty)
    // A slow page: two steps, one message.
    state.set("constants/a", to: [UInt8(ascii: "8")], at: 3)
    state.set("constants/a", to: [UInt8(ascii: "9")], at: 4)
    let second = next()
    #expect(second.count == 2)
    #expect(second[0].contains(#"["constants/a",9]"#))
    #expect(second[1].hasPrefix("id: e.4\n"))
    #expect(next().isEmpty)
  }

  @Test func aStateWithoutValuesIsSentOnce() {
    var state = PageState(context: Context())
    var stream = EventStream(contexts: [Context()], lastID: nil, epoch: "e")
    func next(_ step: Int) -> [String] {
      events(stream.next([state], epoch: "e", step: step) { state, since in state.message(since: since) })
        .filter { $0.hasPrefix("data: ") }
    }
    func check(_ step: Int, _ expected: String?) {
      let messages = next(step)
      #expect(messages.count == (expected == nil ? 0 : 1))
      if let expected { #expect(messages.allSatisfy { $0.contains(expected) }) }
      #expect(next(step).isEmpty)
    }
    check(1, nil)
    state.become(stale: "refused", since: 1, at: 2)
    check(2, #""stale":"refused""#)
    check(3, nil)
    state.become(stale: "gone", since: 1, at: 4)
    check(4, #""stale":"gone""#)
    state.become(stale: nil, since: 0, at: 5)
    check(5, nil)
    state.begin(bundle: "b", dialect: "flat", generation: 1, isUnsaved: false, at: 6)
    check(6, #""type":"whole""#)
  }

  @Test func aPageThatComesBackGoesOnFromItsStep() {
    var state = begun()
    state.set("constants/a", to: [UInt8(ascii: "8")], at: 5)
    func first(_ id: String?) -> String {
      var stream = EventStream(contexts: [Context()], lastID: id, epoch: "e")
      let found = events(stream.next([state], epoch: "e", step: 5) { state, since in state.message(since: since) })
      return found.count < 3 ? "nothing" : found[1].contains("\"whole\"") ? "whole" : "change"
    }
    #expect(first("e.3") == "change")
    #expect(first("e.5") == "nothing")
    for id in [nil, "", "e", "e.", "e.x", "f.3", "e.1", "e.99999999999999999999", ".3"] {
      #expect(first(id) == "whole", "\(id ?? "nil")")
    }
  }

  // MARK: The picture

  @Test func aPictureHasTextsOfThemesAsTexts() {
    var snapshot = ThemeInterface.Snapshot()
    snapshot.bundle = "</text><script>alert(1)</script>"
    snapshot.constants = .object([
      .init(key: "\"><img src=x onerror=alert(1)>", value: .color(.black)),
      .init(key: "a\u{0}\u{1B}[31m&amp;\u{FFFE}", value: .color(Color(red: 1, green: 0, blue: 0, alpha: .nan))),
    ])
    let svg = String(decoding: StillPicture.svg(of: snapshot), as: UTF8.self)
    #expect(!svg.contains("<script") && !svg.contains("<img"))
    #expect(svg.contains("&lt;/text&gt;&lt;script&gt;alert(1)"))
    #expect(svg.utf8.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") })
    #expect(svg.contains("a[31m&amp;amp;"))
    #expect(svg.contains("fill=\"#ff0000\""))
    #expect(!svg.contains("nan"))
  }
}
