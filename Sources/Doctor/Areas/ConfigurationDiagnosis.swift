// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import ProcessIO
import TextComparison
import ThemeModel

/// Judges the daemon's configuration.
struct ConfigurationDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    guard let path = facts.configuration.path else { return }
    switch facts.configuration.content {
    case .absent where facts.configuration.isRequired:
      report(
        .error, "configuration", "there is no \(path), and livery.service does not start without it",
        help: "write one, at least {}, or take `--config` out of the unit",
        ["echo '{}' | \(asRoot("tee \(shellQuoted(path))"))"])
    case .absent:
      report(.info, "configuration", "there is no \(path): the command line of liveryd names the bundles")
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
    case .accessDenied where facts.configuration.closedDirectory != nil:
      let closed = facts.configuration.closedDirectory ?? ""
      report(
        .error, "configuration", "`\(daemonUser)` may not enter \(closed) on the way to \(path)",
        [asRoot("chmod a+x \(shellQuoted(closed))")])
    case .accessDenied:
      report(
        .error, "configuration", "`\(daemonUser)` cannot read \(path): \(error.text)",
        [asRoot("chmod a+r \(shellQuoted(path))")])
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
          "the daemon does not show it to \(facts.asker.name): its `read` may exclude this user", ["sudo livery doctor"]
        )
        continue
      }
      report(
        .error, "bundle \(bundle.name ?? "")", "it is configured, and the daemon does not serve it",
        help: "read the configuration again; the daemon reports the errors", [reload] + journal)
    }
    let strangers = daemon.bundles.filter { served in !bundles.contains { Bytewise($0.name) == Bytewise(served.name) } }
    if !strangers.isEmpty {
      report(
        .info, "configuration", "served and not configured: \(strangers.map(\.name).joined(separator: ", "))")
    }
  }

  private var reload: String {
    switch facts.scope {
    case .system: asRoot("livery reload --socket \(shellQuoted(facts.socket.path))")
    case .user, .neither: "livery reload --socket \(facts.socket.path)"
    }
  }
}
