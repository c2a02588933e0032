// SPDX-License-Identifier: MIT

extension Theme {
  /// The distinct values of one path.
  ///
  /// The first element is the current value, else the default. Each further element differs from the one before it by `==`: a
  /// slow reader gets fewer elements, and always the newest. Without a value, or with a value of a different type, the element is the default.
  /// The sequence ends when the theme is closed or the task is cancelled.
  public struct Values<Wanted: ThemeConvertible & Equatable>: AsyncSequence, Sendable {
    let updates: Updates
    let path: Path
    let defaultValue: Wanted

    /// A new reader.
    public func makeAsyncIterator() -> Iterator {
      Iterator(updates: updates.makeAsyncIterator(), path: path, defaultValue: defaultValue)
    }

    /// One reader.
    public struct Iterator: AsyncIteratorProtocol {
      private var updates: Updates.Iterator
      private let path: Path
      private let defaultValue: Wanted
      private var last: Wanted?

      init(updates: Updates.Iterator, path: Path, defaultValue: Wanted) {
        self.updates = updates
        self.path = path
        self.defaultValue = defaultValue
      }

      /// Waits for the next value; nil at the end.
      public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Wanted? {
        while let update = await updates.next(isolation: actor) {
          let value = update.value(path, default: defaultValue)
          guard value != last else { continue }
          last = value
          return value
        }
        return nil
      }
    }
  }

  /// The values at a path from now on, each different from the one before:
  ///
  /// ```swift
  /// for await accent in theme.values(of: "constants/color-accent", default: Theme.Color.black) { draw(accent) }
  /// ```
  public func values<Wanted: ThemeConvertible & Equatable>(of path: Path, default defaultValue: Wanted) -> Values<
    Wanted
  > {
    Values(updates: updates, path: path, defaultValue: defaultValue)
  }
}
