// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryProtocol
import Testing

@testable import LiveryService

/// How durations are counted.
@Suite struct LatencyHistogramTests {
  @Test func durationsCountInAllBucketsThatHoldThem() throws {
    var histogram = LatencyHistogram()
    for nanoseconds: UInt64 in [0, 500_000, 501_000, 9_999_999, 20_000_000_000] {
      histogram.record(nanoseconds: nanoseconds)
    }
    let listed = histogram.listed
    #expect(listed.count == 5)
    #expect(listed.sum == 20_011_000)
    #expect(listed.buckets.map(\.upTo) == LatencyHistogram.bounds.map { Int($0) })
    #expect(listed.buckets.map(\.count) == [2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4])
  }
}
