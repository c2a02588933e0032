// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryProtocol
import TestSupport
import Varlink

/// The next step of a hostile or broken client.
struct Nonsense {
  /// The bytes that are sent, and the fate of the connection.
  enum Act {
    /// Sends all of it, ends sending, and reads the answers until the daemon closes.
    case exchange([UInt8])
    /// Sends it until the socket is full, reads nothing and closes.
    case flood([UInt8])
    /// Repeats a text up to a number of bytes, and never ends a message.
    case sendEndless([UInt8], Int)
    /// Sends this on a connection that stays open.
    case stayOpen([UInt8])
    /// Becomes a consumer, sends more, and closes.
    case follow([UInt8])
  }

  private var random: SplitMix
  private let longest: Int

  /// - Parameter longest: the maximum bytes of a message without an end.
  init(seed: UInt64, longest: Int) {
    random = SplitMix(seed: seed)
    self.longest = longest
  }

  mutating func next() -> Act {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return .sendEndless([UInt8](repeating: random.one(of: [32, 91, 34, 255]), count: 1 << 16), longest)
    case 1..<4: return .flood(Array(repeating: call(), count: 2000).flatMap(\.self))
    case 4..<8: return .stayOpen(Array(call().dropLast(Int.random(in: 1...30, using: &random))))
    case 8..<12: return .follow(calls())
    case 12..<15: return .exchange(nesting())
    case 15..<18: return .exchange(noise())
    case 18..<22: return .exchange(Array(calls().dropLast(Int.random(in: 0...30, using: &random))))
    case 22..<26: return .exchange(calls())
    default: return .exchange(mutated(calls()))
    }
  }

  private mutating func noise() -> [UInt8] {
    (0..<Int.random(in: 0...3000, using: &random)).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
  }

  private mutating func nesting() -> [UInt8] {
    let open = random.one(of: ["[", #"{"a":"#, #"[{"":"#])
    let depth = random.one(of: [60, 65, 1000, 100_000])
    return Array(
      (#"{"method":"io.livery.Theme.Status","parameters":{"a":"# + String(repeating: open, count: depth)).utf8) + [0]
  }

  private mutating func calls() -> [UInt8] {
    (0..<Int.random(in: 1...5, using: &random)).flatMap { _ in call() }
  }

  private mutating func mutated(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let start = bytes.indices.randomElement(using: &random) ?? 0
      let range = start..<min(bytes.count, start + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.insert(contentsOf: bytes[range], at: bytes.indices.randomElement(using: &random) ?? 0)
      default: for index in range { bytes[index] = UInt8.random(in: 0 ... .max, using: &random) }
      }
    }
    return bytes
  }

  /// These would rightly end the stream of the consumer that must notice nothing.
  private static let excluded: Set<String> = ["Deregister", "SetContext", "RemoveBundle"]
  private static let methods = Interface.theme.methods.keys.filter { !excluded.contains($0) }.sorted()

  private mutating func call() -> [UInt8] {
    let name = random.one(of: Self.methods)
    var parameters = JSONObject()
    for field in Interface.theme.methods[name]?.parameters ?? [] {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: break
      case 1: parameters[field.name] = random.one(of: Self.values)
      default: parameters[field.name] = Self.sample(of: field.type)
      }
    }
    // A consumer of its own would occupy the connection: that is an act of its own.
    return Call("io.livery.Theme.\(name)", parameters, oneway: random.happens(onceIn: 10)).message
  }

  /// One of each kind, and the borders of some.
  static let values: [JSONValue] = [
    .null, true, 7, -1, 1.5, 1e300, "", "x", "gap", "../../etc", .string(String(repeating: "y", count: 5000)), [], [[]],
    ["x"],
    [nil], [:], ["x": 1], ["value": ["a": [1]]],
  ]

  /// A value that the description allows.
  static func sample(of type: Interface.ValueType) -> JSONValue {
    switch type {
    case .bool: true
    case .int: 7
    case .float: 1.5
    case .string: "x"
    case .object: ["value": 1]
    case .named(let name): Interface.theme.types[name].map(sample) ?? .null
    case .array(let element): [sample(of: element)]
    case .map(let element): ["x": sample(of: element)]
    case .optional: .null
    case .structure(let fields): .object(JSONObject(fields.map { ($0.name, sample(of: $0.type)) }))
    case .enumeration(let cases): .string(cases.first ?? "")
    }
  }
}
