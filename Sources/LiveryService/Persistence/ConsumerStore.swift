// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryProtocol
import ThemeEngine
import ThemeModel

/// A consumer whose connection is kept for the next daemon.
struct KeptConsumer: Equatable {
  var number: ConsumerNumber
  /// Those of Register, as it would call it now.
  var parameters: ThemeInterface.Register
  /// What it was sent last.
  var generation: Int
  var digest: String
  /// Seconds since 1970.
  var connectedSince: Int

  init(_ consumer: Consumer) {
    number = consumer.number
    parameters = ThemeInterface.Register {
      $0.bundle = consumer.bundle.name
      $0.name = consumer.name
      $0.context = ThemeInterface.Context(consumer.channel.context)
      $0.select = consumer.delivery.options.selection.patterns
      $0.mode = consumer.delivery.options.mode
    }
    generation = consumer.delivery.sent.generation
    digest = consumer.delivery.sent.snapshot.digest
    connectedSince = consumer.connectedSince
  }

  fileprivate init?(_ json: JSONValue) {
    guard let number = json["consumer"]?.string.flatMap({ ConsumerNumber(name: $0) }),
      let parameters = json["parameters"].flatMap({ ThemeInterface.Register(decoding: $0) }),
      let digest = json["digest"]?.string,
      let generation = json["generation"]?.number.flatMap({ Int(exactly: $0) }),
      let since = json["connectedSince"]?.number.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.number = number
    self.parameters = parameters
    self.generation = generation
    self.digest = digest
    connectedSince = since
  }

  fileprivate var json: JSONValue {
    [
      "consumer": .string(number.name), "parameters": parameters.encoded, "generation": .number(Double(generation)),
      "digest": .string(digest), "connectedSince": .number(Double(connectedSince)),
    ]
  }
}

/// What the next daemon has to know of the consumers that are left to it: one file, which it removes when it has read it.
struct ConsumerStore {
  private let path: String
  /// Bytes that the file may have.
  private static let limit = 64 << 20

  /// Bytes of one of them.
  private static let largest = 64 << 10

  init(directory: String) { path = "\(directory)/consumers.json" }

  /// Writes down as many as the file has room for, from the first on; one that asks for a million paths does not take the place of
  /// all others. Returns which.
  func save(_ consumers: [KeptConsumer]) throws(SystemError) -> Set<ConsumerNumber> {
    var room = Self.limit - 64
    var kept: [KeptConsumer] = []
    for consumer in consumers {
      let size = consumer.json.bytes.count + 1
      guard size <= min(room, Self.largest) else { continue }
      room -= size
      kept.append(consumer)
    }
    let list = JSONValue.array(kept.map(\.json))
    try writeFileAtomically(path, JSONValue.object(JSONObject([("consumers", list)])).bytes, mode: 0o600)
    return Set(kept.map(\.number))
  }

  /// Nothing when there is no such file or it makes no sense: these clients come back by themselves.
  func load() -> [KeptConsumer] {
    guard let bytes = try? readFile(path, limit: Self.limit),
      let value = try? JSONValue(parsing: bytes, maximumDepth: 16)
    else { return [] }
    return value["consumers"]?.array?.compactMap { KeptConsumer($0) } ?? []
  }

  func remove() { try? removeFile(path) }
}
