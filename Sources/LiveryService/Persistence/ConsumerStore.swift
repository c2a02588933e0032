// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import LiveryProtocol
import ThemeEngine
import ThemeModel

/// A consumer whose connection the service manager keeps for the next daemon.
struct KeptConsumer: Equatable {
  var number: ConsumerNumber
  /// The parameters of Register by which it would get its present stream.
  var parameters: ThemeInterface.Register
  /// The generation that it was sent last.
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
    digest = consumer.delivery.sent.digest
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

/// Keeps the consumers for the next daemon, in one file, which that daemon removes after reading.
struct ConsumerStore {
  private let path: String
  /// Bytes of the file at most.
  private static let limit = 64 << 20

  /// Bytes of one consumer at most.
  private static let largest = 64 << 10

  init(directory: String) { path = "\(directory)/consumers.json" }

  /// Writes as many consumers as the file may hold, from the first on, without those that alone are too large. Returns their
  /// numbers.
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

  /// Reads the file; empty if there is none or it is invalid. Clients that are not restored reconnect.
  func load() -> [KeptConsumer] {
    guard let bytes = try? readFile(path, limit: Self.limit),
      let value = try? JSONValue(parsing: bytes, maximumDepth: 16)
    else { return [] }
    return value["consumers"]?.array?.compactMap { KeptConsumer($0) } ?? []
  }

  func remove() { try? removeFile(path) }
}
