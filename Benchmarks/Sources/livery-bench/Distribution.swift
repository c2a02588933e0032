// SPDX-License-Identifier: GPL-2.0-or-later

/// All samples of one measurement.
struct Distribution: Encodable {
  let samples: Int
  let minimum: Double
  let lowerQuartile: Double
  let median: Double
  let upperQuartile: Double
  /// Nil with fewer than 100 samples, where it would be the maximum.
  let p99: Double?
  let maximum: Double

  /// `values` is not empty.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "a distribution has samples")
    let sorted = values.sorted()
    func quantile(_ part: Double) -> Double { sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))] }
    samples = sorted.count
    minimum = sorted[0]
    lowerQuartile = quantile(0.25)
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    upperQuartile = quantile(0.75)
    p99 = sorted.count >= 100 ? quantile(0.99) : nil
    maximum = sorted[sorted.count - 1]
  }
}

/// The ratios of two series' medians, round by round.
func ratios(_ rounds: [[Double]], to baseline: [[Double]]) -> Distribution {
  Distribution(zip(rounds, baseline).map { Distribution($0).median / Distribution($1).median })
}
