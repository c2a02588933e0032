// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// The generations of a bundle: the number of the last one, and the causes of the latest.
final class GenerationHistory {
  /// The last published generation; 0 before the first.
  private(set) var last: Int
  private(set) var causes = CauseHistory()

  /// - Parameter last: the last generation of an earlier engine of the bundle.
  init(last: Int) { self.last = last }

  func begin(causes: [Cause]) {
    last += 1
    self.causes.record(causes, generation: last)
  }
}

/// The changed declarations that led to the latest generations.
struct CauseHistory: Sendable {
  private var entries: [(generation: Int, causes: [Cause])] = []

  /// Generations remembered. A delta over more generations names the causes of these.
  private static let maximumGenerations = 16
  /// Causes named for one delta.
  private static let maximumCauses = 16

  mutating func record(_ causes: [Cause], generation: Int) {
    entries.append((generation, Array(causes.prefix(Self.maximumCauses))))
    if entries.count > Self.maximumGenerations { entries.removeFirst() }
  }

  /// The causes of all generations after a given one, the latest first.
  func after(_ generation: Int) -> [Cause] {
    var seen: Set<Cause> = []
    let causes = entries.reversed().prefix { $0.generation > generation }.flatMap(\.causes)
    return Array(causes.filter { seen.insert($0).inserted }.prefix(Self.maximumCauses))
  }
}
