// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO

/// Judges the directory in which the daemon keeps its state.
struct StateDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    guard let state = facts.state else { return }
    switch state.reach {
    case .missing: report(.info, "state", "\(state.path) is made by the first daemon")
    case .unknown: report(.info, "state", "\(state.path) is for root to see", ["sudo livery doctor"])
    case .noDirectory:
      report(
        .error, "state", "\(state.path) is not a directory", help: "move it away",
        [asRoot("mv \(state.path) \(state.path).old")])
    case .closed(let reason):
      report(
        .error, "state", "`\(daemonUser)` cannot keep anything in \(state.path): \(reason)",
        [asRoot("chown -R \(daemonUser): \(state.path)"), asRoot("chmod 700 \(state.path)")])
    case .writable:
      report(.ok, "state", "\(state.path)\(state.ownership.map { ", \($0.text)" } ?? "")")
    }
    if let ownership = state.ownership, ownership.mode & 0o022 != 0 {
      report(
        .error, "state", "others may change the files in \(state.path), \(ownership.text)",
        [asRoot("chmod 700 \(state.path)")])
    }
    if !state.setAside.isEmpty {
      report(
        .warning, "state", "set aside, since it made no sense: \(state.setAside.joined(separator: ", "))",
        help: "look at it in \(state.path), save the useful parts, and remove it")
    }
  }
}
