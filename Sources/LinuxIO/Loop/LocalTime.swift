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
