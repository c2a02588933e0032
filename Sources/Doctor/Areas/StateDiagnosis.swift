// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO

/// Judges the directory in which the daemon keeps its state.
struct StateDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    guard let state = facts.state else { return }
    let path = shellQuoted(state.path)
    switch state.reach {
    case .missing: report(.info, "state", "\(state.path) is made by the first daemon")
    // The service without its user has an error already.
    case .unknown where facts.missingUser != nil: break
    case .unknown: report(.info, "state", "\(state.path) is for root to see", ["sudo livery doctor"])
    case .noDirectory:
      report(
        .error, "state", "\(state.path) is not a directory", help: "move it away",
        [asRoot("mv \(path) \(shellQuoted("\(state.path).old"))")])
    case .closed(let reason):
      report(
        .error, "state", "`\(daemonUser)` cannot keep anything in \(state.path): \(reason)",
        [asRoot("chown -R \(daemonUser): \(path)"), asRoot("chmod 700 \(path)")])
    case .readOnly(let mount):
      report(
        .error, "state",
        "`\(daemonUser)` cannot keep anything in \(state.path): the file system at \(mount) is read-only",
        help: "see why (the kernel does it after errors of the disk), and make it writable",
        [asRoot("mount -o remount,rw \(shellQuoted(mount))")])
    case .writable where state.isFull: break
    case .writable:
      report(.ok, "state", "\(state.path)\(state.ownership.map { ", \($0.text)" } ?? "")")
    }
    if state.isFull {
      report(
        .error, "state", "`\(daemonUser)` cannot keep anything in \(state.path): the disk is full",
        help: "free some space", ["df -h \(path)"])
    }
    if !state.unreadable.isEmpty {
      let files = state.unreadable.map { shellQuoted("\(state.path)/\($0)") }.joined(separator: " ")
      report(
        .error, "state", "`\(daemonUser)` may not read \(state.unreadable.joined(separator: ", ")) in \(state.path)",
        [asRoot("chown \(daemonUser): \(files)"), asRoot("chmod 600 \(files)")])
    }
    if let ownership = state.ownership, ownership.mode & 0o022 != 0 {
      report(
        .error, "state", "others may change the files in \(state.path), \(ownership.text)",
        [asRoot("chmod 700 \(path)")])
    }
    if !state.setAside.isEmpty {
      report(
        .warning, "state", "set aside, since it made no sense: \(state.setAside.joined(separator: ", "))",
        help: "look at it in \(state.path), save the useful parts, and remove it")
    }
  }
}
