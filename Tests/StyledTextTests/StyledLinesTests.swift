// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeModel

@testable import StyledText

@Suite struct StyledLinesTests {
  private let colors = StreamStyle(depth: .full, showsLinks: false)

  private func check(_ stream: StreamStyle, _ expected: String, _ append: (inout StyledLines) -> Void) {
    var lines = StyledLines()
    append(&lines)
    let text = String(decoding: lines.bytes(for: stream), as: UTF8.self)
    #expect(text == expected)
    // The same lines one by one.
    #expect(lines.lines.map { $0.text(for: stream) }.joined(separator: "\n") + "\n" == expected)
  }

  @Test func partsOfOneStyleAreOneSpan() {
    check(colors, "\u{1B}[34m  7│ \u{1B}[0mcode\n\u{1B}[1;31m^^^ bad\u{1B}[0m\n\n") { lines in
      lines.append(7, cells: 3, .gutter)
      lines.append(own: "│ ", .gutter)
      lines.append("code")
      lines.endLine()
      lines.append("^", times: 3, .error)
      lines.append(" bad", .error)
      lines.append("", .help)
      lines.endLine()
      lines.endLine()
    }
  }

  @Test(arguments: [(0, 0), (9, 1), (10, 2), (1234, 2), (1234, 6), (.max, 0)]) func numbers(number: Int, cells: Int) {
    let digits = String(number)
    check(.plain, String(repeating: " ", count: max(cells - digits.utf8.count, 0)) + digits + "\n") { lines in
      lines.append(number, cells: cells)
      lines.endLine()
    }
  }

  @Test func foreignTextDoesNotMoveTheCursor() {
    check(.plain, "色\u{2409}a␛[2J␊b\n") { lines in
      lines.append("色\ta\u{1B}[2J\nb")
      lines.endLine()
    }
  }

  @Test func linksAndSwatches() {
    let append = { (lines: inout StyledLines) in
      lines.append("a.json", file: "/tmp/a.json")
      lines.append(own: ":", file: "/tmp/a.json")
      lines.append(12, file: "/tmp/a.json")
      lines.append("b", file: "/tmp/b")
      lines.appendNamingColors(" #2196f3")
      lines.endLine()
    }
    let (a, b, end) = ("\u{1B}]8;;file:///tmp/a.json\u{1B}\\", "\u{1B}]8;;file:///tmp/b\u{1B}\\", "\u{1B}]8;;\u{1B}\\")
    check(StreamStyle(depth: .none, showsLinks: true), "\(a)a.json:12\(end)\(b)b\(end) #2196f3\n", append)
    check(colors, "a.json:12b \u{1B}[38;2;33;150;243m██ \u{1B}[0m#2196f3\n", append)
    check(.plain, "a.json:12b #2196f3\n", append)
  }
}
