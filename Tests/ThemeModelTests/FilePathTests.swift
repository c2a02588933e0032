// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct FilePathTests {
  /// The last row: a combining mark behind the slash makes one `Character` of both.
  @Test(
    arguments: [
      ("a", "a", true), ("a/b", "a", true), ("ab", "a", false), ("a", "a/b", false), ("a", "", true), ("/a", "/", true),
      ("/e\u{301}", "/\u{E9}", false), ("/a/\u{301}b", "/a", true),
    ])
  func pathsWithinDirectories(path: String, directory: String, expected: Bool) {
    #expect(isWithin(path, directory) == expected)
  }
}
