// SPDX-License-Identifier: MIT

extension Theme {
  /// An update for one reader: the current state, and the differences from the reader's last update.
  public struct Update: Sendable, ThemeReadable {
    /// The values.
    public let snapshot: Snapshot
    /// The differences from the reader's last update; from an empty state in its first.
    public let changed: Changes
    /// Whether the values are current.
    public let connection: Connection
    /// Why the connection is not live, as a sentence for people; nil without a problem.
    public let problem: String?
    /// The problems of the theme's files.
    public let diagnostics: [Diagnostic]

    init(from old: ClientState?, to new: ClientState) {
      snapshot = new.snapshot
      changed = Changes(from: old?.snapshot ?? .none, to: new.snapshot)
      connection = new.connection
      problem = new.problem
      diagnostics = new.diagnostics
    }

    /// Looks up a path.
    public func lookup(_ path: Path) -> Lookup { snapshot.lookup(path) }
  }
}
