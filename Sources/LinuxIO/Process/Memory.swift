// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Returns freed memory to the system: malloc_trim(3). Costs a walk over the free blocks, about a millisecond for each ten
/// megabytes. Call it at the end of large pieces of work.
package func returnFreeMemory() {
  _ = malloc_trim(0)
}

/// The bytes of the C library's heap that are in use, and those that are free but not returned to the system: mallinfo2(3). Costs a walk
/// over the free blocks.
package func heapBytes() -> (used: Int, free: Int) {
  let heap = mallinfo2()
  return (Int(heap.uordblks + heap.hblkhd), Int(heap.fordblks))
}

/// Returns blocks of eight megabytes and more to the system as soon as they are freed, and keeps smaller ones for reuse:
/// mallopt(3) with M_MMAP_THRESHOLD and M_TRIM_THRESHOLD. Without this the C library raises the first threshold up to 32 MB.
/// On a virtual machine a fresh page can cost more than reading the content of the page.
package func keepLargeBlocksApart() {
  _ = mallopt(M_MMAP_THRESHOLD, 1 << 23)
  _ = mallopt(M_TRIM_THRESHOLD, 1 << 23)
}

/// Makes the heap of the calling thread larger at once, in huge pages where the system gives them on request: madvise(2) with
/// MADV_HUGEPAGE. Each page fault then brings 2 MB in place of 4 kB. Pages that are not written take no memory, and memory that cannot
/// be had is left out. From here on the heap returns nothing to the system: for a command that ends soon.
///
/// - Parameter bytes: a few megabytes at least, so that huge pages lie in between.
package func enlargeHeap(by bytes: Int) {
  _ = mallopt(M_TRIM_THRESHOLD, .max)
  _ = mallopt(M_TOP_PAD, Int32(clamping: bytes))
  guard let end = sbrk(0) else { return }
  // The heap grows when a block does not fit into what is free at its end.
  var blocks: [UnsafeMutableRawPointer] = []
  while sbrk(0) == end, blocks.count < 64, let block = malloc(1 << 16) { blocks.append(block) }
  for block in blocks { free(block) }
  _ = mallopt(M_TOP_PAD, 1 << 17)
  guard let newEnd = sbrk(0), newEnd > end else { return }
  let start = end.alignedUp(toMultipleOf: Int(getpagesize()))
  _ = madvise(start, newEnd - start, MADV_HUGEPAGE)
}

/// Keeps an object until the process ends. A command that ends soon would free the storage of a large object piece by piece for
/// nothing.
package func keepUntilExit(_ object: AnyObject) { _ = Unmanaged.passRetained(object) }

/// The resident memory of this process in bytes, including shared libraries: `statm` of proc(5). Nil without /proc.
package func residentMemory() -> Int? {
  guard let bytes = try? readKernelFile("/proc/self/statm", limit: 256) else { return nil }
  let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
  guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
  return pages * Int(getpagesize())
}
