// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// Reads the kernel's limits on watches and their use by processes, see inotify(7) and proc(5).
struct InotifyGathering {
  let root: String

  /// - Parameter process: the daemon, which is not counted.
  func facts(of user: UInt32, except process: Int32?) -> InotifyFacts {
    var facts = InotifyFacts()
    facts.watches = limit("max_user_watches")
    facts.instances = limit("max_user_instances")
    facts.queue = limit("max_queued_events")
    for entry in (try? listDirectory("\(root)/proc")) ?? [] {
      guard let number = Int32(entry.name), number != process, number != processIdentifier,
        (try? fileStatus("\(root)/proc/\(number)"))?.user == user
      else { continue }
      let taken = watches(ofProcess: "\(root)/proc/\(number)")
      facts.instancesTaken += taken.count
      let sum = taken.reduce(0, +)
      facts.watchesTaken += sum
      func taker(_ count: Int) -> InotifyFacts.Taker {
        InotifyFacts.Taker(program: text("\(root)/proc/\(number)/comm") ?? "\(number)", count: count)
      }
      if sum > facts.greatest?.count ?? 0 { facts.greatest = taker(sum) }
      if taken.count > facts.busiest?.count ?? 0 { facts.busiest = taker(taken.count) }
    }
    return facts
  }

  private func limit(_ name: String) -> Int? { text("\(root)/proc/sys/fs/inotify/\(name)").flatMap { Int($0) } }

  private func text(_ path: String) -> String? {
    guard let bytes = try? readKernelFile(path, limit: 256) else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The number of watches of each instance; empty for a process that this user may not examine.
  private func watches(ofProcess path: String) -> [Int] {
    ((try? listDirectory("\(path)/fd")) ?? []).compactMap { entry in
      guard (try? linkTarget("\(path)/fd/\(entry.name)")) == "anon_inode:inotify" else { return nil }
      // A watch is a line of about a hundred bytes; a process has a few hundred thousand at most.
      let lines = (try? readKernelFile("\(path)/fdinfo/\(entry.name)", limit: 1 << 26)) ?? []
      return lines.split(separator: 0x0A).count { $0.starts(with: "inotify wd:".utf8) }
    }
  }
}
