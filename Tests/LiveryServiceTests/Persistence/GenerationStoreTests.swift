// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import TestSupport
import Testing

@testable import LiveryService

@Suite struct GenerationStoreTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func store(_ bundleDirectory: String = "/bundle") -> GenerationStore {
    GenerationStore(
      directory: directory.path, bundle: "aurora", bundleDirectory: bundleDirectory, log: Log(level: .error) { _ in })
  }

  /// The generation that the next daemon would find.
  private func loaded(_ bundleDirectory: String = "/bundle") -> GenerationStore.Start {
    var store = store(bundleDirectory)
    return store.load()
  }

  private var file: String { directory("aurora.generation.json") }

  @Test func beginsAtZero() {
    #expect(loaded() == .init(generation: 0))
  }

  @Test func isAheadWhileItRuns() throws {
    var store = store()
    store.reserve(1)
    #expect(loaded() == .init(generation: 1 + GenerationStore.reserve))
    let before = try fileStatus(file)
    for generation in 2...(1 + GenerationStore.reserve) { store.reserve(generation) }
    #expect(try fileStatus(file) == before)
    store.reserve(2 + GenerationStore.reserve)
    #expect(loaded().generation == 2 + 2 * GenerationStore.reserve)
  }

  /// A problem ends with the next write that succeeds, and not only with the next generation.
  @Test func storesLaterWhatItCouldNot() throws {
    var store = store()
    interceptingSystemCalls({ $0 == .create ? .failure(.noSpace) : .none }) { store.reserve(1) }
    #expect(store.problem != nil)
    store.retry()
    #expect(store.problem == nil)
    #expect(loaded().generation == 1 + GenerationStore.reserve)
  }

  @Test func isExactAfterACleanStop() {
    var store = store()
    store.reserve(1)
    store.finish(7, fingerprint: "f00")
    #expect(loaded() == .init(generation: 7, fingerprint: "f00"))
    #expect(loaded("/elsewhere") == .init(generation: 7))
    store.finish(8, fingerprint: nil)
    #expect(loaded() == .init(generation: 8))
    store.finish(0, fingerprint: "f00")
    #expect(loaded() == .init(generation: 0))
  }

  /// A bundle that is served again unchanged needs no new number; the next generation does.
  @Test func writesNothingForTheGenerationThatItFound() {
    var store = store()
    store.finish(7, fingerprint: "f00")
    store = self.store()
    _ = store.load()
    store.reserve(7)
    #expect(loaded() == .init(generation: 7, fingerprint: "f00"))
    store.reserve(8)
    #expect(loaded() == .init(generation: 8 + GenerationStore.reserve))
  }

  private static let now = 1_795_000_000_000

  private func loadedNow() -> GenerationStore.Start {
    var store = GenerationStore(
      directory: directory.path, bundle: "aurora", bundleDirectory: "/bundle", log: Log(level: .error) { _ in },
      milliseconds: { Self.now })
    return store.load()
  }

  @Test(arguments: [
    "", "{", "[]", #"{"generation":"7"}"#, #"{"generation":-1}"#, #"{"generation":1.5}"#,
    #"{"generation":9223372036854774784}"#, #"{"generation":9007199254740992}"#, #"{"generation":9007199254740991}"#,
    #"{"generation":4503599627370497}"#,
  ])
  func neverGoesBackForAFileThatMakesNoSense(_ text: String) throws {
    try directory.write("aurora.generation.json", text)
    #expect(loadedNow() == .init(generation: Self.now))
    #expect(try readFile("\(file).aside-1", limit: 100) == Array(text.utf8), "the doctor looks for this name")
    #expect(loadedNow() == .init(generation: 0), "it is moved")
  }

  @Test func neverGoesBackForAFileThatCannotBeRead() throws {
    try makeDirectory(file, mode: 0o700)
    #expect(loadedNow() == .init(generation: Self.now))
  }

  /// Its content may be good, so that it is not called invalid. The next number replaces it.
  @Test func leavesAFileThatTheSystemRefuses() throws {
    try directory.write("aurora.generation.json", #"{"generation":7}"#)
    let start = interceptingSystemCalls({ $0 == .open ? .failure(.notPermitted) : .none }) { loadedNow() }
    #expect(start == .init(generation: Self.now))
    #expect(try directory.names() == ["aurora.generation.json"])
  }

  @Test func takesTheGreatestNumberThatLeavesRoom() throws {
    try directory.write("aurora.generation.json", #"{"generation":4503599627370496}"#)
    #expect(loadedNow() == .init(generation: 1 << 52))
  }

  @Test func saysWhatCannotBeKept() throws {
    var store = store()
    interceptingSystemCalls({ $0 == .create ? .failure(.readOnly) : .none }) { store.reserve(1) }
    #expect(store.problem?.hasPrefix("the generation of `aurora` cannot be kept for the next start: ") ?? false)
    store.reserve(2)
    #expect(store.problem == nil)
  }
}
