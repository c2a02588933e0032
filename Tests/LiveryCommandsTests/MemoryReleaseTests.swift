// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import LiveryCommands

@Suite struct MemoryReleaseTests {
  /// Texts are compressed in turns, memory is returned once, and then nothing is due until memory is used again.
  @Test func memoryIsFreedOnceAMomentAfterItsUse() {
    var release = MemoryRelease()
    var texts = 3
    var turns = 0
    func isDue(_ now: UInt64) -> Bool {
      release.isDue(now: now) {
        turns += 1
        texts -= 1
        return texts > 0
      }
    }
    #expect(release.deadline == nil && !isDue(1_000_000_000), "nothing was used")
    release.noteUse(now: 0)
    release.noteUse(now: 100_000_000)
    #expect(release.deadline == 350_000_000 && !isDue(349_999_999), "a moment after the last use")
    #expect(turns == 0)
    #expect(!isDue(350_000_000) && !isDue(350_000_001) && isDue(350_000_002))
    #expect(turns == 3 && release.deadline == nil)
    #expect(!isDue(900_000_000) && turns == 3, "an idle server sleeps")
    release.noteUse(now: 1_000_000_000)
    #expect(release.deadline == 1_250_000_000)
  }
}
