// SPDX-License-Identifier: GPL-2.0-or-later

import CProcessors
import Glibc

/// The processors that the calling thread and its children may use.
struct Processors {
  private var set: cpu_set_t

  /// The present ones.
  static func current() throws -> Processors {
    var set = cpu_set_t()
    guard get_processors(&set) == 0 else {
      throw BenchmarkError.system("sched_getaffinity")
    }
    return Processors(set: set)
  }

  /// The first processor alone, and the last alone. Both are the same on a machine with one.
  var ends: (first: Processors, last: Processors) {
    let numbers = withUnsafeBytes(of: set) { bytes in
      bytes.indices.flatMap { byte in (0..<8).filter { bytes[byte] >> $0 & 1 == 1 }.map { byte * 8 + $0 } }
    }
    return (Processors(number: numbers[0]), Processors(number: numbers[numbers.count - 1]))
  }

  /// Restricts the thread to these processors.
  func use() throws {
    var set = set
    guard use_processors(&set) == 0 else {
      throw BenchmarkError.system("sched_setaffinity")
    }
  }

  private init(set: cpu_set_t) {
    self.set = set
  }

  private init(number: Int) {
    set = cpu_set_t()
    withUnsafeMutableBytes(of: &set) { $0[number / 8] = 1 << (number % 8) }
  }
}
