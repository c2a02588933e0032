// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
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

  /// What the next daemon would find.
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

  /// What is served again as it was needs no new number, and the next one does.
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

  @Test(arguments: [
    "", "{", "[]", #"{"generation":"7"}"#, #"{"generation":-1}"#, #"{"generation":1.5}"#,
    #"{"generation":9223372036854774784}"#,
  ])
  func setsAsideWhatMakesNoSense(_ text: String) throws {
    try directory.write("aurora.generation.json", text)
    #expect(loaded() == .init(generation: 0))
    #expect(try readFile("\(file).bad", limit: 100) == Array(text.utf8))
  }
}
