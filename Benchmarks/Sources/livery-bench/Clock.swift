// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Nanoseconds of CLOCK_MONOTONIC: one clock for all processes of the machine.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
