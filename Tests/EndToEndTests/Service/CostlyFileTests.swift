// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryConnection
import TestSupport
import Testing
import Varlink

/// Theme files that are large, or written to cost much: the daemon reads them, reports their findings and goes on answering. Tests
/// of the targets count the work.
@Suite(.serialized, .hangLimit) struct CostlyFileTests {
  private let daemon: DaemonProcess
  private let connection: VarlinkConnection

  init() throws {
    daemon = try DaemonProcess(logTo: .nobody)
    connection = try VarlinkConnection(path: daemon.socket)
  }

  /// Saves a file and waits until it is read. Returns its findings.
  private func findings(in text: String) throws -> [JSONValue] {
    try daemon.folder.write("bundle/values.json", text)
    _ = try daemon.generation()
    return try #require(try connection.call("io.livery.Theme.Check")["diagnostics"]?.array)
  }

  private func text(_ members: some Sequence<(key: String, value: JSONValue)>) -> String {
    var writer = JSONWriter()
    writer.value(.object(JSONObject(Array(members))))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The constants in a part of the state.
  private func constants(_ selected: String...) throws -> JSONObject {
    let select = JSONValue.array(selected.map(JSONValue.string))
    let reply = try connection.call("io.livery.Theme.Resolve", JSONObject([("select", select)]))
    return try #require(reply["snapshot"]?["constants"]?.object)
  }

  private func check(
    _ findings: [JSONValue], _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let found = findings.map { "\($0["code"]?.string ?? "") \($0["id"]?.string ?? "")" }
    #expect(found == expected, sourceLocation: location)
  }

  @Test func arraysThatReferToArrays() throws {
    // A kilobyte that would unfold to 10^40 values.
    let wide = (0..<40).map { level in
      let below = level == 0 ? JSONValue.string("x") : .string("ref://L\(level - 1)")
      return (key: "L\(level)", value: JSONValue.array(Array(repeating: below, count: 10)))
    }
    check(try findings(in: text(wide)), ["LV0009 L6"])
    #expect(try constants("constants/L1", "constants/L6", "constants/L7").members.map(\.key) == ["L1"])
    let deep = (0..<4_000).map { level in
      (key: "L\(level)", value: JSONValue.array([level == 0 ? "x" : .string("ref://L\(level - 1)")]))
    }
    check(try findings(in: text(deep)), ["LV0009 L127"])
    #expect(try constants("constants/L126", "constants/L127", "constants/L200").members.map(\.key) == ["L126"])
    check(try findings(in: #"{"x": 1}"#), [])
    #expect(try constants("constants/x") == JSONObject([("x", 1)]))
  }

  /// Forty styles of two million values each, in two kilobytes.
  @Test func objectsThatReferToObjects() throws {
    let folded = (0..<20).map { level in
      let below = level == 0 ? JSONValue.number(1) : .string("ref://s\(level - 1)")
      return (key: "s\(level)", value: JSONValue.object(JSONObject([("left", below), ("right", below)])))
    }
    let wide = (0..<40).map { (key: "w\($0)", value: JSONValue.object(JSONObject([("x", .string("ref://s19"))]))) }
    let before = try daemon.holdings().memory
    check(try findings(in: text(folded + wide + [(key: "c", value: 1)])), [])
    let refusal = ClientError.refused(
      CallError("io.livery.Theme.LimitExceeded", JSONObject([("limit", "message"), ("value", 16_777_216)])))
    // The last one leads to no value.
    for select in [[], ["styles/*/x"], ["styles/w7"], ["styles" + String(repeating: "/*", count: 30)]] {
      #expect(throws: refusal) {
        _ = try connection.call(
          "io.livery.Theme.Resolve", JSONObject([("select", .array(select.map(JSONValue.string)))]))
      }
    }
    #expect(throws: refusal) {
      _ = try connection.call("io.livery.Theme.Compose", JSONObject([("element", ["class": "w1"])]))
    }
    #expect(throws: refusal) {
      _ = try connection.call("io.livery.Theme.Explain", JSONObject([("path", "styles/w1/x")]))
    }
    // One number in the file is another in each of them.
    let generation = try daemon.generation()
    check(try findings(in: text(folded + wide + [(key: "c", value: 1)]).replacing(":1,", with: ":2,")), [])
    let numbers = JSONObject([
      ("from", .number(Double(generation))), ("to", .number(Double(try daemon.generation()))),
    ])
    #expect(throws: refusal) { _ = try connection.call("io.livery.Theme.Diff", numbers) }
    // No value of the selection differs: there is none.
    let nothing = JSONValue.array([.string("styles" + String(repeating: "/*", count: 30))])
    #expect(throws: refusal) {
      _ = try connection.call("io.livery.Theme.Diff", JSONObject(numbers.members + [("select", nothing)]))
    }
    #expect(try constants("constants/c") == JSONObject([("c", 1)]))
    // A value that is written as far as the limit of a message, and its growth.
    #expect(try daemon.holdings().memory - before < 80_000)
  }

  /// Each is looked up among all others of its kind. The daemon reads and checks them, and goes on answering.
  @Test(arguments: [
    ("classes", "LV3002", 2_000), ("factors", "LV2002", 1_000), ("names", "LV1001", 2_000), ("faults", "LV1001", 2_000),
    ("cycle", "LV1002", 1), ("suppressions", "LV1001", 2_000),
  ])
  func manyOfAKind(kind: String, code: String, count: Int) throws {
    let numbers = 0..<2_000
    func style(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
      .object(JSONObject(members.map { ($0.key, $0.value) }))
    }
    let values: [(key: String, value: JSONValue)] =
      switch kind {
      case "classes":
        numbers.map { ("S\($0)", style(["theme": "base", "highlighted": style(["k\($0)": 1])])) }
          + [("base", style(["height": 1]))]
      case "factors":
        [
          (
            "s",
            .object(
              JSONObject(
                numbers.map { ("c\($0)", "#102030") } + numbers.map { ("c\($0)Alpha", .number($0 % 2 == 0 ? 0.5 : 2)) })
            )
          )
        ]
      case "names": numbers.map { ("s\($0)", style(["theme": .string("no style \($0)")])) }
      case "faults": [("s", .object(JSONObject(numbers.map { ("aColor\($0)", .string("ref://none\($0)")) })))]
      case "cycle": numbers.map { ("c\($0)", .string("ref://c\(($0 + 1) % numbers.count)")) }
      default: numbers.map { ("c\($0)", .string("ref://none\($0)")) }
      }
    if kind == "suppressions" {
      let suppressions = numbers.prefix(1_024).map { number in
        style(["code": "LV1001", "file": .string("v*\(number)*"), "path": .string("*\(number)"), "reason": "r"])
      }
      try daemon.folder.write(
        "bundle/livery.json", text([(key: "suppressions", value: .array(suppressions))]))
    }
    let found = try findings(in: text(values))
    // A longer list is cut: its last entry counts the rest.
    let listed = found.filter { $0["code"]?.string == code }.count
    #expect(listed == (count > 1_000 ? 999 : count))
    #expect(found.count == min(count, 1_000))
    check(try findings(in: #"{"x": 1}"#).filter { $0["severity"] == "error" }, [])
  }

  @Test func findingsOnOneLongLine() throws {
    let count = 5_000
    let found = try findings(in: "{" + String(repeating: #""é":1,"#, count: count) + #""b":2}"#)
    // The list is cut: its last entry counts the rest.
    #expect(found.count == 1000)
    #expect(found.last?["message"]?.string == "\(count - 1000) more findings are not listed")
    let columns = found.dropLast().compactMap { $0["range"]?["start"]?["column"]?.number }
    // Seven bytes each are six columns.
    #expect(columns == (0..<999).map { Double(2 + 6 * $0) } || columns == (1..<1000).map { Double(2 + 6 * $0) })
  }

  /// A binary property list whose objects share their members, so that a few bytes unfold to 2^17 values.
  private var foldedPropertyList: [UInt8] {
    let levels: UInt8 = 16
    var objects = (1...levels).map { [0xD2, levels, levels + 1, $0, $0] as [UInt8] }
    objects[Int(levels) - 1] = [0xD2, levels, levels + 1, levels, levels + 1]
    objects += [[0x51, UInt8(ascii: "x")], [0x51, UInt8(ascii: "y")]]
    var bytes = Array("bplist00".utf8)
    let offsets = objects.map { object in
      defer { bytes += object }
      return UInt8(bytes.count)
    }
    let table = UInt8(bytes.count)
    func word(_ number: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + word(UInt8(objects.count)) + word(0) + word(table)
  }

  @Test func memoryOfLargeValuesIsGivenBack() throws {
    let large = text([(key: "z", value: .object(JSONObject((0..<100_000).map { ("k\($0)", .number(Double($0))) })))])
    for bytes in [Array(large.utf8), foldedPropertyList] {
      _ = try findings(in: #"{"x": 1}"#)
      let before = try daemon.holdings().memory
      try daemon.folder.write("bundle/values.json", bytes)
      _ = try daemon.generation()
      let peak = try daemon.holdings().memory
      #expect(peak > before + 3_000, "else nothing would be given back")
      _ = try findings(in: #"{"x": 2}"#)
      // The history keeps the text of the file.
      let after = try daemon.holdings().memory - bytes.count / 1024
      #expect((after - before) * 4 < peak - before, "\(before), \(peak), \(after) KB")
    }
  }

  /// Groups of design tokens that extend each other in a chain, of which each 256 are valid.
  @Test func longChainsOfGroups() throws {
    try daemon.folder.write("bundle/livery.json", #"{ "dialect": "tokens" }"#)
    let groups = (1..<3000).map { #""g\#($0)": { "$extends": "{g\#($0 - 1)}" }"# }.joined(separator: ", ")
    try daemon.folder.write(
      "bundle/a.tokens.json", #"{ "g0": { "$type": "number", "a": { "$value": 1 } }, \#(groups) }"#)
    _ = try daemon.generation()
    let found = try #require(try connection.call("io.livery.Theme.Check")["diagnostics"]?.array)
    #expect(found.contains { $0["code"]?.string == "LV0009" })
    #expect(try constants("constants/g255.a").members.count == 1)
    #expect(try daemon.holdings().peak < 150_000)
  }

  /// Values that are held refer to the beginning of a chain of references whose end does not exist.
  @Test func heldReferencesToOneChain() throws {
    let count = 8_000
    let chain = (0..<count).map { number in
      (key: "c\(number)", value: JSONValue.string(number + 1 < count ? "ref://c\(number + 1)" : "ref://gone"))
    }
    func file(_ value: Int, _ reference: String) -> String {
      text(
        chain + [(key: "good", value: .number(Double(value)))]
          + (0..<count).map { (key: "h\($0)", value: .string("ref://" + reference)) })
    }
    check(try findings(in: file(1, "good")), ["LV1001 c\(count - 1)"])
    for value in 1..<4 {
      try daemon.folder.write("bundle/values.json", file(value, "c0"))
      _ = try daemon.generation()
      let select: JSONValue = ["constants/good", "constants/h9"]
      let reply = try connection.call("io.livery.Theme.Resolve", JSONObject([("select", select)]))
      let snapshot = try #require(reply["snapshot"])
      #expect(snapshot["constants"] == ["good": .number(Double(value)), "h9": 1])
      #expect(snapshot["held"]?.number == Double(count))
      #expect(snapshot["diagnostics"]?.array?.first?["heldBack"] == true)
    }
  }

  @Test func unknownReferencesDoNotSlowDownOtherEdits() throws {
    func file(_ value: Int) -> String {
      text(
        [(key: "value", value: JSONValue.number(Double(value)))]
          + (0..<2000).map { (key: "color-name-\($0)", value: 1) }
          + (0..<2000).map { (key: "k\($0)", value: .string("ref://colour-name-\($0)")) })
    }
    for value in 0..<4 {
      let found = try findings(in: file(value))
      #expect(found.count == 1000)
      #expect(found.last?["message"] == "1001 more findings are not listed")
      #expect(found[0]["help"] == "did you mean `color-name-0`?")
      #expect(try constants("constants/value") == JSONObject([("value", .number(Double(value)))]))
    }
  }
}
