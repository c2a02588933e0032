// SPDX-License-Identifier: GPL-2.0-or-later

import Testing

@testable import ProcessIO

@Suite struct ShellQuotingTests {
  /// The shell reads each text as one word, byte by byte.
  @Test(arguments: [
    "", "plain-1.2/a_b:c,d@e+f", "a b", "it's", "'", "''", "'\u{301}; echo x; '\u{301}", "$(echo x)", "`echo x`", "\\",
    "a\nb",
    "*", "é", "~", "-n",
  ]) func wordsOfTheShell(text: String) throws {
    #expect(output(ofShell: "printf %s. \(shellQuoted(text))", limit: 1 << 10) == Array("\(text).".utf8))
  }

  @Test func plainWordsStayReadable() {
    #expect(shellQuoted("/srv/a-1.json") == "/srv/a-1.json")
    #expect(shellQuoted("a b") == "'a b'")
  }
}
