// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Makes all values before the first is taken, the last first, as threads may.
package struct BackwardWorkers: Workers {
  package init() {}

  package func inOrder<Value: Sendable>(
    _ count: Int, make: @escaping @Sendable (Int) -> Value, take: (Int, Value) -> Void
  ) {
    let values = (0..<count).reversed().map(make)
    for (number, value) in values.reversed().enumerated() { take(number, value) }
  }
}
