// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration

/// When the configuration was read, and what came of it.
struct ConfigurationReadings {
  /// When that which holds was read, in seconds since 1970.
  private(set) var taken: Int
  /// When a later one was refused; nil when the last one holds.
  private(set) var refused: Int?
  private var refusal: [ConfigurationProblem] = []

  init(at time: Int) { taken = time }

  mutating func take(at time: Int) { self = ConfigurationReadings(at: time) }

  mutating func refuse(_ problems: [ConfigurationProblem], at time: Int) {
    refused = time
    refusal = problems
  }

  /// Why the last one was refused, as problems of the daemon.
  var problems: [String] {
    refusal.prefix(1).map { problem in
      let others = refusal.count == 1 ? "" : " (and \(refusal.count - 1) more)"
      return "the configuration was refused when it was read last, and the one before holds: \(problem)\(others)"
    }
  }
}
