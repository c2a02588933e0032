// SPDX-License-Identifier: GPL-2.0-or-later

/// The key of a property: `alpha`, `layer.borderWidth`, or `backgroundImage:forState` for a setter that takes several
/// arguments.
struct PropertyKey: Hashable {
  /// Without `~` and the text after it, which only makes the keys of a JSON object unique.
  let name: String
  /// Whether the value is the array of a call's arguments.
  let isCall: Bool

  /// The number of arguments of a call: one for each part of its key. A call whose key is only a name and a colon may have none.
  var argumentCounts: ClosedRange<Int> {
    let count = name.utf8.split(separator: UInt8(ascii: ":")).count
    return (count == 1 ? 0 : count)...count
  }

  /// Nil if the key contains no name.
  init?(_ key: String) {
    let name = key.utf8.prefix { $0 != UInt8(ascii: "~") }
    guard let first = name.first, first != UInt8(ascii: ":") else { return nil }
    self.name = name.count == key.utf8.count ? key : String(Substring(name))
    isCall = name.contains(UInt8(ascii: ":"))
  }
}
