// SPDX-License-Identifier: MIT

import Glibc

/// Seconds since 1970, as the system's clock has it now: time(2). It may jump; for durations there is `MonotonicClock`.
package func secondsSince1970() -> Int {
  time(nil)
}
