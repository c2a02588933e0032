// SPDX-License-Identifier: MIT

import CLinux

/// Gives the memory that was freed back to the system: malloc_trim(3). Costs a walk over the free blocks, about a
/// millisecond for each ten megabytes: for the end of large pieces of work.
package func returnFreeMemory() {
  _ = malloc_trim(0)
}

/// Has blocks of a megabyte and more go back to the system as soon as they are freed, whatever was freed before: mallopt(3)
/// with M_MMAP_THRESHOLD. Without it the C library moves that bound up to 32 MB and keeps such blocks.
package func keepLargeBlocksApart() {
  _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
}
