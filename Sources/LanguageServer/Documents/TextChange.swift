// SPDX-License-Identifier: GPL-2.0-or-later

/// The range of whole characters in which two texts differ, so that lines that stay are not touched.
package struct TextChange {
  package let range: Range<Int>
  package let text: String

  package init(from old: [UInt8], to new: [UInt8]) {
    var start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    var end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    // Bytes from 0x80 on belong to a character of several bytes.
    while start > 0, start < old.count, old[start] & 0xC0 == 0x80 { start -= 1 }
    while end > 0, old[old.count - end] & 0xC0 == 0x80 { end -= 1 }
    range = start..<(old.count - end)
    text = String(decoding: new[start..<(new.count - end)], as: UTF8.self)
  }
}
