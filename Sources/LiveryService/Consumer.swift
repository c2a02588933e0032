// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LinuxIO
import ThemeEngine
import ThemeModel

/// Consumers are counted from 1; no number comes twice while the daemon lives.
struct ConsumerNumber: Hashable, Comparable {
  let value: Int

  /// The name on the socket: `c7`.
  var name: String { "c\(value)" }

  init(_ value: Int) { self.value = value }

  /// Nil for what is no name of a consumer.
  init?(name: String) {
    guard name.hasPrefix("c"), let value = Int(name.dropFirst()), "c\(value)" == name else { return nil }
    self.value = value
  }

  static func < (left: ConsumerNumber, right: ConsumerNumber) -> Bool { left.value < right.value }
}

/// A program that follows a bundle in a context, and what it has been sent.
final class Consumer {
  enum Mode: String { case snapshot, delta }

  let number: ConsumerNumber
  /// As the program named itself.
  let name: String?
  let bundle: BundleHost
  private(set) var channel: Channel
  let selection: Selection
  let mode: Mode
  let connection: Connection
  /// Seconds since 1970.
  let connectedSince: Int
  /// What every message to it begins with.
  private let head: [UInt8]
  /// Its place among the consumers of its channel, which the channel keeps.
  var place = 0
  /// The state that the consumer holds: the next delta begins here.
  private(set) var sent: SharedSnapshot
  /// The state whose diagnostics the consumer holds.
  private(set) var told: SharedSnapshot
  /// The generation of the last message sent.
  private(set) var generationSent: Int
  /// The newest generation that was examined for this consumer.
  private(set) var generationSeen: Int
  /// What it holds is of another context than it is in now: the next message tells it so.
  private(set) var hasMoved = false

  init(
    number: ConsumerNumber, name: String?, bundle: BundleHost, channel: Channel, selection: Selection, mode: Mode,
    connection: Connection, connectedSince: Int
  ) {
    self.number = number
    self.name = name
    self.bundle = bundle
    self.channel = channel
    self.selection = selection
    self.mode = mode
    self.connection = connection
    self.connectedSince = connectedSince
    head = StreamReply.head(for: number)
    sent = channel.state
    told = channel.state
    generationSent = channel.state.generation
    generationSeen = channel.state.generation
  }

  func send(_ body: SharedBytes) {
    connection.send(head, body)
  }

  /// Goes on in another context, whose current state is owed to it from now on.
  func move(to channel: Channel) {
    self.channel = channel
    hasMoved = true
    generationSeen = channel.current.generation - 1
  }

  func note(sent state: SharedSnapshot) {
    sent = state
    hasMoved = false
    note(told: state)
  }

  func note(told state: SharedSnapshot) {
    told = state
    generationSent = state.generation
    generationSeen = state.generation
  }

  func note(seen state: SharedSnapshot) {
    generationSeen = state.generation
  }

  /// The entry of ListConsumers.
  var json: JSONValue {
    var object = JSONObject([("consumer", .string(number.name))])
    object["name"] = name.map(JSONValue.string)
    object["pid"] = .number(Double(connection.credentials.process))
    object["uid"] = .number(Double(connection.credentials.user))
    object["bundle"] = .string(bundle.name)
    object["context"] = channel.context.json
    object["mode"] = .string(mode.rawValue)
    object["generationSent"] = .number(Double(generationSent))
    object["generationSeen"] = .number(Double(generationSeen))
    object["generationCurrent"] = .number(Double(channel.current.generation))
    object["queuedBytes"] = .number(Double(connection.unsentCount))
    object["connectedSince"] = .number(Double(connectedSince))
    return .object(object)
  }
}
