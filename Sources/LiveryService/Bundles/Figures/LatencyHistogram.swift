// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryProtocol

/// The durations of publications: for each bound, the number of publications that took no longer.
struct LatencyHistogram {
  /// Microseconds. Longer durations count in the sum and in the total alone.
  static let bounds: [UInt64] = [
    500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000,
  ]

  private var counts = Array(repeating: 0, count: bounds.count)
  private var count = 0
  /// Microseconds of all publications.
  private var sum: UInt64 = 0

  /// Counts one publication.
  mutating func record(nanoseconds: UInt64) {
    let time = nanoseconds / 1000
    count += 1
    sum += time
    if let index = Self.bounds.firstIndex(where: { time <= $0 }) { counts[index] += 1 }
  }

  /// The histogram as ListBundles lists it: each bucket counts the shorter ones, too.
  var listed: ThemeInterface.Latency {
    var soFar = 0
    return ThemeInterface.Latency {
      $0.count = count
      $0.sum = Int(sum)
      $0.buckets = zip(Self.bounds, counts).map { bound, count in
        soFar += count
        return ThemeInterface.Bucket {
          $0.upTo = Int(bound)
          $0.count = soFar
        }
      }
    }
  }
}
