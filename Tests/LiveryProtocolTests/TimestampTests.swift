// SPDX-License-Identifier: MIT

import LiveryProtocol
import Testing

/// Times as RFC 3339 has them, both ways.
@Suite struct TimestampTests {
  /// As `date -u -d @SECONDS +%FT%TZ` prints them.
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_795_615_387, "2026-11-25T14:03:07Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ]) func check(_ seconds: Int, _ text: String) {
    #expect(ThemeInterface.Timestamp(secondsSince1970: seconds).text == text)
    #expect(ThemeInterface.Timestamp(text)?.secondsSince1970 == seconds)
  }

  @Test func eachDayHasItsText() {
    var last = ""
    for day in -719_000...2_900_000 where day % 7 == 0 {
      let text = ThemeInterface.Timestamp(secondsSince1970: day * 86_400).text
      #expect(ThemeInterface.Timestamp(text)?.secondsSince1970 == day * 86_400)
      #expect(text != last)
      last = text
    }
  }

  @Test(arguments: [
    "", "now", "2026-11-25", "2026-02-30T00:00:00Z", "2026-11-25T24:00:00Z", "2026-11-25T14:03:07+01:00",
    "2026-11-25 14:03:07Z", "2026-13-01T00:00:00Z", "99999999999999999999-01-01T00:00:00Z", "+26-11-25T14:03:07Z",
  ]) func refuses(_ text: String) { #expect(ThemeInterface.Timestamp(text) == nil) }
}
