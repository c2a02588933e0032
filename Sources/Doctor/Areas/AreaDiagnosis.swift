// SPDX-License-Identifier: GPL-2.0-or-later

/// Derives the findings about one area from facts, without input and output.
protocol AreaDiagnosis {
  var facts: DoctorFacts { get }
  var findings: [DoctorFinding] { get set }

  /// Adds the findings.
  mutating func judge()
}

extension AreaDiagnosis {
  mutating func report(
    _ level: DoctorFinding.Level, _ subject: String, _ message: String, help: String? = nil, _ commands: [String] = []
  ) {
    findings.append(DoctorFinding(level: level, subject: subject, message: message, help: help, commands: commands))
  }

  /// The daemon's answer.
  var daemon: DaemonFacts? {
    if case .answers(let daemon) = facts.socket.state { daemon } else { nil }
  }

  var isInstalled: Bool { facts.units.socketFile != nil }

  /// The user that needs the rights.
  var daemonUser: String { facts.daemonUser ?? facts.asker.name }

  // MARK: Command lines for this user

  func asRoot(_ command: String) -> String { facts.asker.isRoot ? command : "sudo \(command)" }

  func systemctl(_ words: String) -> String {
    switch facts.scope {
    case .system, .neither: asRoot("systemctl \(words)")
    case .user: "systemctl --user \(words)"
    }
  }

  func unmasking(_ unit: String, _ properties: UnitFacts.Properties?) -> String {
    "unmask \(properties?["UnitFileState"] == "masked-runtime" ? "--runtime " : "")\(unit)"
  }

  /// Shows the daemon's log; empty for a daemon that systemd did not start.
  var journal: [String] {
    switch facts.scope {
    case .system: [asRoot("journalctl -u livery -n 20")]
    case .user: ["journalctl --user -u livery -n 20"]
    case .neither: []
    }
  }
}
