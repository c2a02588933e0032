// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ThemeEngine

/// Returns free memory of the heap to the system, malloc_trim(3), when much of it may be free. The C library alone keeps most of it.
struct HeapTrimming {
  /// Bytes that were read since the heap was trimmed last.
  private var bytes = 0
  private var counters = EngineCounters()

  /// Bytes after which the heap may be trimmed.
  private static let enough = 1 << 24
  /// Bytes that a value takes at least while it is read and resolved.
  private static let bytesOfValue = 128

  /// Counts a file that was read.
  mutating func record(bytes count: Int) { bytes += count }

  /// Counts the values that an engine read and planned with since the last call: a small file may expand to many values.
  mutating func record(_ engine: EngineCounters) {
    func count(_ counters: EngineCounters) -> Int {
      counters.valuesTaken + counters.nodesDiscarded + counters.nodesPlanned
    }
    bytes += (count(engine) - count(counters)) * Self.bytesOfValue
    counters = engine
  }

  /// Trims the heap if enough was read, and at least a third of the heap is free. A large file that is saved again and again takes
  /// the block of the text before the last one; without that block each of its pages would be a page fault.
  ///
  /// - Parameter isCompacted: the engine gave back storage.
  mutating func trim(isCompacted: Bool) {
    guard isCompacted || bytes >= Self.enough else { return }
    bytes = 0
    let heap = heapBytes()
    guard isCompacted || heap.free >= heap.used / 2 else { return }
    returnFreeMemory()
  }
}
