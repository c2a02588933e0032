// SPDX-License-Identifier: GPL-2.0-or-later

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from the same seed, on every machine.
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Below `bound`, which is at least 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True in `percent` of 100 cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func color() -> String {
    let digits = String(below(1 << 24), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
