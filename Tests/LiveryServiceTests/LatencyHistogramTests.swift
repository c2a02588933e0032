// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Testing

@testable import LiveryService

/// How durations are counted.
@Suite struct LatencyHistogramTests {
  @Test func durationsCountInAllBucketsThatHoldThem() throws {
    var histogram = LatencyHistogram()
    for nanoseconds: UInt64 in [0, 500_000, 501_000, 9_999_999, 20_000_000_000] {
      histogram.record(nanoseconds: nanoseconds)
    }
    let json = histogram.json
    #expect(json["count"] == 5)
    #expect(json["sum"] == 20_011_000)
    let buckets = try #require(json["buckets"]?.array)
    #expect(buckets.map { $0["upTo"] } == LatencyHistogram.bounds.map { .number(Double($0)) })
    #expect(buckets.map { $0["count"] } == [2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4])
  }
}
