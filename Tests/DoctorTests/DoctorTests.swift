// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import LiveryConnection
import ProcessIO
import StyledText
import TestSupport
import Testing

@testable import Doctor
@testable import LiveryService

/// The diagnosis of the doctor: facts in, findings out.
@Suite struct DoctorTests {
  /// A machine of Debian with the package installed, on which everything is fine.
  static var sound: DoctorFacts {
    var facts = DoctorFacts()
    facts.asker = DoctorFacts.Asker(name: "ada", isRoot: false)
    facts.daemonUser = "livery"
    var daemon = DaemonFacts()
    daemon.bundles = [DaemonFacts.Bundle(name: "aurora", path: "/srv/aurora")]
    daemon.watches = 7
    facts.socket.state = .answers(daemon)
    facts.socket.ownership = Ownership(user: "livery", group: "livery", mode: 0o660)
    facts.socket.directory = Ownership(user: "root", group: "root", mode: 0o755)
    facts.units.socketFile = "/usr/lib/systemd/system/livery.socket"
    facts.units.isWanted = true
    facts.units.socket = ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"]
    facts.units.service = [
      "ActiveState": "active", "NRestarts": "0", "ProtectHome": "yes", "PrivateTmp": "yes", "LimitNOFILE": "8192",
    ]
    facts.configuration.path = "/etc/livery/livery.json"
    var file = ConfigurationFile()
    file.bundles = [ConfiguredBundle(name: "aurora", directory: "/srv/aurora")]
    facts.configuration.content = .good(file)
    facts.bundles = [bundle("/srv/aurora", .read(directories: 7, files: 17, unreadable: [], unreadableCount: 0))]
    facts.state = StateFacts(path: "/var/lib/livery", reach: .writable)
    facts.inotify.watches = 65_536
    facts.inotify.instances = 128
    facts.inotify.queue = 16_384
    return facts
  }

  static func bundle(_ directory: String, _ reach: BundleFacts.Reach) -> BundleFacts {
    BundleFacts(name: "aurora", directory: directory, reach: reach)
  }

  /// Compares the findings above `ok` with the expected ones, written as `LEVEL SUBJECT: MESSAGE`, `help: ...` and `$ COMMAND`.
  func check(
    _ change: (inout DoctorFacts) -> Void, _ expected: String..., location: SourceLocation = #_sourceLocation
  ) {
    var facts = Self.sound
    change(&facts)
    let lines = Diagnosis.findings(facts).filter { $0.level != .ok }.flatMap { finding in
      ["\(finding.level.rawValue) \(finding.subject): \(finding.message)"]
        + (finding.help.map { ["help: \($0)"] } ?? [])
        + finding.commands.map { "$ \($0)" }
    }
    #expect(lines == expected, sourceLocation: location)
  }

  @Test func aSoundMachineHasNothingToComplainOf() {
    check { _ in }
    let findings = Diagnosis.findings(Self.sound)
    #expect(
      findings.map(\.subject) == ["socket", "daemon", "systemd", "configuration", "bundle aurora", "state", "inotify"])
    let lines = doctorLines(findings, width: 80).map { $0.spans.map(\.text).joined() }
    #expect(lines.first == "ok       socket: /run/livery/livery.sock answers, livery:livery 0660")
    #expect(lines.last == "all is well")
  }

  @Test func theSocket() {
    check(
      {
        $0.socket.state = .missing
        $0.units.systemdRuns = false
        $0.units.socket = nil
      }, "error socket: no daemon listens: there is no /run/livery/livery.sock", "help: start one",
      "$ sudo systemctl enable --now livery.socket",
      "info systemd: it does not run here; a daemon is started by hand, with `liveryd`")
    // systemd listens still, at a name that is gone.
    check(
      { $0.socket.state = .missing },
      "error socket: livery.socket is active, and its file /run/livery/livery.sock was removed",
      "help: let systemd make it again", "$ sudo systemctl restart livery.socket")
    var removed = Self.sound
    removed.socket.state = .missing
    #expect(!Diagnosis.findings(removed).contains { $0.subject == "systemd" })
    check(
      {
        $0.socket.state = .missing
        $0.scope = .neither
        $0.units = UnitFacts()
      }, "error socket: no daemon listens: there is no /run/livery/livery.sock", "help: start one",
      "$ liveryd BUNDLE", "$ livery watch BUNDLE")
    check(
      { $0.socket.state = .abandoned },
      "error socket: no process listens at /run/livery/livery.sock; a daemon that has ended left it",
      "help: start a daemon; it replaces the socket", "$ sudo systemctl restart livery.socket")
    check(
      { $0.socket.state = .forbidden(.isNoMember) },
      "error socket: ada may not connect to /run/livery/livery.sock (livery:livery 0660)",
      "help: become a member of the group `livery`, and log in again", "$ sudo usermod --append --groups livery ada")
    check(
      { $0.socket.state = .noSocket(.regular) },
      "error socket: /run/livery/livery.sock is a regular file, and no socket",
      "help: a daemon leaves it alone and does not start: move it away or remove it, and start one",
      "$ sudo mv /run/livery/livery.sock /run/livery/livery.sock.old", "$ sudo systemctl enable --now livery.socket")
    check(
      { $0.socket.state = .forbidden(.isMemberFromNextLogin) },
      "error socket: ada may not connect to /run/livery/livery.sock (livery:livery 0660)",
      "help: this session began before ada was a member of `livery`: log in again", "$ newgrp livery")
    check(
      {
        $0.socket.state = .forbidden(.isNoMember)
        $0.socket.ownership?.mode = 0o600
      },
      "error socket: ada may not connect to /run/livery/livery.sock (livery:livery 0600)",
      "help: it is for the user `livery` alone")
    check(
      {
        $0.socket.state = .forbidden(.isNoMember)
        $0.socket.ownership = nil
      },
      "error socket: ada may not enter a directory on the way to /run/livery/livery.sock",
      "help: ask its owner, or name another socket with --socket")
    check(
      { $0.socket.state = .silent(seconds: 10) },
      "error socket: /run/livery/livery.sock took the connection, and no answer came in 10 s",
      "help: read the daemon's log, and restart it", "$ sudo journalctl -u livery -n 20",
      "$ sudo systemctl restart livery.service")
    check(
      { $0.socket.state = .full(limit: "connectionsPerUser", value: 2) },
      "error socket: the daemon at /run/livery/livery.sock takes no more connections: its limit `connectionsPerUser` of 2 is reached",
      "help: end programs that are connected, or raise the limit in the daemon's configuration")
    check(
      { $0.socket.state = .stranger(nil) },
      "error socket: a program answers at /run/livery/livery.sock, and is not Livery",
      "help: end it, and start the daemon", "$ sudo systemctl restart livery.socket")
    check(
      {
        $0.socket.state = .stranger("squid")
        $0.socket.listener = (4711, "mallory")
      },
      "error socket: `squid` answers at /run/livery/livery.sock, and is not Livery: process 4711 of user `mallory` listens",
      "help: end it, and start the daemon", "$ sudo systemctl restart livery.socket")
    check(
      { $0.socket.ownership?.mode = 0o666 },
      "info socket: every user of the machine may connect, and read the bundles")
    check(
      { $0.socket.directory?.mode = 0o777 },
      "error socket: others may replace the socket: its directory /run/livery is root:root 0777",
      "$ sudo chmod go-w /run/livery")
    check(
      {
        $0.socket.directory?.mode = 0o1777
        $0.asker.isRoot = true
      })
    check(
      {
        $0.socket.others = ["/a.sock", "/b.sock"]
        $0.socket.state = .missing
      }, "error socket: several daemons listen: /a.sock, /b.sock",
      "help: say which is meant, with --socket or LIVERY_SOCKET", "$ livery doctor --socket /a.sock")
  }

  @Test func theDaemon() {
    check(
      { facts in
        var daemon = DaemonFacts(version: "0.0.9", watches: 7, problems: ["not all directories can be watched"])
        daemon.bundles = [DaemonFacts.Bundle(name: "aurora", path: "/srv/aurora")]
        facts.socket.state = .answers(daemon)
      }, "warning daemon: the daemon is 0.0.9, and this program is \(productVersion)", "help: restart it",
      "$ sudo systemctl restart livery.service", "warning daemon: not all directories can be watched")
    check(
      { facts in
        var daemon = DaemonFacts(watches: 7)
        daemon.bundles = [
          DaemonFacts.Bundle(name: "aurora", path: "/srv/aurora", errors: 2, held: 3, unpublished: 5),
          DaemonFacts.Bundle(name: "late", path: "/srv/late", unpublished: 6),
        ]
        facts.socket.state = .answers(daemon)
      }, "warning bundle aurora: it has 2 errors, and keeps 3 last good states",
      "help: see the errors; programs have the last good values meanwhile", "$ livery check /srv/aurora",
      "warning bundle late: a change on disk has waited for 6 s to be published", "help: see what the daemon does",
      "$ sudo journalctl -u livery -n 20", "info configuration: served and not configured: late")
  }

  /// A consequence of an error is not a second error.
  @Test func oneCauseIsOneError() {
    check(
      {
        $0.socket.state = .missing
        $0.units.isWanted = false
        $0.units.socket = ["LoadState": "loaded", "ActiveState": "inactive", "UnitFileState": "disabled"]
        $0.units.service?["ActiveState"] = "inactive"
      }, "info socket: no daemon listens: there is no /run/livery/livery.sock",
      "error systemd: livery.socket is not enabled", "$ sudo systemctl enable --now livery.socket")
    check(
      {
        $0.socket.state = .missing
        $0.units.socket = ["ActiveState": "failed", "Result": "service-start-limit-hit", "UnitFileState": "enabled"]
        $0.units.service = ["ActiveState": "failed", "Result": "start-limit-hit"]
      }, "info socket: no daemon listens: there is no /run/livery/livery.sock",
      "error systemd: livery.service failed so often that systemd starts it no more",
      "help: see why, then let it start again", "$ sudo journalctl -u livery -n 20",
      "$ sudo systemctl reset-failed livery.service livery.socket", "$ sudo systemctl start livery.socket")
    check(
      {
        $0.scope = .neither
        $0.socket.path = "/nowhere/x.sock"
        $0.socket.state = .missing
        $0.socket.isFromVariable = true
      }, "error socket: no daemon listens: there is no /nowhere/x.sock",
      "help: LIVERY_SOCKET names it: unset it, or start a daemon there", "$ unset LIVERY_SOCKET")
  }

  @Test func theUnits() {
    check(
      { $0.units = UnitFacts() },
      "info systemd: livery.socket is not installed, so nothing starts the daemon by itself")
    check(
      { $0.units.systemdRuns = false },
      "info systemd: it does not run here; a daemon is started by hand, with `liveryd`")
    check(
      {
        $0.units.isWanted = false
        $0.units.socket?["UnitFileState"] = "disabled"
      }, "warning systemd: livery.socket listens, and will not after the next boot",
      "$ sudo systemctl enable livery.socket")
    check(
      {
        $0.scope = .user
        $0.units.isWanted = false
        $0.units.socket = ["ActiveState": "inactive", "UnitFileState": "disabled"]
      }, "warning systemd: livery.socket is not enabled", "$ systemctl --user enable --now livery.socket")
    check(
      { $0.units.socket?["LoadState"] = "masked" }, "error systemd: livery.socket is masked: nothing may start it",
      "$ sudo systemctl unmask livery.socket", "$ sudo systemctl enable --now livery.socket")
    check(
      {
        $0.socket.state = .missing
        $0.units.socket = ["LoadState": "masked", "ActiveState": "inactive", "UnitFileState": "masked-runtime"]
      }, "info socket: no daemon listens: there is no /run/livery/livery.sock",
      "error systemd: livery.socket is masked: nothing may start it",
      "$ sudo systemctl unmask --runtime livery.socket", "$ sudo systemctl enable --now livery.socket")
    check(
      { $0.units.service = ["LoadState": "masked", "ActiveState": "failed"] },
      "error systemd: livery.service is masked: nothing may start it", "$ sudo systemctl unmask livery.service")
    check(
      {
        $0.scope = .user
        $0.units.service = ["LoadState": "masked", "ActiveState": "inactive"]
      },
      "error systemd: livery.service is masked: nothing may start it", "$ systemctl --user unmask livery.service")
    check(
      { $0.units.service = ["ActiveState": "activating", "SubState": "start"] },
      "info systemd: livery.service is starting", "$ sudo journalctl -u livery -n 20")
    check(
      { $0.units.service = ["ActiveState": "activating", "SubState": "auto-restart"] },
      "info systemd: livery.service ended, and systemd is about to start it again",
      "$ sudo journalctl -u livery -n 20")
    check(
      {
        $0.socket.state = .leftAlone
        $0.configuration.content = .bad([ConfigurationProblem(message: "no")])
        $0.units.service?["ActiveState"] = "inactive"
      }, "error configuration: no",
      "info socket: systemd listens at /run/livery/livery.sock; nothing was asked, since livery.service would be started "
        + "and fail", "info systemd: livery.socket is enabled and listens, livery.service does not run")
    let again = ["$ sudo systemctl reset-failed livery.service", "$ sudo systemctl start livery.socket"]
    check(
      { $0.units.service = ["ActiveState": "failed", "Result": "start-limit-hit"] },
      "error systemd: livery.service failed so often that systemd starts it no more",
      "help: see why, then let it start again", "$ sudo journalctl -u livery -n 20", again[0], again[1])
    check(
      { $0.units.service = ["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "2"] },
      "error systemd: livery.service does not start: its configuration or command line is wrong",
      "help: fix what the journal reports", "$ sudo journalctl -u livery -n 20", again[0], again[1])
    check(
      { $0.units.service?["NRestarts"] = "3" },
      "warning systemd: livery.service ended unasked and was restarted, 3 times", "help: see why",
      "$ sudo journalctl -u livery -n 20")
    check(
      { $0.units.service?["NeedDaemonReload"] = "yes" },
      "warning systemd: a unit changed on disk, and systemd does not know it yet", "$ sudo systemctl daemon-reload")
    check(
      { $0.units.service?["LimitNOFILE"] = "1024" },
      "warning systemd: the configuration lets 4096 clients in, and LimitNOFILE= is 1024 descriptors",
      "help: write `[Service]` and `LimitNOFILE=4224` into a drop-in", "$ sudo systemctl edit livery.service",
      "$ sudo systemctl restart livery.service")
    check(
      {
        $0.units.socket = nil
        $0.units.service = nil
      },
      "info systemd: /usr/lib/systemd/system/livery.socket is installed and enabled; systemctl does not say how it is")
  }

  /// Units that fail, and rights that only an account has, are consequences.
  @Test func theUserOfTheService() {
    func lose(_ user: String, _ facts: inout DoctorFacts) {
      facts.missingUser = user
      facts.daemonUser = user
      facts.bundles[0].isCertain = false
      facts.state?.reach = .unknown
      facts.units.service?["ActiveState"] = "inactive"
    }
    check(
      {
        lose("livery", &$0)
        $0.socket.state = .leftAlone
      },
      "info socket: systemd listens at /run/livery/livery.sock; nothing was asked, since livery.service would be started "
        + "and fail", "error systemd: livery.service has the user `livery`, which does not exist on this machine",
      "help: let systemd make it", "$ sudo systemd-sysusers")
    check(
      {
        lose("livery", &$0)
        $0.socket.state = .missing
        $0.units.socket?["ActiveState"] = "failed"
      }, "info socket: no daemon listens: there is no /run/livery/livery.sock",
      "error systemd: livery.service has the user `livery`, which does not exist on this machine",
      "help: let systemd make it", "$ sudo systemd-sysusers",
      "$ sudo systemctl reset-failed livery.socket livery.service", "$ sudo systemctl start livery.socket")
    check(
      {
        lose("themes", &$0)
        $0.socket.state = .leftAlone
      },
      "info socket: systemd listens at /run/livery/livery.sock; nothing was asked, since livery.service would be started "
        + "and fail", "error systemd: livery.service has the user `themes`, which does not exist on this machine",
      "help: make it, or correct `User=` of the unit")
  }

  @Test func aDaemonOfTheUsersOwnIsNotPassedOver() {
    var own = UnitFacts()
    own.socket = ["ActiveState": "failed", "Result": "service-start-limit-hit"]
    own.service = ["LoadState": "masked", "UnitFileState": "masked-runtime", "ActiveState": "inactive"]
    check(
      { $0.ownUnits = own },
      "warning systemd: livery.socket of ada has failed (service-start-limit-hit), so that /run/livery/livery.sock is "
        + "examined", "help: see why, and start it again", "$ journalctl --user -u livery -n 20",
      "$ systemctl --user reset-failed livery.socket livery.service", "$ systemctl --user start livery.socket",
      "warning systemd: livery.service of ada is masked, so that /run/livery/livery.sock is examined",
      "$ systemctl --user unmask --runtime livery.service")
    own.service = ["ActiveState": "failed", "Result": "exit-code"]
    check(
      { $0.ownUnits = own },
      "warning systemd: livery.socket of ada has failed (service-start-limit-hit), so that /run/livery/livery.sock is "
        + "examined", "help: see why, and start it again", "$ journalctl --user -u livery -n 20",
      "$ systemctl --user reset-failed livery.socket livery.service", "$ systemctl --user start livery.socket")
  }

  @Test func outputsOfTheUser() {
    func check(_ unit: UnitFacts.Properties?, _ expected: String..., wrong: Bool = false) {
      var facts = Self.sound
      let problem = ConfigurationProblem(
        place: ConfigurationPlace(file: "/o.json", line: 3, column: 5), message: "unknown key `fil`",
        help: "did you mean `file`?")
      facts.outputs = OutputFacts(
        path: "/o.json", outputs: wrong ? .failure(BadConfiguration(problems: [problem])) : .success(2), unit: unit)
      let lines = Diagnosis.findings(facts).filter { $0.subject == "outputs" }.flatMap { finding in
        ["\(finding.level.rawValue): \(finding.message)"] + (finding.help.map { ["help: \($0)"] } ?? [])
          + finding.commands.map { "$ \($0)" }
      }
      #expect(lines == expected)
    }
    check(["ActiveState": "active"], "ok: livery-apply.service keeps 2 outputs up to date")
    check(
      ["ActiveState": "inactive"],
      "warning: 2 outputs, and nothing keeps them up to date: livery-apply.service does not run",
      "$ systemctl --user enable --now livery-apply.service")
    check(
      ["ActiveState": "failed", "Result": "exit-code"], "error: livery-apply.service has failed (exit-code)",
      "help: see why, and start it again", "$ journalctl --user -u livery-apply -n 20",
      "$ systemctl --user restart livery-apply.service")
    check(
      ["LoadState": "masked", "UnitFileState": "masked"], "warning: 2 outputs, and livery-apply.service is masked",
      "$ systemctl --user unmask livery-apply.service")
    check(nil, "info: 2 outputs, which `livery apply` keeps up to date while it runs")
    check(nil, "error: /o.json:3:5: unknown key `fil`", "help: did you mean `file`?", wrong: true)
  }
}
