// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import ThemeModel

@testable import LiveryClient

/// The updates of readers, each from the state that it read last.
@Suite struct UpdatesTests {
  @Test func theFirstIsTheStateAsItIs() async throws {
    let double = ThemeDouble(constants: ["gap": 8])
    double.set("styles/A/on", to: true)
    var reader = double.theme.updates.makeAsyncIterator()
    let update = try #require(await reader.next())
    #expect(update.connection == .live)
    #expect(update.changed.paths == ["constants/gap", "styles/A"])
    #expect(update.number("constants/gap", default: 0) == 8)
  }

  @Test func eachReaderIsToldWhatItHasNotSeen() async throws {
    let double = ThemeDouble(constants: ["a": 1, "b": 1])
    var quick = double.theme.updates.makeAsyncIterator()
    var slow = double.theme.updates.makeAsyncIterator()
    _ = await quick.next()
    _ = await slow.next()
    double.set("constants/a", to: 2)
    #expect(await quick.next()?.changed.paths == ["constants/a"])
    double.set("constants/b", to: 2)
    #expect(await quick.next()?.changed.paths == ["constants/b"])
    #expect(await slow.next()?.changed.paths == ["constants/a", "constants/b"])
  }

  @Test func whatChangedBackIsNoChange() async throws {
    let double = ThemeDouble(constants: ["a": 1, "b": 1])
    var reader = double.theme.updates.makeAsyncIterator()
    _ = await reader.next()
    double.set("constants/a", to: 2)
    double.set("constants/a", to: 1)
    double.set("constants/b", to: 2)
    #expect(await reader.next()?.changed.paths == ["constants/b"])
  }

  @Test func theConnectionIsNewsToo() async throws {
    let double = ThemeDouble(constants: ["a": 1])
    var reader = double.theme.updates.makeAsyncIterator()
    _ = await reader.next()
    double.lose(since: Theme.Timestamp(secondsSince1970: 12), problem: "gone")
    let lost = try #require(await reader.next())
    #expect(
      lost.connection == .stale(since: Theme.Timestamp(secondsSince1970: 12)) && lost.problem == "gone"
        && lost.changed.isEmpty)
    #expect(lost.number("constants/a", default: 0) == 1)
    double.recover()
    #expect(await reader.next()?.connection == .live)
    double.setDiagnostics([Theme.Diagnostic(code: "LV0001", severity: .error, message: "m")])
    #expect(await reader.next()?.diagnostics.count == 1)
  }

  @Test func theEndIsTold() async {
    let double = ThemeDouble(constants: ["a": 1])
    var reader = double.theme.updates.makeAsyncIterator()
    _ = await reader.next()
    double.theme.close()
    let last = await reader.next()
    #expect(last?.connection == .closed && last?.number("constants/a", default: 0) == 1)
    #expect(await reader.next() == nil)
    double.set("constants/a", to: 2)
    #expect(double.theme.number("constants/a", default: 0) == 1)
  }

  /// A task that waits ends when it is cancelled, whether it is waiting already or about to.
  @Test func cancellationEndsTheWait() async {
    let double = ThemeDouble()
    for _ in 0..<200 {
      let theme = double.theme
      let task = Task {
        var count = 0
        for await _ in theme.updates { count += 1 }
        return count
      }
      task.cancel()
      #expect(await task.value <= 1)
    }
  }

  /// In any order of reads and changes, the updates of a reader lead to the last state.
  @Test func nothingIsLostUnderConflation() async {
    let keys = 20
    let changes = 3_000
    let double = ThemeDouble(constants: Theme.Object((0..<keys).map { ("k\($0)", 0) }))
    let theme = double.theme
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          var seen: [String: Int] = [:]
          var updates = 0
          for await update in theme.updates {
            updates += 1
            for path in update.changed.paths {
              if path == "constants" { continue }
              seen[path.segments[1]] = update.integer(path, default: -1)
            }
            if update["constants/last"] != nil { break }
          }
          seen["last"] = nil
          let last = theme.snapshot.constants
          for key in 0..<keys { #expect(.number(Double(seen["k\(key)"] ?? -2)) == last[key: "k\(key)"]) }
          #expect(updates <= changes + 2)
        }
      }
      group.addTask {
        var random = SplitMix(seed: 3)
        for change in 1...changes {
          double.set("constants/k\(Int.random(in: 0..<keys, using: &random))", to: .number(Double(change)))
          if change % 7 == 0 { await Task.yield() }
        }
        double.set("constants/last", to: true)
      }
    }
  }

  @Test func aThemeThatIsLetGoOfIsOver() {
    weak var theme: Theme?
    do {
      let other = Theme(Theme.Options(socket: "/nowhere/livery.sock", cache: .off))
      theme = other
      other.connect()
    }
    #expect(theme == nil)
  }
}
