// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration

/// The times at which the configuration was accepted and refused.
struct ConfigurationReadings {
  /// The time at which the configuration in force was read, in seconds since 1970.
  private(set) var accepted: Int
  /// The time at which a later configuration was refused; nil while the last one is in force.
  private(set) var refused: Int?
  private var refusal: [ConfigurationProblem] = []

  init(at time: Int) { accepted = time }

  mutating func recordAccepted(at time: Int) { self = ConfigurationReadings(at: time) }

  mutating func recordRefused(_ problems: [ConfigurationProblem], at time: Int) {
    refused = time
    refusal = problems
  }

  /// Why the last configuration was refused, as problems of the daemon.
  var problems: [String] {
    refusal.prefix(1).map { problem in
      let others = refusal.count == 1 ? "" : " (and \(refusal.count - 1) more)"
      return "the configuration was refused when it was read last, and the one before holds: \(problem)\(others)"
    }
  }
}
