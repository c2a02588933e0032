// SPDX-License-Identifier: MIT

extension Theme {
  /// Whether the values are current.
  public enum Connection: Sendable, Hashable {
    /// No values are known yet: the theme looks for the daemon, or waits for its answer. After 30 s without an answer it
    /// looks again, and `problem` gives the reason.
    case connecting
    /// The values are those of the daemon, and changes come as they happen.
    case live
    /// The values are the last known ones, of this time. The theme looks for the daemon.
    case stale(since: Timestamp)
    /// The daemon refuses the theme: `problem` gives the reason. The values are the last known ones, or none. The
    /// theme asks again later, except after `deregistered`.
    case rejected(Rejection)
    /// The theme was closed: the values stay as they are.
    case closed
  }

  /// The reasons of a refusal.
  public enum Rejection: Sendable, Hashable {
    /// It serves no bundle of this name, or none that this user may read.
    case bundleNotFound
    /// It serves several bundles, and the theme names none.
    case bundleRequired
    /// A limit of the daemon is reached.
    case limitExceeded
    /// A user ended the registration (`livery deregister`). The theme stays away until `reconnect` or another context.
    case deregistered
    /// Any other reason, such as options that an older daemon does not support.
    case other
  }
}
