// SPDX-License-Identifier: GPL-2.0-or-later

/// The releases of a mirror that may be removed.
package enum Retention {
  package struct Release: Hashable, Sendable {
    package let name: ReleaseName
    /// Nanoseconds, of the clock of `now`. When it was made, or the start of the process.
    package let made: UInt64

    package init(_ name: ReleaseName, made: UInt64) {
      self.name = name
      self.made = made
    }
  }

  package static let minimumAge: UInt64 = 60_000_000_000

  /// - Parameters:
  ///   - releases: the oldest first.
  ///   - current: the one that `current` leads to.
  ///   - passed: the release that the daemon is known to serve, or a later one; nil when it is not known to have left any.
  /// - Returns: those that are older than a minute, not among the last ones, not the current one, and left by the daemon.
  package static func removable(
    _ releases: [Release], current: ReleaseName?, passed: ReleaseName?, now: UInt64
  ) -> [ReleaseName] {
    releases.dropLast(FleetLimits.keptReleases).filter { release in
      now >= release.made + minimumAge && release.name != current && passed != nil && release.name != passed
    }.map(\.name)
  }

  /// The releases that make place for one more, whatever their age: beyond the limit, not among the last ones, and not the current one.
  ///
  /// - Parameter names: the oldest first.
  package static func excess(_ names: [ReleaseName], current: ReleaseName?) -> [ReleaseName] {
    let count = names.count + 1 - FleetLimits.maximumStoredReleases
    guard count > 0 else { return [] }
    return Array(names.dropLast(FleetLimits.keptReleases).filter { $0 != current }.prefix(count))
  }
}
