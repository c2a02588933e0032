// SPDX-License-Identifier: MIT

import Glibc

/// The local time of day, `14:02:11`: localtime_r(3).
package func localTimeOfDay() -> String {
  var seconds = time(nil)
  var parts = tm()
  localtime_r(&seconds, &parts)
  return [parts.tm_hour, parts.tm_min, parts.tm_sec]
    .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}

/// A local date and time, `2026-11-23 14:02:11`: localtime_r(3).
///
/// - Parameter seconds: since 1970.
package func localDate(_ seconds: Int) -> String {
  var seconds = time_t(seconds)
  var parts = tm()
  localtime_r(&seconds, &parts)
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
}
