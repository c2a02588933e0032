// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConnection
import ProcessIO
import TestSupport
import Testing

@testable import Doctor
@testable import LiveryService

/// The doctor's facts about a machine: files and answers in, facts out.
@Suite struct FactGatheringTests {
  /// The units of a machine whose files are below a scratch directory.
  @Test func unitsAreFoundInFilesAndBySystemctl() throws {
    let machine = try ScratchDirectory()
    var asked: [String] = []
    func facts(_ scope: DoctorFacts.Scope, _ answer: String?) -> UnitFacts {
      UnitGathering(
        root: machine.path, scope: scope, variable: { $0 == "HOME" ? "/home/ada" : nil },
        output: {
          asked.append($0)
          return answer
        }
      ).facts()
    }
    #expect(!facts(.system, nil).systemdRuns)
    try machine.write("run/systemd/system/.keep", "")
    try machine.write("usr/lib/systemd/system/livery.socket", "")
    #expect(asked.isEmpty)
    let silent = facts(.system, nil)
    #expect(silent.systemdRuns)
    #expect(silent.socketFile == "/usr/lib/systemd/system/livery.socket")
    #expect(!silent.isWanted)
    #expect(silent.socket == nil)
    #expect(silent.user == "", "root, as long as no file says otherwise")
    try machine.write("usr/lib/systemd/system/livery.service", "[Service]\nUser=livery\n")
    #expect(facts(.system, nil).user == "livery")
    try machine.write("etc/systemd/system/sockets.target.wants/livery.socket", "")
    let talking = facts(.system, "ActiveState=failed\nResult=start-limit-hit\nUser=\n")
    #expect(talking.isWanted)
    #expect(talking.service == ["ActiveState": "failed", "Result": "start-limit-hit", "User": ""])
    #expect(asked.last?.hasPrefix("systemctl show --property=") == true)
    #expect(talking.user == "")
    #expect(facts(.system, "LoadState=masked\nUser=\n").user == "livery", "its file says so still")
    #expect(facts(.user, nil).socketFile == nil)
    try machine.write("home/ada/.config/systemd/user/livery.socket", "")
    #expect(facts(.user, nil).socketFile == "/home/ada/.config/systemd/user/livery.socket")
    #expect(asked.last?.hasPrefix("systemctl --user show ") == true)
  }

  /// A connection starts a service. The doctor asks systemd first, and does not connect when the start would fail.
  @Test func aServiceThatCannotStartIsLeftAlone() throws {
    let machine = try ScratchDirectory()
    try machine.write("run/systemd/system/.keep", "")
    try machine.write("etc/systemd/user/livery.socket", "")
    try machine.write("user/.keep", "")
    let listener = try UnixListener(path: machine("user/livery.sock"), mode: 0o600)
    func check(
      _ service: String, socket: String = "ActiveState=active", configuration: String = "{}",
      _ expected: [String], after: String? = nil, location: SourceLocation = #_sourceLocation
    ) throws {
      try machine.write("config/livery/livery.json", configuration)
      var happened: [String] = []
      let gathering = FactGathering(
        root: machine.path,
        search: SocketSearch(chosen: nil, directories: [machine("user"), machine("system")], user: effectiveUser),
        configurationFile: nil, variable: { $0 == "XDG_CONFIG_HOME" ? machine("config") : nil },
        output: { command in
          if command.hasSuffix("livery.socket") { return socket }
          happened.append("ask")
          return happened.contains("probe") ? after ?? service : service
        })
      let facts = gathering.facts(probing: {
        happened.append("probe")
        #expect($0 == machine("user/livery.sock"), sourceLocation: location)
        return DaemonProbe(state: .answers(DaemonFacts()), process: 1)
      })
      #expect(happened == expected, sourceLocation: location)
      var isTouched = false
      while case .some = try listener.accept() { isTouched = true }
      #expect(isTouched == expected.contains("probe"), sourceLocation: location)
      if case .leftAlone = facts.socket.state {
        #expect(!isTouched, sourceLocation: location)
      } else {
        #expect(isTouched, sourceLocation: location)
        #expect(facts.units.service == ["ActiveState": "active", "MainPID": "7"], sourceLocation: location)
        #expect(facts.units.process == 7, sourceLocation: location)
      }
    }
    let running = "ActiveState=active\nMainPID=7"
    try check(running, ["ask", "probe"])
    try check(running, configuration: "{ bad", ["ask", "probe"])
    try check("ActiveState=inactive\nMainPID=0", ["ask", "probe", "ask"], after: running)
    try check("ActiveState=inactive", configuration: "{ bad", ["ask"])
    try check("ActiveState=inactive", configuration: #"{ "bundles": 1 }"#, ["ask"])
    try check("ActiveState=activating\nSubState=auto-restart", configuration: "{ bad", ["ask"])
    try check("ActiveState=failed", ["ask"])
    try check("ActiveState=inactive\nLoadState=masked", ["ask"])
  }

  /// The facts about the system's daemon whose service has these properties. It does not answer.
  private func system(_ service: String, below machine: ScratchDirectory) throws -> DoctorFacts {
    try machine.write("run/systemd/system/.keep", "")
    try machine.write("usr/lib/systemd/system/livery.socket", "")
    return FactGathering(
      root: machine.path,
      search: SocketSearch(chosen: "/run/livery/livery.sock", directories: [machine("user")], user: effectiveUser),
      configurationFile: nil, variable: { _ in nil },
      output: { $0.hasSuffix("livery.socket") ? "ActiveState=active" : service }
    ).facts(probing: { _ in DaemonProbe(state: .missing) })
  }

  @Test func pathsAreThoseOfTheUnit() throws {
    let machine = try ScratchDirectory()
    func check(
      _ arguments: String, directory: String = "livery", configuration: String, isRequired: Bool, state: String,
      location: SourceLocation = #_sourceLocation
    ) throws {
      let command = "{ path=/usr/bin/liveryd ; argv[]=/usr/bin/liveryd\(arguments) ; ignore_errors=no ; pid=0 }"
      let facts = try system(
        "ActiveState=active\nExecStart=\(command)\nStateDirectory=\(directory)", below: machine)
      #expect(facts.configuration.path == configuration, sourceLocation: location)
      #expect(facts.configuration.isRequired == isRequired, sourceLocation: location)
      #expect(facts.state?.path == state, sourceLocation: location)
    }
    let usual = "/etc/livery/livery.json"
    let other = machine("other.json")
    try machine.write("other.json", #"{ "stateDirectory": "\#(machine("of-file"))" }"#)
    try check("", configuration: usual, isRequired: false, state: "/var/lib/livery")
    try check(" --config", configuration: usual, isRequired: false, state: "/var/lib/livery")
    try check(" --config \(usual)", configuration: usual, isRequired: true, state: "/var/lib/livery")
    try check(" --config /a.json", configuration: "/a.json", isRequired: true, state: "/var/lib/livery")
    try check(" --config=/a.json -x", configuration: "/a.json", isRequired: true, state: "/var/lib/livery")
    try check(" --config \(other)", configuration: other, isRequired: true, state: machine("of-file"))
    try check(" --config \(other) --state-dir /s", configuration: other, isRequired: true, state: "/s")
    try check("", directory: "livery-2", configuration: usual, isRequired: false, state: "/var/lib/livery-2")
    try check("", directory: "a:b livery-2", configuration: usual, isRequired: false, state: "/var/lib/a")
  }

  /// systemd cannot start a service whose user is missing: nothing is asked.
  @Test func aMissingUserIsFound() throws {
    let machine = try ScratchDirectory()
    func check(_ service: String, _ missing: String?, location: SourceLocation = #_sourceLocation) throws {
      let facts = try system(
        "ActiveState=inactive\nExecStart={ argv[]=liveryd --config \(machine("a.json")) ; }\n\(service)", below: machine
      )
      #expect(facts.missingUser == missing, sourceLocation: location)
      if let missing { #expect(facts.daemonUser == missing, sourceLocation: location) }
      var isLeftAlone = false
      if case .leftAlone = facts.socket.state { isLeftAlone = true }
      #expect(isLeftAlone == (missing != nil), sourceLocation: location)
    }
    try machine.write("a.json", "{}")
    try check("User=", nil)
    try check("User=root", nil)
    try check("User=0", nil)
    try check("User=livery-no-such-user", "livery-no-such-user")
    try check("User=livery-no-such-user\nDynamicUser=no", "livery-no-such-user")
    try check("User=livery-no-such-user\nDynamicUser=yes", nil)
  }

  @Test func fileSystemsOfTheState() throws {
    let machine = try ScratchDirectory()
    try machine.write(
      "proc/self/mountinfo",
      """
      22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
      23 22 0:21 / /srv/a\\040b ro - tmpfs tmpfs rw
      24 22 0:22 / /srv/st ro - tmpfs tmpfs rw
      25 22 0:23 / /srv ro - tmpfs tmpfs rw
      """)
    let gathering = StateGathering(root: machine.path)
    #expect(gathering.mountPoint(of: "/srv/a b/livery") == "/srv/a b")
    #expect(gathering.mountPoint(of: "/srv/state/livery") == "/srv")
    #expect(gathering.mountPoint(of: "/nowhere/livery") == "/")
    // /proc has no size, and is not full.
    #expect(!gathering.facts(of: "/proc", nil).isFull)
  }

  /// The file at the path of the socket, and the file at the path of the configuration.
  @Test func filesOfAnotherKindAreTold() throws {
    let machine = try ScratchDirectory()
    try machine.write("s", "")
    try machine.link("loop", to: "loop")
    let facts = FactGathering(
      root: machine.path,
      search: SocketSearch(chosen: machine("s"), directories: [machine("user")], user: effectiveUser),
      configurationFile: machine("loop"), variable: { _ in nil }, output: { _ in nil }
    ).facts()
    guard case .noSocket(.regular) = facts.socket.state else {
      Issue.record("\(facts.socket.state)")
      return
    }
    guard case .unreadable(.tooManyLinks) = facts.configuration.content else {
      Issue.record("\(facts.configuration.content)")
      return
    }
  }

  @Test func watchesAreCountedByUserAndProgram() throws {
    let machine = try ScratchDirectory()
    for (name, value) in [("max_user_watches", 100), ("max_user_instances", 5), ("max_queued_events", 7)] {
      try machine.write("proc/sys/fs/inotify/\(name)", "\(value)\n")
    }
    let watches = { (count: Int) in String(repeating: "inotify wd:1 ino:2 sdev:3\n", count: count) }
    for (process, name, counts) in [(11, "code", [3, 4]), (12, "vim", [1]), (13, "liveryd", [50])] {
      try machine.write("proc/\(process)/comm", "\(name)\n")
      for (number, count) in counts.enumerated() {
        try machine.write("proc/\(process)/fdinfo/\(number)", "pos: 0\n\(watches(count))")
        try machine.write("proc/\(process)/fd/.keep", "")
        let link = machine("proc/\(process)/fd/\(number)")
        #expect(output(ofShell: "ln -s anon_inode:inotify '\(link)'", limit: 1) != nil)
      }
    }
    let facts = InotifyGathering(root: machine.path).facts(of: effectiveUser, except: 13)
    #expect([facts.watches, facts.instances, facts.queue] == [100, 5, 7])
    #expect(facts.watchesTaken == 8)
    #expect(facts.instancesTaken == 3)
    #expect(facts.greatest == InotifyFacts.Taker(program: "code", count: 7))
    #expect(facts.busiest == InotifyFacts.Taker(program: "code", count: 2))
    #expect(InotifyGathering(root: machine.path).facts(of: effectiveUser + 1, except: nil).watchesTaken == 0)
    #expect(InotifyGathering(root: machine("nowhere")).facts(of: effectiveUser, except: nil).watches == nil)
  }

  @Test func aBundleIsWalkedThrough() throws {
    let directory = try ScratchDirectory()
    try directory.write("b/theme.json", "{}")
    try directory.write("b/deep/er/x.plist", "")
    try directory.write("b/.git/config.json", "")
    try directory.write("b/README", "")
    #expect(
      BundleFacts.Reach(of: directory("b")) == .read(directories: 3, files: 2, unreadable: [], unreadableCount: 0))
    try directory.write("b/livery.json", #"{ "exclude": ["deep/er", "theme.json"] }"#)
    #expect(
      BundleFacts.Reach(of: directory("b")) == .read(directories: 2, files: 1, unreadable: [], unreadableCount: 0))
    #expect(BundleFacts.Reach(of: directory("b/README")) == .noDirectory)
    #expect(BundleFacts.Reach(of: directory("c")) == .missing("No such file or directory"))
  }

  @Test(.enabled(if: effectiveUser == 0)) func filesOfTheUnitAreSeenWithItsRights() throws {
    let machine = try ScratchDirectory()
    func facts() throws -> DoctorFacts {
      let options = "--config \(machine("etc/link.json")) --state-dir \(machine("state"))"
      return try system("ActiveState=active\nUser=65534\nExecStart={ argv[]=liveryd \(options) ; }", below: machine)
    }
    func shell(_ command: String) { #expect(output(ofShell: "cd '\(machine.path)'; \(command)", limit: 1) != nil) }
    try machine.write("etc/real/livery.json", #"{ "bundles": { "a": { "path": "\#(machine("a"))" } } }"#)
    try machine.link("etc/link.json", to: "real/livery.json")
    try machine.write("b/theme.json", "{}")
    try machine.link("a", to: "b")
    for name in ["open.json", "closed.json", "closed.json.aside-1"] { try machine.write("state/\(name)", "{}") }
    try machine.link("state/link.json", to: "closed.json")
    shell("chmod 755 . etc etc/real b; chmod 644 etc/real/* b/*; chown 65534 state state/open.json; chmod 700 state")
    shell("chmod 600 state/*.json state/*-1")
    let open = try facts()
    #expect(open.state?.reach == .writable)
    #expect(open.state?.unreadable == ["closed.json"])
    #expect(open.bundles.map(\.target) == [machine("b")])
    #expect(open.configuration.closedDirectory == nil)
    for closed in ["etc/real", "etc"] {
      shell("chmod 700 \(closed)")
      let facts = try facts()
      #expect(facts.configuration.closedDirectory == machine(closed))
      guard case .unreadable(.accessDenied) = facts.configuration.content else {
        Issue.record("\(facts.configuration.content)")
        return
      }
    }
  }

  /// Root sees the machine as the daemon's user does.
  @Test(.enabled(if: effectiveUser == 0)) func rightsAreThoseOfTheDaemonsUser() throws {
    let directory = try ScratchDirectory()
    try directory.write("b/theme.json", "{}")
    try directory.write("b/in/secret.json", "{}")
    let nobody = try #require(Account(user: 65534))
    func reach() -> BundleFacts.Reach? { withFileRights(of: nobody) { BundleFacts.Reach(of: directory("b")) } }
    func shell(_ command: String) { #expect(output(ofShell: "cd '\(directory.path)'; \(command)", limit: 1) != nil) }
    shell("chmod 755 . b b/in; chmod 644 b/*.json; chmod 600 b/in/secret.json")
    #expect(
      reach()
        == .read(directories: 2, files: 2, unreadable: [directory("b/in/secret.json")], unreadableCount: 1))
    shell("chmod 700 b/in")
    #expect(
      reach() == .read(directories: 2, files: 1, unreadable: [directory("b/in")], unreadableCount: 1))
    shell("chmod 700 .")
    #expect(reach() == .closed(directory.path))
    #expect(accessError(directory("b/in/secret.json"), for: .reading) == nil, "root's own rights are back")
  }
}
