// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The consumers of a daemon: adds them to their channels, sends their due messages, and ends their streams.
final class ConsumerTable {
  private var consumers: [ConsumerNumber: Consumer] = [:]
  private var last = 0
  private let connections: ConnectionTable
  private let report: ServiceReport?
  private let log: Log
  /// Called with the number of consumers after a consumer came or went.
  var countChanged: (Int) -> Void = { _ in }

  init(_ connections: ConnectionTable, _ report: ServiceReport?, _ log: Log) {
    self.connections = connections
    self.report = report
    self.log = log
  }

  subscript(number: ConsumerNumber) -> Consumer? { consumers[number] }

  var count: Int { consumers.count }

  /// In no order.
  var all: some Collection<Consumer> { consumers.values }

  func nextNumber() -> ConsumerNumber {
    last += 1
    return ConsumerNumber(last)
  }

  /// Leaves out the numbers up to this one, which an earlier daemon has given.
  func reserve(_ number: ConsumerNumber) { last = max(last, number.value) }

  func add(_ consumer: Consumer) {
    consumers[consumer.number] = consumer
    consumer.channel.add(consumer)
    consumer.connection.consumer = consumer.number
    reportCount()
    log.debug(
      "\(consumer.number.name) follows \(consumer.bundle.name)", .bundle(consumer.bundle.name),
      .consumer(consumer.number.name), .client(consumer.connection.credentials.process))
  }

  /// Sends a consumer the message that is due, unless its socket is full.
  func deliver(to consumer: Consumer) {
    if let excess = consumer.channel.deliver(to: consumer) { end(consumer, excess) }
  }

  /// Ends a stream with a last reply. Its connection is free for calls again.
  func end(_ consumer: Consumer, reason: String) {
    remove(consumer)
    consumer.connection.consumer = nil
    consumer.send(StreamReply.end(reason: reason).body())
    connections.release(consumer.connection.number)
  }

  /// Ends a stream whose next message is longer than a limit allows.
  func end(_ consumer: Consumer, _ excess: Message.Excess) { end(consumer, reason: excess.reason(connections.limits)) }

  func end(_ excesses: [(Consumer, Message.Excess)]) {
    for (consumer, excess) in excesses { end(consumer, excess) }
  }

  /// Removes a consumer whose stream has ended or whose connection is gone.
  func remove(_ consumer: Consumer) {
    guard consumers.removeValue(forKey: consumer.number) != nil else { return }
    consumer.channel.remove(consumer)
    reportCount()
    log.debug(
      "\(consumer.number.name) is gone", .bundle(consumer.bundle.name), .consumer(consumer.number.name))
  }

  private func reportCount() {
    report?.changed()
    countChanged(consumers.count)
  }
}

/// Why the daemon ends a stream, in the words of the last reply.
enum EndReason {
  static func notServed(_ bundle: String) -> String { "the bundle `\(bundle)` is not served any more" }

  static func excluded(from bundle: String) -> String {
    "the configuration does not let this user follow the bundle `\(bundle)` any more"
  }
}
