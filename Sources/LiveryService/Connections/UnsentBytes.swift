// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// The messages that the connections of each user have not read, for the limit `unsent`.
///
/// A message counts whole until its connection has sent all its bytes: its memory is free then. A message that connections share counts
/// once for each user.
final class UnsentBytes {
  private struct User {
    var sum = 0
    /// The number of connections that hold a shared message.
    var holders: [ObjectIdentifier: Int] = [:]
  }

  var maximum: Int
  private var users: [UInt32: User] = [:]

  /// Messages up to this length always have room, so that errors and short replies are sent while long ones are refused. The kernel takes
  /// them from connections that read.
  private static let shortMessage = 1 << 16

  init(maximum: Int) { self.maximum = maximum }

  /// Whether a message of a user is within the limit. The only unread message of a user has room at any length.
  func hasRoom(for count: Int, of user: UInt32) -> Bool {
    guard count > Self.shortMessage, let sum = users[user]?.sum, sum > 0 else { return true }
    return sum + count <= maximum
  }

  /// Same for a shared message, which takes no more room when a connection of the user holds it.
  func hasRoom(for message: SharedBytes, of user: UInt32) -> Bool {
    hasRoom(for: message.count, of: user) || users[user]?.holders[ObjectIdentifier(message)] != nil
  }

  func add(_ count: Int, of user: UInt32) { users[user, default: User()].sum += count }

  func add(_ message: SharedBytes, of user: UInt32) {
    let holders = users[user]?.holders[ObjectIdentifier(message)] ?? 0
    users[user, default: User()].holders[ObjectIdentifier(message)] = holders + 1
    if holders == 0 { add(message.count, of: user) }
  }

  func remove(_ count: Int, of user: UInt32) {
    users[user]?.sum -= count
    if users[user]?.sum == 0 { users[user] = nil }
  }

  func remove(_ message: SharedBytes, of user: UInt32) {
    guard let holders = users[user]?.holders[ObjectIdentifier(message)] else { return }
    users[user]?.holders[ObjectIdentifier(message)] = holders > 1 ? holders - 1 : nil
    if holders == 1 { remove(message.count, of: user) }
  }
}
