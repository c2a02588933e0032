// SPDX-License-Identifier: GPL-2.0-or-later

import LinuxIO
import LiveryConfiguration
import Synchronization
import Testing

@testable import LiveryService

@Suite struct LogTests {
  private final class Lines: Sendable {
    let text = Mutex("")
  }

  private func check(_ level: LogLevel, _ expected: String, _ write: (Log) -> Void) {
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

  /// A thousand broken clients do not fill the log, and the log counts them.
  @Test func aStormIsTold() throws {
    let now = Mutex<UInt64>(5)
    let box = Clock(now)
    let lines = Lines()
    let clock = MonotonicClock { box.now.withLock { $0 } }
    let log = Log(level: .debug, clock: clock) { line in lines.text.withLock { $0 += line } }
    func take() -> [Substring] {
      lines.text.withLock { text in
        defer { text = "" }
        return text.split(separator: "\n")
      }
    }
    func storm(_ range: Range<Int>) { for number in range { log.info("client \(number)") } }
    storm(0..<1000)
    #expect(take() == (0..<20).map { "<6>client \($0)" })
    #expect(log.deadline == 10_000_000_005)
    log.info("another matter")
    for number in 0..<30 { log.debug("\(number)") }
    #expect(take().count == 31)
    log.reportLeftOut()
    #expect(take().isEmpty, "it is not due")
    box.now.withLock { $0 = 10_000_000_005 }
    log.reportLeftOut()
    #expect(take() == ["<6>980 more lines like this one within ten seconds, the last: client 999"])
    #expect(log.deadline == nil)
    storm(0..<21)
    #expect(take().count == 20)
    box.now.withLock { $0 += LogRate.length }
    storm(21..<22)
    #expect(take() == ["<6>1 more line like this one within ten seconds, the last: client 20", "<6>client 21"])
  }

  private final class Clock: Sendable {
    let now: Mutex<UInt64>

    init(_ now: consuming Mutex<UInt64>) { self.now = now }
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
