// SPDX-License-Identifier: MIT

import Glibc

/// Seconds since 1970 by the system's clock: time(2). It may jump; use `MonotonicClock` for durations.
package func secondsSince1970() -> Int {
  time(nil)
}
