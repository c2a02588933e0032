// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryProtocol
import ThemeComposition
import ThemeEngine
import ThemeModel

/// Consumers are counted from 1. A number is never used again while the daemon lives.
struct ConsumerNumber: Hashable, Comparable {
  let value: Int

  /// The name on the socket: `c7`.
  var name: String { "c\(value)" }

  init(_ value: Int) { self.value = value }

  /// Nil for any other text.
  init?(name: String) {
    guard name.hasPrefix("c"), let value = Int(name.dropFirst()), value < 1 << 53, "c\(value)" == name else {
      return nil
    }
    self.value = value
  }

  static func < (left: ConsumerNumber, right: ConsumerNumber) -> Bool { left.value < right.value }
}

/// A program that follows a bundle in a context, with the state that it was last sent.
final class Consumer {
  typealias Mode = ThemeInterface.Mode

  // The properties that a send reads come first, to share cache lines.
  /// The state that it was last sent, which the channel sets.
  var delivery: DeliveryState
  let connection: Connection
  /// The beginning of each message to it.
  private let head: [UInt8]
  let number: ConsumerNumber
  /// The name that the program gave itself.
  let name: String?
  let bundle: BundleHost
  private(set) var channel: Channel
  /// Seconds since 1970.
  let connectedSince: Int
  /// What its process has composed since it registered; nil for nothing.
  private(set) var composed: ComposedValues?
  /// Its index among the consumers of its channel, which the channel sets.
  var place = 0

  init(
    number: ConsumerNumber, name: String?, bundle: BundleHost, channel: Channel, selection: Selection, mode: Mode,
    connection: Connection, connectedSince: Int
  ) {
    self.number = number
    self.name = name
    self.bundle = bundle
    self.channel = channel
    self.connection = connection
    self.connectedSince = connectedSince
    head = StreamReply.head(for: number)
    delivery = channel.currentDelivery(SubscriptionOptions(selection: selection, mode: mode))
  }

  func send(_ body: SharedBytes) {
    connection.send(head, body)
  }

  /// Whether the process at the other end of its connection is that of a peer.
  func isOfProcess(_ peer: PeerCredentials) -> Bool {
    let own = connection.credentials
    return own.process == peer.process && own.user == peer.user && own.process > 0
  }

  /// Records that its process has composed an element.
  func record(_ composition: PlacedComposition) {
    var values = composed ?? ComposedValues()
    composed = nil
    values.insert(composition)
    composed = values
  }

  /// Moves to another context. The context's current state is due from now on.
  func move(to channel: Channel) {
    self.channel = channel
    delivery = delivery.moved(to: channel.state)
  }

  /// The entry of ListConsumers.
  var entry: ThemeInterface.Consumer {
    ThemeInterface.Consumer {
      $0.consumer = number.name
      $0.name = name
      $0.pid = Int(connection.credentials.process)
      $0.uid = Int(connection.credentials.user)
      $0.bundle = bundle.name
      $0.context = ThemeInterface.Context(channel.context)
      $0.mode = delivery.options.mode
      $0.select = delivery.options.selection.patterns
      $0.generationSent = delivery.reported.generation
      $0.generationSeen = delivery.generationSeen
      $0.generationCurrent = channel.current.generation
      $0.queuedBytes = connection.unsentCount
      $0.connectedSince = connectedSince
    }
  }
}
