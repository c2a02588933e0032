// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import ProcessIO
import TextComparison
import ThemeModel

/// Judges the files that the daemon reads and writes.
extension Diagnosis {
  /// The user who needs the rights.
  private var daemonUser: String { facts.daemonUser ?? facts.asker.name }

  // MARK: The configuration

  mutating func judgeConfiguration() {
    guard let path = facts.configuration.path else { return }
    switch facts.configuration.content {
    case .absent where facts.configuration.isRequired:
      report(
        .error, "configuration", "there is no \(path), and livery.service does not start without it",
        help: "write one, at least {}, or take `--config` out of the unit", ["echo '{}' | \(asRoot("tee \(path)"))"])
    case .absent:
      report(.info, "configuration", "there is no \(path): what is served is what the command line of liveryd names")
    case .unreadable(let error): judgeUnreadable(path, error)
    case .unknown: report(.info, "configuration", "\(path) is for root to see", ["sudo livery doctor"])
    case .bad(let problems):
      for problem in problems { report(.error, "configuration", problem) }
    case .good(let file):
      for warning in file.warnings { report(.warning, "configuration", warning) }
      for note in file.notes { report(.info, "configuration", note) }
      let count = file.bundles?.count ?? 0
      guard count <= file.limits.bundles else {
        return report(
          .error, "configuration",
          "\(path) has \(counted(count, "bundle")), and its limit `bundles` is \(file.limits.bundles)",
          help: "raise the limit, or take bundles out: no daemon starts with it")
      }
      report(.ok, "configuration", "\(path) has \(counted(count, "bundle"))")
      judgeServed(file)
    }
  }

  private mutating func judgeUnreadable(_ path: String, _ error: Errno) {
    switch error {
    case .accessDenied:
      report(
        .error, "configuration", "`\(daemonUser)` cannot read \(path): \(error.text)", [asRoot("chmod a+r \(path)")])
    case .tooManyLinks:
      report(
        .error, "configuration", "\(path) is a link that leads to itself",
        help: "correct the link, or remove it")
    default:
      report(
        .error, "configuration", "\(path) cannot be read: \(error.text)", help: "change its permissions or its path")
    }
  }

  private mutating func report(_ level: DoctorFinding.Level, _ subject: String, _ problem: ConfigurationProblem) {
    let place = problem.place.map { "\($0): " } ?? ""
    report(level, subject, place + problem.message, help: problem.help)
  }

  /// Compares the configured bundles with the served ones. They differ before a reload and after a failed load.
  private mutating func judgeServed(_ file: ConfigurationFile) {
    guard let daemon, let bundles = file.bundles else { return }
    for bundle in bundles where !daemon.bundles.contains(where: { Bytewise($0.name) == Bytewise(bundle.name) }) {
      // An unreachable bundle has a finding of its own.
      guard facts.bundles.first(where: { Bytewise($0.name) == Bytewise(bundle.name) })?.isReachable ?? true else {
        continue
      }
      if bundle.rights.readers != nil, !facts.asker.isRoot, facts.asker.name != facts.daemonUser {
        report(
          .info, "bundle \(bundle.name ?? "")",
          "the daemon does not show it to \(facts.asker.name), whom its `read` may leave out", ["sudo livery doctor"])
        continue
      }
      report(
        .error, "bundle \(bundle.name ?? "")", "it is configured, and the daemon does not serve it",
        help: "have the configuration read again; it says what is wrong", [reload] + journal)
    }
    let strangers = daemon.bundles.filter { served in !bundles.contains { Bytewise($0.name) == Bytewise(served.name) } }
    if !strangers.isEmpty {
      report(
        .info, "configuration", "served and not configured: \(strangers.map(\.name).joined(separator: ", "))")
    }
  }

  private var reload: String {
    switch facts.scope {
    case .system: asRoot("livery reload --socket \(facts.socket.path)")
    case .user, .neither: "livery reload --socket \(facts.socket.path)"
    }
  }

  // MARK: Bundles

  mutating func judgeBundles() {
    for bundle in facts.bundles {
      let subject = "bundle \(bundle.name)"
      if let cover = cover(of: bundle.directory) {
        report(.error, subject, cover.message, help: cover.help, cover.commands)
        continue
      }
      guard bundle.isCertain else {
        report(.info, subject, "whether `\(daemonUser)` can read it is for root to see", ["sudo livery doctor"])
        continue
      }
      judge(bundle, subject)
    }
  }

  private mutating func judge(_ bundle: BundleFacts, _ subject: String) {
    let directory = bundle.directory
    switch bundle.reach {
    case .missing(let reason):
      report(.error, subject, "\(directory) cannot be read: \(reason)", help: "create it, or correct its `path`")
    case .noDirectory:
      report(.error, subject, "\(directory) is not a directory", help: "correct its `path`")
    case .closed(let ancestor):
      report(
        .error, subject, "`\(daemonUser)` may not go through \(ancestor) to \(directory)", help: Self.setfacl,
        [asRoot("setfacl -m u:\(daemonUser):x \(ancestor)"), asRoot("setfacl -R -m u:\(daemonUser):rX \(directory)")])
    case .read(let directories, let files, let unreadable, let count):
      guard count > 0 else {
        let counts = "\(counted(files, "file")) in \(directories) director\(directories == 1 ? "y" : "ies")"
        return report(.ok, subject, "\(directory), \(counts)")
      }
      let others = count > unreadable.count ? " and \(count - unreadable.count) more" : ""
      report(
        .error, subject, "`\(daemonUser)` may not read \(unreadable.joined(separator: ", "))\(others)",
        help: Self.setfacl,
        [asRoot("setfacl -R -m u:\(daemonUser):rX \(directory)")])
    }
  }

  private static let setfacl = "setfacl is of the package `acl`"

  private typealias Cover = (message: String, help: String, commands: [String])

  /// The reason why the unit hides a directory from the daemon, whatever the rights of its user are.
  private func cover(of directory: String) -> Cover? {
    guard let service = facts.units.service else { return nil }
    func isBelow(_ places: String...) -> Bool { places.contains { directory == $0 || directory.hasPrefix($0 + "/") } }
    if isBelow("/home", "/root", "/run/user"), ["yes", "tmpfs"].contains(service["ProtectHome"] ?? "") {
      let drop = "/etc/systemd/system/livery.service.d/bundles-in-home.conf"
      return (
        "\(directory) is out of the daemon's sight: livery.service has ProtectHome=\(service["ProtectHome"] ?? "")",
        "put the drop-in for /home in place",
        [
          asRoot("install -D -m 644 /usr/share/doc/livery/examples/bundles-in-home.conf \(drop)"),
          systemctl("daemon-reload"), systemctl("restart livery.service"),
        ]
      )
    }
    if isBelow("/tmp", "/var/tmp"), service["PrivateTmp"] == "yes" {
      return (
        "\(directory) is out of the daemon's sight: livery.service has a /tmp of its own (PrivateTmp=yes)",
        "put the bundle elsewhere, for instance below /srv", []
      )
    }
    return nil
  }

  // MARK: The state

  mutating func judgeState() {
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
        .error, "state", "others may change what is kept in \(state.path), \(ownership.text)",
        [asRoot("chmod 700 \(state.path)")])
    }
    if !state.setAside.isEmpty {
      report(
        .warning, "state", "set aside, since it made no sense: \(state.setAside.joined(separator: ", "))",
        help: "look at it in \(state.path), take out what is of use, and remove it")
    }
  }
}
