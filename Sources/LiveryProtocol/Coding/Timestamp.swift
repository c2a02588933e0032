// SPDX-License-Identifier: MIT

package import JSONText
package import Varlink

extension ThemeInterface {
  /// A time in UTC, in whole seconds. On the socket it is a text as RFC 3339 has it: `2026-11-25T14:03:07Z`.
  package struct Timestamp: InterfaceValue, Hashable {
    package static var interfaceType: Interface.ValueType { .string }
    /// Without leap seconds.
    package var secondsSince1970: Int

    package init(secondsSince1970: Int = 0) { self.secondsSince1970 = secondsSince1970 }

    package init?(decoding node: some JSONNode) {
      guard let text = node.string else { return nil }
      self.init(text)
    }

    /// Nil for a text that has not the form of `text`.
    package init?(_ text: String) {
      let fields = text.utf8.split(whereSeparator: { "-:TZ".utf8.contains($0) }).map { Int(Substring($0)) ?? -1 }
      guard fields.count == 6, text.utf8.count == 20 else { return nil }
      self.init(
        secondsSince1970: Self.days(year: fields[0], month: fields[1], day: fields[2]) * 86_400
          + fields[3] * 3600 + fields[4] * 60 + fields[5])
      // The time is valid if it has this text again: an invalid date or a different form changes it.
      guard self.text == text else { return nil }
    }

    package var text: String {
      let days = secondsSince1970.dividingDown(by: 86_400)
      let seconds = secondsSince1970 - days * 86_400
      let (year, month, day) = Self.date(days)
      let date = "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
      let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.digits(2) }.joined(separator: ":")
      return "\(date)T\(time)Z"
    }

    package var encoded: JSONValue { .string(text) }

    // Years begin in March here, so that the leap day is the last one. 719,468 days lie between the first of March of the year 0 and
    // 1970. https://howardhinnant.github.io/date_algorithms.html explains the numbers.

    private static func days(year: Int, month: Int, day: Int) -> Int {
      let year = month > 2 ? year : year - 1
      let era = year.dividingDown(by: 400)
      let yearOfEra = year - era * 400
      let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
      return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
      let days = days + 719_468
      let era = days.dividingDown(by: 146_097)
      let dayOfEra = days - era * 146_097
      let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shifted = (5 * dayOfYear + 2) / 153
      let month = shifted < 10 ? shifted + 3 : shifted - 9
      let year = yearOfEra + era * 400 + (month > 2 ? 0 : 1)
      return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
  }
}

extension Int {
  fileprivate func dividingDown(by divisor: Int) -> Int { self >= 0 ? self / divisor : (self - divisor + 1) / divisor }

  fileprivate func digits(_ count: Int) -> String {
    let digits = "\(self)"
    return String(repeating: "0", count: Swift.max(count - digits.utf8.count, 0)) + digits
  }
}
