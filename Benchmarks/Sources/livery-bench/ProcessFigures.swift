// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc

/// Figures of a process from /proc.
struct ProcessFigures {
  /// Voluntary and involuntary context switches of its threads.
  let switches: Int
  /// Processor time in nanoseconds.
  let runTime: Int

  init(_ pid: pid_t) throws {
    var switches = 0
    var runTime = 0
    for thread in try Self.threads(pid) {
      let status = try Files.read("/proc/\(pid)/task/\(thread)/status")
      for line in status.split(separator: "\n") where line.contains("ctxt_switches") {
        switches += Int(line.split(separator: "\t").last ?? "") ?? 0
      }
      let schedule = try Files.read("/proc/\(pid)/task/\(thread)/schedstat")
      runTime += Int(schedule.split(separator: " ").first ?? "") ?? 0
    }
    self.switches = switches
    self.runTime = runTime
  }

  /// Private resident bytes: its own pages, and pages of files that no other process maps.
  static func privateMemory(_ pid: pid_t) throws -> (clean: Int, dirty: Int) {
    var figures: [Substring: Int] = [:]
    for line in try Files.read("/proc/\(pid)/smaps_rollup").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 3 { figures[words[0]] = Int(words[1]) }
    }
    guard let clean = figures["Private_Clean:"], let dirty = figures["Private_Dirty:"] else {
      throw BenchmarkError("/proc/\(pid)/smaps_rollup has no private memory")
    }
    return (clean * 1024, dirty * 1024)
  }

  /// Waits until a daemon has compressed the texts of its bundles and freed memory, a quarter of a second after the load.
  static func waitForFreedMemory() { sleep(1) }

  private static func threads(_ pid: pid_t) throws -> [String] {
    guard let directory = opendir("/proc/\(pid)/task") else { throw BenchmarkError.system("opendir /proc/\(pid)/task") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.first != "." { names.append(name) }
    }
    return names
  }
}
