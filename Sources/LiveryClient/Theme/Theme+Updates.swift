// SPDX-License-Identifier: MIT

extension Theme {
  /// The updates of a theme, for each reader since its last one.
  ///
  /// The first element is the current state. Each further element has all differences from the reader's last element: a slow
  /// reader gets fewer elements, always with the current state, and a value that changed back meanwhile does not count as changed. The
  /// sequence ends when the theme is closed, after an element that says so, or the task is cancelled.
  public struct Updates: AsyncSequence, Sendable {
    let theme: Theme

    /// A new reader.
    public func makeAsyncIterator() -> Iterator {
      theme.connect()
      return Iterator(theme: theme)
    }

    /// One reader.
    public struct Iterator: AsyncIteratorProtocol {
      let theme: Theme
      private var seen: ClientState?

      init(theme: Theme) { self.theme = theme }

      /// Waits for the next update; nil at the end.
      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Update? {
        while !Task.isCancelled {
          let state = theme.publisher.state
          let update = state.update(since: seen)
          let isOver = seen?.connection == .closed
          seen = state
          if isOver { return nil }
          if let update { return update }
          await theme.publisher.waitForState(after: state.revision)
        }
        return nil
      }
    }
  }

  /// The updates from now on.
  public var updates: Updates { Updates(theme: self) }
}
