// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryProtocol
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
    guard name.hasPrefix("c"), let value = Int(name.dropFirst()), value < 1 << 53, "c\(value)" == name else {
      return nil
    }
    self.value = value
  }

  static func < (left: ConsumerNumber, right: ConsumerNumber) -> Bool { left.value < right.value }
}

/// A program that follows a bundle in a context, and what it has been sent.
final class Consumer {
  typealias Mode = ThemeInterface.Mode

  // What is needed to send to it stands together.
  /// What it wants and holds of the bundle, which the channel keeps.
  var standing: Standing
  let connection: Connection
  /// What every message to it begins with.
  private let head: [UInt8]
  let number: ConsumerNumber
  /// As the program named itself.
  let name: String?
  let bundle: BundleHost
  private(set) var channel: Channel
  /// Seconds since 1970.
  let connectedSince: Int
  /// Its place among the consumers of its channel, which the channel keeps.
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
    standing = channel.arrival(Standing.Wish(selection: selection, mode: mode))
  }

  func send(_ body: SharedBytes) {
    connection.send(head, body)
  }

  /// Goes on in another context, whose current state is owed to it from now on.
  func move(to channel: Channel) {
    self.channel = channel
    standing = standing.moved(to: channel.state)
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
      $0.mode = standing.wish.mode
      $0.generationSent = standing.told.generation
      $0.generationSeen = standing.generationSeen
      $0.generationCurrent = channel.current.generation
      $0.queuedBytes = connection.unsentCount
      $0.connectedSince = connectedSince
    }
  }
}
