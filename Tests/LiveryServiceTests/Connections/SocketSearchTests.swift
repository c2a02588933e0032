// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import Glibc
import LinuxIO
import LiveryConnection
import ProcessIO
import TestSupport
import Testing
import TextComparison

@Suite struct SocketSearchTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory(in: "/tmp")
    for name in ["user", "system"] {
      try FileManager.default.createDirectory(
        atPath: directory(name), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
  }

  /// Looks for a socket in two directories, while there are listeners at some paths, and dead sockets at others.
  private func check(
    live: [String] = [], dead: [String] = [], chosen: String? = nil, _ expected: Result<String, SocketSearch.Failure>,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    for path in dead { try leaveDeadSocket(directory(path)) }
    let listeners = try live.map { Listener(try UnixListener(path: directory($0), mode: 0o600)) }
    let search = SocketSearch(
      chosen: chosen, directories: [directory("user"), directory("system")], user: effectiveUser)
    let found = Result { () throws(SocketSearch.Failure) in try search.find() }
    #expect(found == expected, sourceLocation: location)
    withExtendedLifetime(listeners) {}
    for path in dead { try directory.remove(path) }
  }

  private func found(_ path: String) -> Result<String, SocketSearch.Failure> { .success(directory(path)) }

  @Test func takesWhatTheUserChose() throws {
    try check(live: ["user/livery.sock"], chosen: "/no/where", .success("/no/where"))
  }

  @Test func prefersTheUsersDaemon() throws {
    try check(live: ["user/livery.sock", "system/livery.sock", "user/aurora.sock"], found("user/livery.sock"))
    try check(live: ["system/livery.sock", "user/aurora.sock"], found("system/livery.sock"))
    try check(live: ["system/livery.sock"], dead: ["user/livery.sock"], found("system/livery.sock"))
  }

  @Test func takesTheOnlyOther() throws {
    try check(live: ["user/aurora.sock"], found("user/aurora.sock"))
    try check(live: ["system/aurora.sock"], dead: ["user/old.sock"], found("system/aurora.sock"))
    try check(
      live: ["user/aurora.sock", "system/boreal.sock"],
      .failure(.several([directory("user/aurora.sock"), directory("system/boreal.sock")])))
    try check(dead: ["user/old.sock"], .failure(.nobodyListens([directory("user"), directory("system")])))
  }

  @Test func daemonsComeBeforeWatches() throws {
    try leaveDeadSocket(directory("user/old.sock"))
    let live = ["user/livery.sock", "system/livery.sock", "user/aurora.sock"].map(directory.callAsFunction)
    let listeners = try live.map { Listener(try UnixListener(path: $0, mode: 0o600)) }
    var search = SocketSearch(chosen: nil, directories: [directory("user"), directory("system")], user: effectiveUser)
    #expect(search.candidates == live)
    search.findsDaemonsAlone = true
    #expect(search.candidates == Array(live.prefix(2)))
    search.chosen = live[2]
    #expect(search.candidates == [live[2]])
    search.chosen = "/no/where"
    #expect(search.candidates == [])
    withExtendedLifetime(listeners) {}
  }

  /// Root may connect to every socket, so the test takes on the rights of a different user.
  @Test func tellsARefusalFromNobody() throws {
    let place = try ScratchDirectory()
    let nobody = try #require(Account(user: effectiveUser == 0 ? 65534 : effectiveUser))
    func mode(_ name: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place(name))
    }
    func expect(
      _ expected: Result<String, SocketSearch.Failure>, _ location: SourceLocation = #_sourceLocation
    ) {
      let search = SocketSearch(chosen: nil, directories: [place("user"), place("system")], user: effectiveUser)
      let found = withFileRights(of: nobody) { Result { () throws(SocketSearch.Failure) in try search.find() } }
      #expect(found == expected, sourceLocation: location)
    }
    for name in ["user", "system"] {
      try FileManager.default.createDirectory(atPath: place(name), withIntermediateDirectories: false)
    }
    expect(.failure(.nobodyListens([place("user"), place("system")])))
    let system = Listener(try UnixListener(path: place("system/livery.sock"), mode: 0))
    expect(.failure(.refused(socket: place("system/livery.sock"))))
    try mode("user", 0o600)
    expect(.failure(.refused(socket: place("system/livery.sock"))))
    try mode("system", 0o600)
    expect(.failure(.refused(socket: place("user/livery.sock"))))
    try mode("user", 0o755)
    expect(.failure(.refused(socket: place("system/livery.sock"))))
    let other = Listener(try UnixListener(path: place("user/aurora.sock"), mode: 0o666))
    expect(.success(place("user/aurora.sock")))
    try mode("system", 0o755)
    try mode("system/livery.sock", 0o666)
    expect(.success(place("system/livery.sock")))
    withExtendedLifetime((system, other)) {}
  }

  @Test func leavesUntouchedWhatItIsTold() throws {
    let listener = try UnixListener(path: directory("user/livery.sock"), mode: 0o600)
    var search = SocketSearch(
      chosen: nil, directories: [directory("user"), directory("system")], user: effectiveUser)
    search.untouched = [directory("user/livery.sock")]
    #expect(try search.find() == directory("user/livery.sock"))
    switch try listener.accept() {
    case nil: break
    case .some: Issue.record("it was connected to")
    }
    search.untouched = []
    #expect(try search.find() == directory("user/livery.sock"))
    switch try listener.accept() {
    case nil: Issue.record("it was not connected to")
    case .some: break
    }
  }

  @Test func doesNotTrustADirectoryThatOthersMayWrite() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory("user"))
    try check(live: ["user/livery.sock"], .failure(.untrusted(directory: directory("user"))))
    try check(live: ["user/livery.sock"], chosen: "/no/where", .success("/no/where"))
  }

  @Test func knowsWhereToLook() {
    func check(
      _ option: String?, _ variable: String?, _ runtime: String?, _ user: UInt32, _ chosen: String?,
      _ directories: [String], _ location: SourceLocation = #_sourceLocation
    ) {
      let search = SocketSearch(option: option, socketVariable: variable, runtimeDirectory: runtime, user: user)
      #expect(search.chosen == chosen, sourceLocation: location)
      #expect(search.directories == directories, sourceLocation: location)
    }
    check(nil, nil, "/run/user/7", 7, nil, ["/run/user/7/livery", "/run/livery"])
    check(nil, nil, nil, 7, nil, ["/tmp/livery-7", "/run/livery"])
    check(nil, "", "", 7, nil, ["/tmp/livery-7", "/run/livery"])
    check(nil, nil, nil, 0, nil, ["/run/livery"])
    check(nil, nil, "/run/user/0", 0, nil, ["/run/user/0/livery", "/run/livery"])
    check("/a", "/b", nil, 0, "/a", ["/run/livery"])
    check(nil, "/b", nil, 0, "/b", ["/run/livery"])
  }

  @Test func preparesTheDirectoryOfADaemon() throws {
    let search = SocketSearch(chosen: nil, directories: [directory("new")], user: effectiveUser)
    #expect(try search.prepareDirectory() == directory("new"))
    #expect(try fileStatus(directory("new")).mode == 0o700)
    #expect(try search.prepareDirectory() == directory("new"))
    let stranger = SocketSearch(chosen: nil, directories: [directory("new")], user: effectiveUser + 1)
    #expect(throws: SystemError.self) { try stranger.prepareDirectory() }
  }

  /// Binds a name without listening on it.
  private func leaveDeadSocket(_ path: String) throws {
    // The socket never listens, so that a child process with a copy of it cannot keep it alive.
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    let address = try SocketAddress(path, for: "bind")
    #expect(address.with { Int(bind(number, $0, $1)) } == 0)
  }

  private final class Listener {
    let listener: UnixListener
    init(_ listener: consuming UnixListener) { self.listener = listener }
  }
}
