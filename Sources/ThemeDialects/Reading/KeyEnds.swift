// SPDX-License-Identifier: GPL-2.0-or-later

/// The length of a key and its ends, which answer most questions about the key: a load asks several about each.
struct KeyEnds: Sendable {
  /// In bytes.
  let count: Int
  /// The first and the last byte; 0 for an empty key.
  let first: UInt8
  let last: UInt8
  /// Whether the key ends in `color`, in any case.
  let areOfColor: Bool
  /// Whether the key has `_` or `~` before its last 4 or 6 bytes, as before `iPad` and `iPhone`.
  let areOfDevice: Bool

  init(_ key: String) {
    var key = key
    self = key.withUTF8 { KeyEnds($0) }
  }

  private init(_ key: UnsafeBufferPointer<UInt8>) {
    count = key.count
    first = key.first ?? 0
    last = key.last ?? 0
    let end = key.endIndex
    // With the bit that distinguishes the cases of ASCII letters.
    areOfColor =
      end >= 5 && key[end - 1] | 0x20 == UInt8(ascii: "r") && key[end - 2] | 0x20 == UInt8(ascii: "o")
      && key[end - 3] | 0x20 == UInt8(ascii: "l") && key[end - 4] | 0x20 == UInt8(ascii: "o")
      && key[end - 5] | 0x20 == UInt8(ascii: "c")
    func isMark(_ place: Int) -> Bool {
      place > 0 && (key[place] == UInt8(ascii: "_") || key[place] == UInt8(ascii: "~"))
    }
    areOfDevice = isMark(end - 5) || isMark(end - 7)
  }
}
