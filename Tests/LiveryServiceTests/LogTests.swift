// SPDX-License-Identifier: GPL-2.0-or-later

import Synchronization
import Testing

@testable import LiveryService

@Suite struct LogTests {
  private final class Lines: Sendable {
    let text = Mutex("")
  }

  private func check(_ level: Log.Level, _ expected: String, _ write: (Log) -> Void) {
    let lines = Lines()
    write(Log(level: level) { line in lines.text.withLock { $0 += line } })
    #expect(lines.text.withLock { $0 } == expected)
  }

  @Test func writesPrioritiesAndOneLineEach() {
    check(.debug, "<3>a\n<4>b\n<6>c\n<7>d\n") { log in
      log.error("a")
      log.warning("b")
      log.info("c")
      log.debug("d")
    }
    check(.info, "<3>one two three\n") { $0.error("one\ntwo\u{1B}three") }
  }

  @Test func leavesOutWhatIsLessUrgent() {
    check(.warning, "<3>a\n<4>b\n") { log in
      log.error("a")
      log.warning("b")
      log.info("c")
      log.debug("d")
    }
  }
}
