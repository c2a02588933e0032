// SPDX-License-Identifier: GPL-2.0-or-later

/// The seconds since 1970 of a time of RFC 3339 in UTC: `2026-11-25T14:58:24.033950408Z`. Nil for other texts.
func secondsSince1970(of text: String) -> Int? {
  let bytes = Array(text.utf8)
  guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
  func number(_ range: Range<Int>) -> Int? {
    bytes[range].allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: bytes[range], as: UTF8.self)) : nil
  }
  guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
    let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month)
  else { return nil }
  // The civil calendar, with years that begin in March.
  let marchYear = month <= 2 ? year - 1 : year
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let era = marchYear / 400
  let yearOfEra = marchYear - era * 400
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return ((era * 146_097 + dayOfEra - 719_468) * 24 + hour) * 3_600 + minute * 60 + second
}
