// SPDX-License-Identifier: MIT

extension Theme {
  /// How the values that are known stand to those of the daemon.
  public enum Connection: Sendable, Hashable {
    /// No values are known yet; the daemon is looked for, or about to answer. One that accepts and says nothing for 30 s is
    /// looked for anew, and `problem` says so.
    case connecting
    /// The values are those of the daemon, and changes come as they happen.
    case live
    /// The values are the last that were known, of this moment in seconds since 1970. The daemon is looked for.
    case stale(since: Int)
    /// The theme was closed: the values stay as they are.
    case closed
  }
}
