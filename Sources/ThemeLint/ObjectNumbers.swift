// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Numbers the objects of many values, and knows which were visited. Values share the objects that they refer to, and a shared object
/// has one number.
struct ObjectNumbers {
  /// By the address of the members, which is compared and never read. The members are kept so that no other object gets the same
  /// address.
  private var known: [UInt: (number: Int, members: [Value.Member])] = [:]
  /// By number: the walk that visited the object last.
  private var walks: [Int] = []
  /// The number of the present walk, from 1. In `walks`, 0 is an object that was not visited.
  private var walk = 1

  var count: Int { known.count }

  /// The number of an object: for a new one the next number, from 0.
  mutating func number(of members: [Value.Member]) -> Int {
    let address = members.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    if let known = known[address] { return known.number }
    known[address] = (known.count, members)
    walks.append(0)
    return known.count - 1
  }

  /// The number of an object, at its first visit in a walk. Nil at a further one.
  mutating func visit(_ members: [Value.Member]) -> Int? {
    let number = number(of: members)
    guard !isVisited(number) else { return nil }
    walks[number] = walk
    return number
  }

  /// Whether the present walk visited an object.
  ///
  /// - Precondition: the number is one of these.
  func isVisited(_ number: Int) -> Bool { walks[number] == walk }

  /// Begins a walk over the same values. Objects keep their numbers.
  mutating func beginWalk() { walk += 1 }
}

/// A member of a numbered object.
struct MemberPlace: Hashable {
  let object: Int
  /// The place among the members of the object.
  let member: Int
}
