// SPDX-License-Identifier: GPL-2.0-or-later

import Foundation
import JSONText
import LiveryClient
import LiveryConnection
import TestSupport
import Testing
import ThemeModel

/// The client library with a real daemon that restarts, ends and comes back.
@Suite(.serialized, .hangLimit) final class ClientLibraryTests {
  private let folder: ScratchDirectory
  private var daemon: Program?

  init() throws {
    folder = try ScratchDirectory()
    try folder.write("aurora/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try write(gap: 4)
  }

  private func write(gap: Int) throws {
    try folder.write("aurora/values.json", #"{ "gap": \#(gap), "Title": { "on": true } }"#)
  }

  private func start(state: String = "state") throws {
    daemon = try Program(
      Program.built("liveryd"), ["--socket", folder("livery.sock"), "--state-dir", folder(state), folder("aurora")])
  }

  /// Ends it as a crash does; the socket's file stays.
  private func kill() {
    daemon?.kill()
    daemon = nil
  }

  private func theme() -> Theme {
    Theme(Theme.Options(bundle: "aurora", name: "test", socket: folder("livery.sock"), cache: .off))
  }

  /// Takes updates until one fulfils the condition.
  private func update(
    _ reader: inout Theme.Updates.Iterator, _ isWanted: (Theme.Update) -> Bool
  ) async throws -> Theme.Update {
    while let update = await reader.next() {
      if isWanted(update) { return update }
    }
    throw EndToEndFailure(description: "the updates ended")
  }

  @Test func aDaemonThatKeepsItsStateIsResumed() async throws {
    let theme = theme()
    var reader = theme.updates.makeAsyncIterator()
    #expect(await reader.next()?.connection == .connecting, "there is no daemon yet")
    try start()
    let first = try await update(&reader) { $0.connection == .live }
    #expect(first.number("constants/gap", default: 0) == 4)
    try write(gap: 5)
    let second = try await update(&reader) { $0.changed.contains("constants/gap") }
    #expect(second.snapshot.generation == first.snapshot.generation + 1)

    kill()
    _ = try await update(&reader) { $0.connection != .live }
    #expect(theme.number("constants/gap", default: 0) == 5)
    try start()
    let third = try await update(&reader) { $0.connection == .live }
    #expect(third.changed.isEmpty && third.snapshot.digest == second.snapshot.digest)
    #expect(third.snapshot.generation >= second.snapshot.generation, "generations do not go back")

    kill()
    try write(gap: 6)
    try start()
    let fourth = try await update(&reader) { $0.connection == .live && $0.snapshot.digest != third.snapshot.digest }
    #expect(fourth.number("constants/gap", default: 0) == 6)
    #expect(fourth.snapshot.generation > third.snapshot.generation)
  }

  @Test func aBundleThatIsNotServedIsRejectedUntilItIs() async throws {
    try folder.write("night/theme.inc.json", #"{ "themes": ["values.json"] }"#)
    try folder.write("night/values.json", ##"{ "accent": "#2196f3" }"##)
    try start()
    let theme = Theme(Theme.Options(bundle: "night", name: "test", socket: folder("livery.sock"), cache: .off))
    var reader = theme.updates.makeAsyncIterator()
    let rejected = try await update(&reader) { $0.connection != .connecting }
    #expect(rejected.connection == .rejected(.bundleNotFound))
    #expect(rejected.problem == "the daemon does not serve the bundle `night`")
    #expect(await theme.ready(within: .zero) == nil)
    let add = try Program(Program.built("livery"), ["add", folder("night"), "--socket", folder("livery.sock")])
    var colors = theme.values(of: "constants/accent", default: Theme.Color.black).makeAsyncIterator()
    #expect(await colors.next() == .black)
    #expect(await colors.next() == Theme.Color(css: "#2196f3"))
    #expect(theme.connection == .live)
    try folder.write("night/values.json", ##"{ "accent": "#ff9800" }"##)
    #expect(await colors.next() == Theme.Color(css: "#ff9800"))
    withExtendedLifetime(add) {}
  }

  @Test func aDaemonThatLostItsStateIsBelieved() async throws {
    try start()
    let theme = theme()
    var reader = theme.updates.makeAsyncIterator()
    let first = try await update(&reader) { $0.connection == .live }
    for gap in 5...8 {
      try write(gap: gap)
      _ = try await update(&reader) { $0.number("constants/gap", default: 0) == Double(gap) }
    }
    #expect(theme.snapshot.generation > first.snapshot.generation)
    kill()
    _ = try await update(&reader) { $0.connection != .live }
    try start(state: "another")
    let again = try await update(&reader) { $0.connection == .live }
    #expect(again.snapshot.generation == first.snapshot.generation, "it counts from the beginning")
    #expect(again.changed.isEmpty, "and has the same values")
    try write(gap: 9)
    #expect(try await update(&reader) { !$0.changed.isEmpty }.changed.paths == ["constants/gap"])
  }

  @Test func aHundredClientsInOneProcessMissNothing() async throws {
    try start()
    let themes = (0..<100).map { _ in theme() }
    for theme in themes { theme.connect() }
    for theme in themes { _ = await theme.ready() }
    let last = 60.0
    try await withThrowingTaskGroup { group in
      for theme in themes {
        group.addTask {
          // The changes of all updates together lead to the last state.
          var gap = 0.0
          for await update in theme.updates {
            if update.changed.contains("constants/gap") { gap = update.number("constants/gap", default: 0) }
            #expect(update.bool("styles/Title/on", default: false))
            if gap == last { break }
          }
          #expect(theme.connection == .live)
        }
      }
      for gap in 5...60 { try write(gap: gap) }
      try await group.waitForAll()
    }
    let consumers = try VarlinkConnection(path: folder("livery.sock")).call("io.livery.Theme.ListConsumers")
    #expect(consumers["consumers"]?.array?.count == 100)
  }

  /// A value that a program sets reaches all followers of the bundle, and survives a restart once it is saved.
  @Test func aProgramSetsValues() async throws {
    let theme = theme()
    var reader = theme.updates.makeAsyncIterator()
    let unreachable = await failure { () async throws(Theme.ModificationFailure) in try await theme.resetModifications()
    }
    #expect(unreachable?.kind == .unreachable)
    try start()
    _ = try await update(&reader) { $0.connection == .live }
    let generation = try await theme.modifyConstant("gap", to: 9)
    let set = try await update(&reader) { $0.changed.contains("constants/gap") }
    #expect(set.number("constants/gap", default: 0) == 9 && set.snapshot.generation == generation)
    try await theme.modifyStyle("Title", at: "inner/x", to: ["y": [1, "two", true]])
    _ = try await update(&reader) { $0.changed.contains("styles/Title/inner") }
    try await theme.setInheritance(ofStyle: "Title", to: false)
    let alone = try await update(&reader) { $0.changed.contains("styles/Title") }
    #expect(alone.snapshot.lookup("styles/Title/on") == .notFound)
    try await theme.modifyStyle("Title", at: "inner/x", to: nil)
    try await theme.setInheritance(ofStyle: "Title", to: nil)

    let unknown = await failure { () async throws(Theme.ModificationFailure) in
      try await theme.modifyConstant("gpa", to: 1)
    }
    #expect(unknown?.kind == .unknownName && unknown?.description == "no constant is called `gpa`; did you mean `gap`?")
    let noTheme = await failure { () async throws(Theme.ModificationFailure) in try await theme.useThemes(["dark"]) }
    #expect(noTheme?.kind == .unknownName)
    let badPath = await failure { () async throws(Theme.ModificationFailure) in
      try await theme.modifyStyle("Title", at: "", to: 1)
    }
    #expect(badPath?.kind == .badValue)
    for value: Theme.Literal in [.number(.nan), [1, .number(.infinity)], ["x": .number(-.infinity)]] {
      let notFinite = await failure { () async throws(Theme.ModificationFailure) in
        try await theme.modifyStyle("Title", at: "x", to: value)
      }
      #expect(notFinite?.kind == .badValue)
    }

    try await theme.synchronizeModifications()
    kill()
    try start()
    _ = try await update(&reader) { $0.connection == .live && $0.number("constants/gap", default: 0) == 9 }
    try await theme.resetModifications()
    _ = try await update(&reader) { $0.number("constants/gap", default: 0) == 4 }
  }

  /// A daemon that ends before it answers may have set the value.
  @Test func theOutcomeOfACallWithoutAnAnswerIsUnknown() async throws {
    let server = #"""
      import socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen()
      print("listening", flush=True)
      while True:
          connection, _ = listener.accept()
          connection.recv(1)
          connection.close()
      """#
    daemon = try Program("/usr/bin/python3", ["-c", server, folder("livery.sock")])
    #expect(try daemon?.line() == "listening")
    let theme = theme()
    let lost = await failure { () async throws(Theme.ModificationFailure) in
      try await theme.modifyConstant("gap", to: 1)
    }
    #expect(lost?.kind == .unknownOutcome)
    kill()
  }

  private func failure(
    _ body: () async throws(Theme.ModificationFailure) -> Int
  ) async -> Theme.ModificationFailure? {
    do throws(Theme.ModificationFailure) {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }
}
