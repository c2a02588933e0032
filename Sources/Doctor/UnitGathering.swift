// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO

/// Reads the units of the daemon from files, and from systemctl where it answers.
struct UnitGathering {
  let root: String
  let scope: DoctorFacts.Scope
  let variable: (String) -> String?
  let output: (_ command: String) -> String?

  func facts() -> UnitFacts {
    var facts = UnitFacts()
    facts.systemdRuns = (try? linkStatus("\(root)/run/systemd/system"))?.kind == .directory
    facts.socketFile = directories.lazy.map { "\($0)/livery.socket" }.first { (try? fileStatus(root + $0)) != nil }
    facts.isWanted = isWanted
    facts.user = facts.socketFile.map { userInFile("\(root)\(splitPath($0).directory)/livery.service") }
    guard facts.systemdRuns, facts.socketFile != nil else { return facts }
    facts.socket = properties(of: "livery.socket")
    facts.service = properties(of: "livery.service")
    // systemd does not read a masked unit.
    if facts.service?["LoadState"] != "masked" { facts.user = facts.service?["User"] ?? facts.user }
    return facts
  }

  private func userInFile(_ path: String) -> String {
    let lines = ((try? readFile(path, limit: 1 << 16)) ?? []).split(separator: 0x0A)
    let line = lines.last { $0.starts(with: "User=".utf8) } ?? []
    return String(decoding: line.dropFirst("User=".utf8.count), as: UTF8.self)
  }

  var isWanted: Bool {
    directories.contains { (try? linkStatus("\(root)\($0)/sockets.target.wants/livery.socket")) != nil }
  }

  /// The directories of units, see systemd.unit(5); the first has precedence.
  private var directories: [String] {
    switch scope {
    case .system:
      [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
        "/lib/systemd/system",
      ]
    case .user:
      [variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" }].compactMap(\.self).map {
        "\($0)/systemd/user"
      }
        + ["/etc/systemd/user", "/run/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"]
    case .neither: []
    }
  }

  private static let names = [
    "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "NRestarts", "NeedDaemonReload", "User",
    "MainPID", "ProtectHome", "PrivateTmp", "LimitNOFILE", "ExecMainStatus", "ExecStart", "StateDirectory",
    "DynamicUser",
  ]

  func properties(of unit: String) -> UnitFacts.Properties? {
    let manager = scope == .user ? "systemctl --user" : "systemctl"
    guard let text = output("\(manager) show --property=\(Self.names.joined(separator: ",")) \(unit)") else {
      return nil
    }
    var properties: UnitFacts.Properties = [:]
    for line in text.split(separator: "\n") {
      guard let sign = line.firstIndex(of: "=") else { continue }
      properties[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return properties.isEmpty ? nil : properties
  }
}
