// SPDX-License-Identifier: MIT

extension Theme {
  /// What is new for one reader: the state as it is now, and where it differs from what this reader was told last.
  public struct Update: Sendable, ThemeReadable {
    /// The values.
    public let snapshot: Snapshot
    /// Where they differ from those of the reader's last update; from nothing in its first.
    public let changed: Changes
    /// How they stand to those of the daemon.
    public let connection: Connection
    /// Why the connection is not live, in a sentence for people; nil while nothing is wrong.
    public let problem: String?
    /// What is wrong with the theme's files.
    public let diagnostics: [Diagnostic]

    init(from old: Moment?, to new: Moment) {
      snapshot = new.snapshot
      changed = Changes(from: old?.snapshot ?? .none, to: new.snapshot)
      connection = new.connection
      problem = new.problem
      diagnostics = new.diagnostics
    }

    /// What is at a path.
    public func lookup(_ path: Path) -> Lookup { snapshot.lookup(path) }
  }
}
