// SPDX-License-Identifier: GPL-2.0-or-later

import Glibc
import LinuxIO
import ThemeSyntax

/// Parses a file repeatedly as the engine does: a tree with the place of each key and value, and the problems.
func parse(_ format: String, file: String, count: Int) {
  guard let bytes = try? readFile(file, limit: 1 << 30) else { exit(1) }
  for _ in 0..<count {
    let begin = MonotonicClock.system.now()
    let (_, findings) = format == "json" ? parseJSON(bytes) : parsePropertyList(bytes)
    let end = MonotonicClock.system.now()
    guard findings.isEmpty else { exit(1) }
    print(end - begin)
  }
}
