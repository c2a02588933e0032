// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import ProcessIO
import ThemeModel

/// Judges whether the daemon can read its bundles.
struct BundleDiagnosis: AreaDiagnosis {
  let facts: DoctorFacts
  var findings: [DoctorFinding] = []

  mutating func judge() {
    for bundle in facts.bundles {
      let subject = "bundle \(bundle.name)"
      if let cover = cover(of: bundle) {
        report(.error, subject, cover.message, help: cover.help, cover.commands)
        continue
      }
      guard bundle.isCertain else {
        // The service without its user has an error already.
        guard facts.missingUser == nil else { continue }
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
        .error, subject, "`\(daemonUser)` may not enter \(ancestor) on the way to \(directory)", help: Self.setfacl,
        [
          asRoot("setfacl -m u:\(daemonUser):x \(shellQuoted(ancestor))"),
          asRoot("setfacl -R -m u:\(daemonUser):rX \(shellQuoted(directory))"),
        ])
    case .read(let directories, let files, let unreadable, let count):
      guard count > 0 else {
        let counts = "\(counted(files, "file")) in \(directories) director\(directories == 1 ? "y" : "ies")"
        return report(.ok, subject, "\(directory), \(counts)")
      }
      let others = count > unreadable.count ? " and \(count - unreadable.count) more" : ""
      report(
        .error, subject, "`\(daemonUser)` may not read \(unreadable.joined(separator: ", "))\(others)",
        help: Self.setfacl,
        [asRoot("setfacl -R -m u:\(daemonUser):rX \(shellQuoted(directory))")])
    }
  }

  private static let setfacl = "setfacl is of the package `acl`"

  private typealias Cover = (message: String, help: String, commands: [String])

  /// The reason why the unit hides a bundle from the daemon. The rights of its user do not matter then.
  private func cover(of bundle: BundleFacts) -> Cover? {
    guard let service = facts.units.service else { return nil }
    let directory = bundle.target.map { "\(bundle.directory), which leads to \($0)," } ?? bundle.directory
    func lies(in places: String...) -> Bool {
      places.contains { place in
        isWithin(bundle.directory, place) || bundle.target.map { isWithin($0, place) } ?? false
      }
    }
    if lies(in: "/home", "/root", "/run/user"), ["yes", "tmpfs"].contains(service["ProtectHome"] ?? "") {
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
    if lies(in: "/tmp", "/var/tmp"), service["PrivateTmp"] == "yes" {
      return (
        "\(directory) is out of the daemon's sight: livery.service has a /tmp of its own (PrivateTmp=yes)",
        "put the bundle elsewhere, for instance below /srv", []
      )
    }
    return nil
  }
}
