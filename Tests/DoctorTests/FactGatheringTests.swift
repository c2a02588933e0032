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
    #expect(BundleFacts.Reach(of: directory("b/README")) == .noDirectory)
    #expect(BundleFacts.Reach(of: directory("c")) == .missing("No such file or directory"))
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
