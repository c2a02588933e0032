// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// What a consumer wants of a bundle, what it holds, and what was looked at for it. Those who are owed the same share one, so
/// that one comparison tells that.
final class Standing {
  struct Wish: Hashable {
    let selection: Selection
    let mode: Consumer.Mode
  }

  let wish: Wish
  /// The state that it holds: the next delta begins here.
  let sent: SharedSnapshot
  /// The state whose diagnostics it holds, which is that of the last message.
  let told: SharedSnapshot
  /// The newest generation that was examined for it.
  let generationSeen: Int
  /// What it holds is of another context than it is in now: the next message tells it so.
  let hasMoved: Bool

  private init(
    _ wish: Wish, sent: SharedSnapshot, told: SharedSnapshot, generationSeen: Int, hasMoved: Bool
  ) {
    self.wish = wish
    self.sent = sent
    self.told = told
    self.generationSeen = generationSeen
    self.hasMoved = hasMoved
  }

  /// Of one who holds all that it wants of a state.
  convenience init(_ wish: Wish, at state: SharedSnapshot) {
    self.init(wish, sent: state, told: state, generationSeen: state.generation, hasMoved: false)
  }

  /// After being told what is wrong in a state that has nothing else that is new to it.
  func told(_ state: SharedSnapshot) -> Standing {
    Standing(wish, sent: sent, told: state, generationSeen: state.generation, hasMoved: hasMoved)
  }

  /// After a state that has nothing that is new to it.
  func seen(_ state: SharedSnapshot) -> Standing {
    Standing(wish, sent: sent, told: told, generationSeen: state.generation, hasMoved: hasMoved)
  }

  /// In another context, whose current state is owed to it.
  func moved(to state: SharedSnapshot) -> Standing {
    Standing(wish, sent: sent, told: told, generationSeen: state.generation - 1, hasMoved: true)
  }
}
