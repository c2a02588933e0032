// SPDX-License-Identifier: GPL-2.0-or-later

/// A value behind a reference, for a member that few of many instances have: nil takes the eight bytes of the reference.
///
/// A change makes a new box.
@propertyWrapper struct Rare<Value> {
  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  init(wrappedValue: Value?) { wrappedValue.map { box = Box($0) } }

  var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }
}
