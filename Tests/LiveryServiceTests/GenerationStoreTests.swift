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

  private var file: String { directory("aurora.generation.json") }

  @Test func beginsAtZero() {
    #expect(store().load() == .init(generation: 0))
  }

  @Test func isAheadWhileItRuns() throws {
    var store = store()
    store.reserve(1)
    #expect(store.load() == .init(generation: 1 + GenerationStore.reserve))
    let before = try fileStatus(file)
    for generation in 2...(1 + GenerationStore.reserve) { store.reserve(generation) }
    #expect(try fileStatus(file) == before)
    store.reserve(2 + GenerationStore.reserve)
    #expect(store.load().generation == 2 + 2 * GenerationStore.reserve)
  }

  @Test func isExactAfterACleanStop() {
    var store = store()
    store.reserve(1)
    store.finish(7, fingerprint: "f00")
    #expect(store.load() == .init(generation: 7, fingerprint: "f00"))
    #expect(self.store("/elsewhere").load() == .init(generation: 7))
    store.finish(8, fingerprint: nil)
    #expect(store.load() == .init(generation: 8))
    store.finish(0, fingerprint: "f00")
    #expect(store.load() == .init(generation: 0))
  }

  @Test(arguments: ["", "{", "[]", #"{"generation":"7"}"#, #"{"generation":-1}"#, #"{"generation":1.5}"#])
  func setsAsideWhatMakesNoSense(_ text: String) throws {
    try directory.write("aurora.generation.json", text)
    #expect(store().load() == .init(generation: 0))
    #expect(try readFile("\(file).bad", limit: 100) == Array(text.utf8))
  }
}
