// SPDX-License-Identifier: MIT

extension Theme {
  /// Whether the values are current.
  public enum Connection: Sendable, Hashable {
    /// No values are known yet; the daemon is looked for, or about to answer. One that accepts and says nothing for 30 s is
    /// looked for anew, and `problem` says so.
    case connecting
    /// The values are those of the daemon, and changes come as they happen.
    case live
    /// The values are the last that were known, of this moment. The daemon is looked for.
    case stale(since: Timestamp)
    /// The daemon answers, and refuses: `problem` says why in words. The values are the last that were known, or none. The
    /// daemon is asked again, in case that it comes to serve the bundle; not after `deregistered`.
    case rejected(Rejection)
    /// The theme was closed: the values stay as they are.
    case closed
  }

  /// Why a daemon refuses.
  public enum Rejection: Sendable, Hashable {
    /// It serves no bundle of this name, or none that this user may read.
    case bundleNotFound
    /// It serves several bundles, and the theme names none.
    case bundleRequired
    /// A limit of the daemon is reached.
    case limitExceeded
    /// Somebody ended the registration (`livery deregister`). The theme stays away until `reconnect` or another context.
    case deregistered
    /// Anything else, such as options that an older daemon does not take.
    case other
  }
}
