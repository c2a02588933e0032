// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import ProcessIO
import ThemeModel

/// Judges the answers of the daemon.
struct DaemonDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    guard let daemon else { return }
    let watched = "\(daemon.watches) watched director\(daemon.watches == 1 ? "y" : "ies")"
    let user = facts.daemonUser.map { ", as user `\($0)`" } ?? ""
    report(
      .ok, "daemon", "liveryd \(daemon.version) serves \(counted(daemon.bundles.count, "bundle")), \(watched)\(user)")
    if daemon.version != productVersion {
      report(
        .warning, "daemon", "the daemon is \(daemon.version), and this program is \(productVersion)",
        help: "restart it", isInstalled ? [systemctl("restart livery.service")] : [])
    }
    for problem in daemon.problems { report(.warning, "daemon", problem) }
    for bundle in daemon.bundles { judge(bundle) }
  }

  /// The usual maximum time before a change is published, such as while git has its lock, in seconds.
  private static let usualWait = 5

  private mutating func judge(_ bundle: DaemonFacts.Bundle) {
    if bundle.errors > 0 {
      let kept = bundle.held > 0 ? ", and keeps \(counted(bundle.held, "last good state"))" : ""
      report(
        .warning, "bundle \(bundle.name)", "it has \(counted(bundle.errors, "error"))\(kept)",
        help: "see the errors; programs have the last good values meanwhile",
        ["livery check \(shellQuoted(bundle.path))"])
    }
    if bundle.unpublished > Self.usualWait {
      report(
        .warning, "bundle \(bundle.name)", "a change on disk has waited for \(bundle.unpublished) s to be published",
        help: "see what the daemon does", journal)
    }
  }
}
