// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import JSONText
import LiveryConnection
import TestSupport
import Testing

/// The daemon as a service manager starts it: with an existing socket, and a socket for its reports.
@Suite(.serialized) final class ServiceTests {
  let folder: ScratchDirectory
  let livery = Program.built("livery")
  let liveryd = Program.built("liveryd")
  /// Where the daemon reports.
  private let manager: Int32

  init() throws {
    folder = try ScratchDirectory()
    for name in ["one", "two"] {
      try folder.write("\(name)/theme.inc.json", #"{ "themes": ["values.json"] }"#)
      try folder.write("\(name)/values.json", #"{ "gap": 4 }"#)
    }
    manager = try Self.bind(folder("notify"))
  }

  deinit { close(manager) }

  private static func bind(_ path: String) throws -> Int32 {
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let answer = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard answer == 0 else { throw EndToEndFailure(description: "bind: \(errno)") }
    return number
  }

  /// The next report of the daemon. Ten seconds without a report are a failure.
  private func word() throws -> String {
    guard isReadable(manager, within: 10_000) else { throw EndToEndFailure(description: "the daemon said nothing") }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(manager, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Waits for a message with this beginning. The number of statuses before it depends on time.
  @discardableResult
  private func hear(_ beginning: String) throws -> String {
    while true {
      let word = try word()
      if word.hasPrefix(beginning) { return word }
      #expect(word.hasPrefix("STATUS="), "\(word)")
    }
  }

  /// Starts the daemon as systemd does on the first connection, with the socket at `folder("s")`.
  private static let activation = """
    import os, socket, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(4096)
    print("listening", flush=True)
    if listener.fileno() != 3: os.dup2(listener.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="varlink")
    os.execv(sys.argv[2], sys.argv[2:])
    """

  func activated(_ arguments: [String], watchdog: Int? = nil) throws -> Program {
    var environment = ["NOTIFY_SOCKET": folder("notify")]
    environment["WATCHDOG_USEC"] = watchdog.map { "\($0)" }
    let program = try Program(
      "/usr/bin/python3", ["-c", Self.activation, folder("s"), liveryd, "--state-dir", folder("state")] + arguments,
      environment: environment)
    #expect(try program.line() == "listening")
    return program
  }

  func call(_ arguments: String...) throws -> (code: Int32, errors: String) {
    try Program(livery, arguments + ["--socket", folder("s")]).end()
  }

  private func subscribe(_ arguments: String...) throws -> Program {
    try Program(livery, ["subscribe", "--socket", folder("s")] + arguments)
  }

  @Test func aSocketThatIsThereIsTakenOver() throws {
    let daemon = try activated([folder("one")])
    // Connecting succeeds before the daemon has looked at the socket.
    let subscriber = try subscribe()
    #expect(try subscriber.event()["event"] == "snapshot")
    try hear("READY=1\nSTATUS=1 bundle, 0 consumers, ")
    try hear("STATUS=1 bundle, 1 consumer, ")
    daemon.interrupt()
    try hear("STOPPING=1\nSTATUS=")
    let end = daemon.end()
    #expect(end.code == 0)
    #expect(try subscriber.event()["event"] == "end")
    #expect(try folder.names().contains("s"), "the socket belongs to its maker")
  }

  @Test func theWatchdogIsFed() throws {
    let daemon = try activated([folder("one")], watchdog: 200_000)
    try hear("READY=1")
    for _ in 0..<3 { #expect(try word() == "WATCHDOG=1") }
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  /// As `varlinkctl exec:` starts it: the daemon serves one connection, and ends with it.
  @Test func aConnectionIsServedAndEndsTheDaemon() throws {
    let script = """
      import os, socket, sys
      ours, theirs = socket.socketpair()
      if os.fork() == 0:
          os.dup2(theirs.fileno(), 3)
          os.closerange(4, 64)
          os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="varlink")
          os.execv(sys.argv[1], sys.argv[1:])
      theirs.close()
      for bundle in ("one", "one"):
          ours.sendall(b'{"method":"io.livery.Theme.ListBundles"}\\0')
          answer = b""
          while not answer.endswith(b"\\0"): answer += ours.recv(65536)
          print(answer[:-1].decode(), flush=True)
      ours.close()
      print(os.wait()[1], flush=True)
      """
    let program = try Program(
      "/usr/bin/python3", ["-c", script, liveryd, folder("one")],
      environment: ["XDG_STATE_HOME": folder("state"), "XDG_CONFIG_HOME": folder("none")])
    for _ in 0..<2 { #expect(try program.event()["parameters"]?["bundles"]?.array?.first?["name"] == "one") }
    #expect(try program.line() == "0", "the daemon ends by itself, with 0")
    #expect(try !folder.names().contains("state"), "others may be at work there")
  }

  @Test func twoSocketsAreOneTooMany() throws {
    let script = #"exec env LISTEN_PID=$$ LISTEN_FDS=2 "$0" "$1" 3</dev/null 4</dev/null"#
    let end = try Program("/bin/bash", ["-c", script, liveryd, folder("one")]).end()
    #expect(end.code == 2)
    #expect(end.errors.contains("2 sockets were handed over; Livery takes one"))
    let one = #"exec env LISTEN_PID=$$ LISTEN_FDS=1 "$0" "$1" 3</dev/null"#
    #expect(try Program("/bin/bash", ["-c", one, liveryd, folder("one")]).end().code == 2)
  }

  // MARK: The state directory

  private func running(_ body: (VarlinkConnection) throws -> Void) throws {
    let daemon = try activated([folder("one")])
    try body(try VarlinkConnection(path: folder("s")))
    daemon.interrupt()
    #expect(daemon.end().code == 0)
    unlink(folder("s"))
  }

  private func generation(_ connection: VarlinkConnection) throws -> Int {
    Int(try connection.call("io.livery.Theme.Sync")["generation"]?.number ?? 0)
  }

  @Test(arguments: ["garbage", #"{"generation":9007199254740992}"#]) func aDamagedFileNeverTakesTheGenerationBack(
    text: String
  ) throws {
    var before = 0
    try running { connection in
      for number in 5..<8 {
        try folder.write("one/values.json", #"{ "gap": \#(number) }"#)
        before = try generation(connection)
      }
    }
    try folder.write("state/one.generation.json", text)
    try running { connection in
      let after = try generation(connection)
      #expect(after > before)
    }
    #expect(try String(contentsOfFile: folder("state/one.generation.json.aside-1"), encoding: .utf8) == text)
  }

  @Test func whatCannotBeKeptIsAProblem() throws {
    try running { connection in
      #expect(try connection.call("io.livery.Theme.Status")["problems"] == [])
      try FileManager.default.removeItem(atPath: folder("state"))
      try folder.write("one/values.json", #"{ "gap": "#)
      _ = try generation(connection)
      let problem = try connection.call("io.livery.Theme.Status")["problems"]?.array?.first?.string
      #expect(
        problem?.hasPrefix("the held states of `one` would be lost in a restart") ?? false, "\(problem ?? "none")")
      let doctor = try Program(livery, ["doctor", "--socket", folder("s")])
      while try !doctor.line().contains("warning  daemon: the held states of `one`") {}
      _ = doctor.end()
    }
  }

  // MARK: Configuration

  var file: String { folder("livery.json") }

  @Test func theConfigurationIsReadAgain() throws {
    try folder.write("livery.json", #"{ "bundles": { "a": { "path": "one" }, "b": { "path": "two" } } }"#)
    let daemon = try activated(["--config", file])
    let stays = try subscribe("a")
    let goes = try subscribe("b")
    #expect(try stays.event()["event"] == "snapshot")
    #expect(try goes.event()["event"] == "snapshot")
    try hear("READY=1\nSTATUS=2 bundles, 0 consumers, ")
    try hear("STATUS=2 bundles, 2 consumers, ")

    try folder.write("livery.json", "{ \"bundles\": {\n  \"a\": { \"path\": \"onne\" } } }")
    let refusal = try call("reload")
    #expect(refusal.code == 2)
    #expect(refusal.errors.contains("\(file):2:18: the bundle cannot be read: "), "\(refusal.errors)")
    #expect(try hear("RELOADING=1").wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=[0-9]+/) != nil)
    #expect(try hear("READY=1") == "READY=1")

    try folder.write("livery.json", #"{ "bundles": { "a": { "path": "one" } } }"#)
    let reload = try call("reload")
    #expect(reload.code == 0, "\(reload.errors)")
    let end = try goes.event()
    #expect(end["event"] == "end")
    #expect(end["reason"] == "the bundle `b` is not served any more")
    try folder.write("one/values.json", #"{ "gap": 5 }"#)
    #expect(try stays.event()["event"] == "delta", "a consumer of a different bundle notices nothing")
    daemon.interrupt()
    #expect(daemon.end().code == 0)
  }

  @Test func hangUpReadsTheConfigurationAgain() throws {
    try folder.write("livery.json", "{}")
    let daemon = try activated(["--config", file])
    try hear("READY=1\nSTATUS=0 bundles, 0 consumers, ")
    try folder.write("livery.json", #"{ "bundles": { "a": { "path": "one" } } }"#)
    daemon.hangUp()
    try hear("RELOADING=1\n")
    #expect(try hear("READY=1") == "READY=1")
    try folder.write("livery.json", #"{ "bundles": { "a": { "path": "one" } }, "group": "root" }"#)
    daemon.hangUp()
    try hear("RELOADING=1\n")
    #expect(try hear("READY=1") == "READY=1")
    #expect(try subscribe("--count", "1").event()["snapshot"]?["bundle"] == "a")
    daemon.interrupt()
    let end = daemon.end()
    #expect(end.code == 0)
    // The socket that was handed over keeps its group. The new group decides about changes at once.
    #expect(end.errors.contains("read again") && !end.errors.contains("the group of the socket"), "\(end.errors)")
  }

  @Test(arguments: [
    ("{ \"limits\": {\n  \"depth\": 1 } }", ":2:12: `depth` is a whole number from 8 to 512"),
    ("{ \"bundles\" {} }", ":1:12: "), (nil, ": the configuration cannot be read: No such file or directory"),
  ]) func aBadConfigurationEndsTheStart(text: String?, expected: String) throws {
    if let text { try folder.write("livery.json", text) }
    let end = try Program(liveryd, ["--config", file, "--socket", folder("s")]).end()
    #expect(end.code == 2)
    #expect(end.errors.hasPrefix("liveryd: \(file)\(expected)"), "\(end.errors)")
  }

  /// The user's file is read by default, and the command line overrides it.
  @Test func theCommandLineWins() throws {
    try folder.write(
      "config/livery/livery.json", #"{ "bundles": { "a": { "path": "../../one" } }, "logLevel": "error" }"#)
    let user = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
    if getuid() == 0 { chmod(folder.path, 0o777) }
    func run(_ arguments: [String]) throws -> String {
      let daemon = try Program(
        "/usr/bin/env", user + [liveryd, "--socket", folder("own"), "--state-dir", folder("own-state")] + arguments,
        environment: ["XDG_CONFIG_HOME": folder("config"), "NOTIFY_SOCKET": ""])
      let subscriber = try Program(livery, ["subscribe", "--socket", folder("own"), "--reconnect", "--count", "1"])
      defer {
        daemon.interrupt()
        let end = daemon.end()
        #expect(end.code == 0)
        #expect(end.errors.isEmpty == arguments.isEmpty, "the level of the log: \(end.errors)")
      }
      return try subscriber.event()["snapshot"]?["bundle"]?.string ?? ""
    }
    #expect(try run([]) == "a")
    #expect(try run([folder("two"), "--log-level", "info"]) == "two")
  }
}
