// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Gives the memory that was freed back to the system: malloc_trim(3). Costs a walk over the free blocks, about a
/// millisecond for each ten megabytes: for the end of large pieces of work.
package func returnFreeMemory() {
  _ = malloc_trim(0)
}

/// Has blocks of eight megabytes and more go back to the system as soon as they are freed, whatever was freed before, and
/// smaller ones stay for the next of their kind: mallopt(3) with M_MMAP_THRESHOLD and M_TRIM_THRESHOLD. Without it the C library
/// moves the first bound up to 32 MB. On a virtual machine a fresh page can cost more than reading what goes into it.
package func keepLargeBlocksApart() {
  _ = mallopt(M_MMAP_THRESHOLD, 1 << 23)
  _ = mallopt(M_TRIM_THRESHOLD, 1 << 23)
}

/// Bytes of memory that this process occupies, shared libraries included: proc(5), `statm`. Nil when /proc is not there.
package func residentMemory() -> Int? {
  guard let bytes = try? readKernelFile("/proc/self/statm", limit: 256) else { return nil }
  let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
  guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
  return pages * Int(getpagesize())
}
