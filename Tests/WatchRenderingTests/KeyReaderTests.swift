// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import WatchRendering

@Suite struct KeyReaderTests {
  private func check(_ pieces: String..., expected: [PressedKey]) {
    var reader = KeyReader()
    let keys = pieces.flatMap { reader.read(Array($0.utf8)) }
    #expect(keys == expected, "\(pieces)")
  }

  @Test func sequences() {
    check("\u{1B}[A", "\u{1B}OB", expected: [.scrolling(.lineUp), .scrolling(.lineDown)])
    check("\u{1B}[5~\u{1B}[6~", expected: [.scrolling(.pageUp), .scrolling(.pageDown)])
    check("\u{1B}[H\u{1B}OF", expected: [.scrolling(.start), .scrolling(.end)])
    check("\u{1B}[1~\u{1B}[4~", expected: [.scrolling(.start), .scrolling(.end)])
    check("q?", expected: [.character("q"), .character("?")])
    check("\u{1B}", "[", "6", "~", "f", expected: [.scrolling(.pageDown), .character("f")])
  }

  @Test func whatIsNoKeyIsDropped() {
    check("\u{1B}[1;5Cq", expected: [.character("q")])
    check("\u{1B}[200000000000000000000~q", expected: [.character("q")])
    check("\u{1B}q", expected: [.character("q")])
  }
}
