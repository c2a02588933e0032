// SPDX-License-Identifier: GPL-2.0-or-later

/// Compares the kernel's limits on watches with the needs of the bundles.
struct InotifyDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    let inotify = facts.inotify
    guard let watches = inotify.watches, let instances = inotify.instances, let queue = inotify.queue else {
      return report(.warning, "inotify", "the kernel does not say its limits: is /proc mounted?")
    }
    let before = findings.count
    judgeWatches(of: watches)
    if inotify.instancesTaken + 1 > instances {
      let wanted = withReserve(inotify.instancesTaken + 1)
      report(
        daemon == nil ? .error : .warning, "inotify",
        "all \(instances) watchers that a user may have are taken (fs.inotify.max_user_instances)",
        help: inotify.busiest.map { "most are those of `\($0.program)`, \($0.count)" },
        raise("max_user_instances", to: wanted))
    }
    if queue < Self.usualQueue {
      report(
        .warning, "inotify",
        "the kernel's queue holds \(queue) changes, less than the usual \(Self.usualQueue): large saves cost more work",
        raise("max_queued_events", to: Self.usualQueue))
    }
    if findings.count == before {
      report(.ok, "inotify", "\(needed) of \(watches) watches needed, \(inotify.watchesTaken) taken by others")
    }
  }

  private static let usualQueue = 16_384

  /// One watch for each directory.
  private var needed: Int {
    let counted = facts.bundles.reduce(0) { sum, bundle in
      if case .read(let directories, _, _, _) = bundle.reach { sum + directories } else { sum }
    }
    // The daemon also watches directories behind links, which are not counted here.
    return max(counted, daemon?.watches ?? 0)
  }

  private mutating func judgeWatches(of limit: Int) {
    let taken = facts.inotify.watchesTaken
    let sum = needed + taken
    let takers = taken == 0 ? "" : ", and others of the same user have \(taken)"
    let message = "the bundles need \(needed) watches\(takers); a user may have \(limit) (fs.inotify.max_user_watches)"
    let greatest = facts.inotify.greatest.map { "most of the others are those of `\($0.program)`, \($0.count)" }
    if sum > limit {
      let help = "directories without a watch are polled, which is slower"
      report(
        .error, "inotify", message, help: greatest.map { "\($0); \(help)" } ?? help,
        raise("max_user_watches", to: withReserve(sum)))
    } else if sum * 10 > limit * 9 {
      report(.warning, "inotify", message, help: greatest, raise("max_user_watches", to: withReserve(sum)))
    }
  }

  /// The power of two that is at least twice the count.
  private func withReserve(_ count: Int) -> Int {
    var limit = 128
    while limit < count * 2 { limit *= 2 }
    return limit
  }

  /// Commands that set a limit now and at each boot.
  private func raise(_ name: String, to value: Int) -> [String] {
    let line = "fs.inotify.\(name) = \(value)"
    let file = "/etc/sysctl.d/60-livery-\(String(name.map { $0 == "_" ? "-" : $0 })).conf"
    return ["echo '\(line)' | \(asRoot("tee \(file)"))", asRoot("sysctl -p \(file)")]
  }
}
