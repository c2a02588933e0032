// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration

/// Judges the units that start the daemon.
struct UnitDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    judgeOwnUnits()
    switch facts.scope {
    case .neither: return
    case .system, .user: break
    }
    let units = facts.units
    guard units.systemdRuns else {
      return report(.info, "systemd", "it does not run here; a daemon is started by hand, with `liveryd`")
    }
    guard let file = units.socketFile else {
      let level = daemon == nil ? DoctorFinding.Level.warning : .info
      return report(level, "systemd", "livery.socket is not installed, so nothing starts the daemon by itself")
    }
    if let user = facts.missingUser { return judgeMissing(user) }
    guard let socket = units.socket, let service = units.service else {
      let wanted = units.isWanted ? "enabled" : "not enabled"
      return report(.info, "systemd", "\(file) is installed and \(wanted); systemctl does not say how it is")
    }
    let before = findings.count
    judgeSocketUnit(socket, isWanted: units.isWanted)
    judgeService(service)
    if socket["NeedDaemonReload"] == "yes" || service["NeedDaemonReload"] == "yes" {
      report(
        .warning, "systemd", "a unit changed on disk, and systemd does not know it yet", [systemctl("daemon-reload")])
    }
    if findings.count == before {
      // The finding about the socket says that its file was removed.
      if case .missing = facts.socket.state { return }
      if case .leftAlone = facts.socket.state {
        return report(.info, "systemd", "livery.socket is enabled and listens, livery.service does not run")
      }
      let isRunning = daemon != nil || UnitFacts.running.contains(service["ActiveState"] ?? "")
      let running = isRunning ? "runs" : "starts with the first connection"
      report(.ok, "systemd", "livery.socket is enabled and listens, livery.service \(running)")
    }
  }

  /// Judges the units of this user, whose daemon has precedence over the system's.
  private mutating func judgeOwnUnits() {
    guard let own = facts.ownUnits else { return }
    for (unit, properties) in [("livery.socket", own.socket), ("livery.service", own.service)] {
      if properties?["LoadState"] == "masked" {
        report(
          .warning, "systemd", "\(unit) of \(facts.asker.name) is masked, so that \(facts.socket.path) is examined",
          ["systemctl --user \(unmasking(unit, properties))"])
      } else if properties?["ActiveState"] == "failed" {
        // One finding is enough for a service that failed with its socket.
        guard unit == "livery.socket" || own.socket?["ActiveState"] != "failed" else { continue }
        let result = properties?["Result"] ?? "for an unknown reason"
        report(
          .warning, "systemd",
          "\(unit) of \(facts.asker.name) has failed (\(result)), so that \(facts.socket.path) is examined",
          help: "see why, and start it again",
          [
            "journalctl --user -u livery -n 20", "systemctl --user reset-failed livery.socket livery.service",
            "systemctl --user start livery.socket",
          ])
      }
    }
  }

  /// Failures of the units are consequences of a missing user.
  private mutating func judgeMissing(_ user: String) {
    let hasFailed = [facts.units.socket, facts.units.service].contains { $0?["ActiveState"] == "failed" }
    let again = [systemctl("reset-failed livery.socket livery.service"), systemctl("start livery.socket")]
    // The package has a file for its own user, see sysusers.d(5).
    let isOurs = user == "livery"
    report(
      .error, "systemd", "livery.service has the user `\(user)`, which does not exist on this machine",
      help: isOurs ? "let systemd make it" : "make it, or correct `User=` of the unit",
      (isOurs ? [asRoot("systemd-sysusers")] : []) + (hasFailed ? again : []))
  }

  private mutating func judgeSocketUnit(_ socket: UnitFacts.Properties, isWanted: Bool) {
    if socket["LoadState"] == "masked" {
      return report(
        .error, "systemd", "livery.socket is masked: nothing may start it",
        [systemctl(unmasking("livery.socket", socket)), systemctl("enable --now livery.socket")])
    }
    let isEnabled = isWanted || socket["UnitFileState"] == "enabled"
    switch socket["ActiveState"] {
    // The finding about the service is the cause.
    case "failed" where facts.units.hasSocketFailedWithService: break
    case "failed":
      report(
        .error, "systemd", "livery.socket has failed (\(socket["Result"] ?? "for an unknown reason"))",
        help: "see why, and start it again",
        journal + [systemctl("reset-failed livery.socket livery.service"), systemctl("start livery.socket")])
    case "active":
      guard !isEnabled else { return }
      report(
        .warning, "systemd", "livery.socket listens, and will not after the next \(nextStart)",
        [systemctl("enable livery.socket")])
    default:
      report(
        daemon == nil ? .error : .warning, "systemd",
        "livery.socket is \(isEnabled ? "enabled, and does not listen" : "not enabled")",
        [systemctl(isEnabled ? "start livery.socket" : "enable --now livery.socket")])
    }
  }

  private var nextStart: String {
    switch facts.scope {
    case .system, .neither: "boot"
    case .user: "login"
    }
  }

  private mutating func judgeService(_ service: UnitFacts.Properties) {
    let isMasked = service["LoadState"] == "masked"
    if isMasked {
      report(
        .error, "systemd", "livery.service is masked: nothing may start it",
        [systemctl(unmasking("livery.service", service))])
    }
    if service["ActiveState"] == "activating" {
      let how =
        service["SubState"] == "auto-restart" ? "ended, and systemd is about to start it again" : "is starting"
      report(.info, "systemd", "livery.service \(how)", journal)
    }
    if service["ActiveState"] == "failed", !isMasked {
      let failed = facts.units.hasSocketFailedWithService ? "livery.service livery.socket" : "livery.service"
      let again = [systemctl("reset-failed \(failed)"), systemctl("start livery.socket")]
      let isWrong = facts.configuration.isWrong
      let (failure, help) =
        switch (service["Result"], service["ExecMainStatus"]) {
        case ("exit-code", "2") where isWrong:
          ("does not start: its configuration is wrong", "fix the configuration, then start the service again")
        case ("exit-code", "2"):
          ("does not start: its configuration or command line is wrong", "fix what the journal reports")
        case ("start-limit-hit", _):
          ("failed so often that systemd starts it no more", "see why, then let it start again")
        case (let result, _):
          ("has failed (\(result ?? "for an unknown reason"))", "see why, then let it start again")
        }
      let isKnown = service["Result"] == "exit-code" && service["ExecMainStatus"] == "2" && isWrong
      report(.error, "systemd", "livery.service \(failure)", help: help, (isKnown ? [] : journal) + again)
    }
    if let restarts = service["NRestarts"].flatMap({ Int($0) }), restarts > 0 {
      report(
        .warning, "systemd",
        "livery.service ended unasked and was restarted, \(restarts) time\(restarts == 1 ? "" : "s")",
        help: "see why", journal)
    }
    judgeDescriptors(service)
  }

  /// Compares the limit of descriptors with the configured connections and bundles.
  private mutating func judgeDescriptors(_ service: UnitFacts.Properties) {
    guard case .good(let file) = facts.configuration.content,
      let most = service["LimitNOFILE"].flatMap({ Int($0) })
    else { return }
    let needed = file.limits.connections + file.limits.bundles + 64
    guard most < needed else { return }
    report(
      .warning, "systemd",
      "the configuration lets \(file.limits.connections) clients in, and LimitNOFILE= is \(most) descriptors",
      help: "write `[Service]` and `LimitNOFILE=\(needed)` into a drop-in",
      [systemctl("edit livery.service"), systemctl("restart livery.service")])
  }
}
