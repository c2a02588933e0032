// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeEngine
import ThemeModel

/// The part of a bundle that a consumer asked for, and the form in which it wants changes.
struct SubscriptionOptions: Hashable {
  let selection: Selection
  let mode: Consumer.Mode
}

/// What a consumer holds, and the newest generation that was compared with it.
///
/// Consumers in one state share one instance, so that a comparison of references shows that the same message is due to them.
final class DeliveryState {
  /// What is known of the state of an earlier message.
  struct Sent {
    let generation: Int
    let digest: String
    /// Whether it has unsaved texts in it.
    let isUnsaved: Bool

    fileprivate init(_ state: SharedSnapshot) {
      generation = state.generation
      digest = state.snapshot.digest
      isUnsaved = state.snapshot.isUnsaved
    }
  }

  let options: SubscriptionOptions
  /// The newest state with the selected values and the diagnostics that the consumer holds. The next state is compared with this one, so
  /// that what changed outside of the selection is compared once, and the states before are not kept.
  let base: SharedSnapshot
  /// The state of the last message with values: the next delta is from its generation.
  let sent: Sent
  /// The state of the last message.
  let reported: Sent
  /// The newest generation that was examined for the consumer.
  let generationSeen: Int
  /// Whether the consumer holds the values of its previous context. Its next message is due even if nothing differs.
  let hasMoved: Bool

  private init(
    _ options: SubscriptionOptions, base: SharedSnapshot, sent: Sent, reported: Sent, generationSeen: Int,
    hasMoved: Bool
  ) {
    self.options = options
    self.base = base
    self.sent = sent
    self.reported = reported
    self.generationSeen = generationSeen
    self.hasMoved = hasMoved
  }

  /// After a snapshot or delta that leads to `state`.
  convenience init(_ options: SubscriptionOptions, at state: SharedSnapshot) {
    let sent = Sent(state)
    self.init(
      options, base: state, sent: sent, reported: sent, generationSeen: state.generation, hasMoved: false)
  }

  /// After a message with the diagnostics of `state`, whose values are unchanged.
  func reported(_ state: SharedSnapshot) -> DeliveryState {
    DeliveryState(
      options, base: state, sent: sent, reported: Sent(state), generationSeen: state.generation, hasMoved: hasMoved)
  }

  /// After a comparison with `state` without differences.
  func seen(_ state: SharedSnapshot) -> DeliveryState {
    DeliveryState(
      options, base: state, sent: sent, reported: reported, generationSeen: state.generation, hasMoved: hasMoved)
  }

  /// After a move to another context, whose current state is due.
  func moved(to state: SharedSnapshot) -> DeliveryState {
    DeliveryState(
      options, base: base, sent: sent, reported: reported, generationSeen: state.generation - 1, hasMoved: true)
  }
}
