// SPDX-License-Identifier: MIT

/// Makes many values at once for the engine and the resolver, which have no threads of their own.
package protocol Workers: Sendable {
  /// The maximum number of values that are made and not taken yet, 1 or more.
  var capacity: Int { get }

  /// Calls `make` with each number below `count`, on any thread, and `take` with each number when its `make` has returned, in order and
  /// on the calling thread, before it returns.
  func perform(_ count: Int, make: @escaping @Sendable (Int) -> Void, take: (Int) -> Void)
}

extension Workers {
  /// Calls `make` with each number below `count`, on any thread, and `take` with each value, in order and on the calling
  /// thread, before it returns.
  ///
  /// Compiled for each type of value where it is called. As a requirement of the protocol it would be generic at run time, and make the
  /// types that it uses at the start of each program.
  @inlinable @inline(__always)
  package func inOrder<Value: Sendable>(
    _ count: Int, make: @escaping @Sendable (Int) -> Value, take: (Int, Value) -> Void
  ) {
    let values = ValueSlots<Value>(capacity: min(count, capacity))
    perform(count) {
      values.put(make($0), $0)
    } take: {
      take($0, values.remove($0))
    }
    values.deallocate()
  }
}

/// The values that are made and not taken yet. The value of a number is put once, and removed once, later. Before the one of a number is
/// put, the one of `capacity` numbers before has been removed.
@usableFromInline struct ValueSlots<Value>: @unchecked Sendable {
  // `Workers.perform` orders each `put` before the `remove` of the same number, and each `remove` before the next `put` into its slot.
  @usableFromInline let values: UnsafeMutablePointer<Value>
  @usableFromInline let capacity: Int

  @inlinable init(capacity: Int) {
    self.capacity = capacity
    values = .allocate(capacity: capacity)
  }

  @inlinable func put(_ value: Value, _ number: Int) { (values + number % capacity).initialize(to: value) }

  @inlinable func remove(_ number: Int) -> Value { (values + number % capacity).move() }

  @inlinable func deallocate() { values.deallocate() }
}

/// Makes all values on the calling thread.
package struct CallingThread: Workers {
  package init() {}

  package var capacity: Int { 1 }

  package func perform(_ count: Int, make: @escaping @Sendable (Int) -> Void, take: (Int) -> Void) {
    for number in 0..<count {
      make(number)
      take(number)
    }
  }
}
