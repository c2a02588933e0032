// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Makes all values before the first is taken, the last first, as threads may.
package struct BackwardWorkers: Workers {
  package init() {}

  package var capacity: Int { .max }

  package func perform(_ count: Int, make: @escaping @Sendable (Int) -> Void, take: (Int) -> Void) {
    for number in (0..<count).reversed() { make(number) }
    for number in 0..<count { take(number) }
  }
}
