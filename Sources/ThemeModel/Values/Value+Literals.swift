// SPDX-License-Identifier: MIT

import TextComparison

/// Values as a program writes them: `["backgroundColor": "#ff0000", "borderWidth": 1]`.
extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A list.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
  /// An object; of two members with one key the last counts, at the first one's place.
  public init(dictionaryLiteral elements: (String, Value)...) {
    var members: [Member] = []
    for (key, value) in elements {
      if let place = members.firstIndex(where: { Bytewise($0.key) == Bytewise(key) }) {
        members[place].value = value
      } else {
        members.append(Member(key: key, value: value))
      }
    }
    self = .object(members)
  }
}
