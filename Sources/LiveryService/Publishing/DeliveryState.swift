// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The part of a bundle that a consumer asked for, and the form in which it wants changes.
struct SubscriptionOptions: Hashable {
  let selection: Selection
  let mode: Consumer.Mode
}

/// The state that a consumer was last sent, and the newest generation that was compared with it.
///
/// Consumers in one state share one instance, so that a comparison of references shows that the same message is due to them.
final class DeliveryState {
  let options: SubscriptionOptions
  /// The values that the consumer holds: its next delta begins here.
  let sent: SharedSnapshot
  /// The diagnostics that the consumer holds: those of the last message.
  let reported: SharedSnapshot
  /// The newest generation that was examined for the consumer.
  let generationSeen: Int
  /// Whether the consumer holds the values of its previous context. Its next message is due even if nothing differs.
  let hasMoved: Bool

  private init(
    _ options: SubscriptionOptions, sent: SharedSnapshot, reported: SharedSnapshot, generationSeen: Int, hasMoved: Bool
  ) {
    self.options = options
    self.sent = sent
    self.reported = reported
    self.generationSeen = generationSeen
    self.hasMoved = hasMoved
  }

  /// After a snapshot or delta that leads to `state`.
  convenience init(_ options: SubscriptionOptions, at state: SharedSnapshot) {
    self.init(options, sent: state, reported: state, generationSeen: state.generation, hasMoved: false)
  }

  /// After a message with the diagnostics of `state`, whose values are unchanged.
  func reported(_ state: SharedSnapshot) -> DeliveryState {
    DeliveryState(options, sent: sent, reported: state, generationSeen: state.generation, hasMoved: hasMoved)
  }

  /// After a comparison with `state` without differences.
  func seen(_ state: SharedSnapshot) -> DeliveryState {
    DeliveryState(options, sent: sent, reported: reported, generationSeen: state.generation, hasMoved: hasMoved)
  }

  /// After a move to another context, whose current state is due.
  func moved(to state: SharedSnapshot) -> DeliveryState {
    DeliveryState(options, sent: sent, reported: reported, generationSeen: state.generation - 1, hasMoved: true)
  }
}
