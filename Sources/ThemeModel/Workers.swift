// SPDX-License-Identifier: MIT

/// Makes many values at once for the engine and the resolver, which have no threads of their own.
package protocol Workers: Sendable {
  /// Calls `make` with each number below `count`, on any thread, and `take` with each value, in order and on the calling
  /// thread, before it returns.
  func inOrder<Value: Sendable>(_ count: Int, make: @escaping @Sendable (Int) -> Value, take: (Int, Value) -> Void)
}

/// Makes all values on the calling thread.
package struct CallingThread: Workers {
  package init() {}

  package func inOrder<Value: Sendable>(
    _ count: Int, make: @escaping @Sendable (Int) -> Value, take: (Int, Value) -> Void
  ) {
    for number in 0..<count { take(number, make(number)) }
  }
}
