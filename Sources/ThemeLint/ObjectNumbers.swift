// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Numbers the objects of many values. Values share the objects that they refer to, and a shared object has one number.
struct ObjectNumbers {
  /// By the address of the members, which is compared and never read. The members are kept so that no other object gets the same
  /// address.
  private var known: [UInt: (number: Int, members: [Value.Member])] = [:]

  var count: Int { known.count }

  /// The number of an object: for a new one the next number, from 0.
  mutating func number(of members: [Value.Member]) -> Int {
    let address = members.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if let known = known[address] { return known.number }
    known[address] = (known.count, members)
    return known.count - 1
  }
}

/// A member of a numbered object.
struct MemberPlace: Hashable {
  let object: Int
  /// The place among the members of the object.
  let member: Int
}
