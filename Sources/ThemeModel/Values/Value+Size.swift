// SPDX-License-Identifier: MIT

extension Value {
  /// The number of values in it when it is written, itself included, counted up to a limit. Values may share their parts, so that
  /// a small one in memory has millions. Costs O(limit).
  package func unfoldedCount(upTo maximum: Int) -> Int {
    var count = 1
    switch self {
    case .object(let members):
      for member in members where count < maximum { count += member.value.unfoldedCount(upTo: maximum - count) }
    case .array(let elements):
      for element in elements where count < maximum { count += element.unfoldedCount(upTo: maximum - count) }
    case .calls(let calls):
      for call in calls {
        for argument in call where count < maximum { count += argument.unfoldedCount(upTo: maximum - count) }
      }
    case .typed(let token): count += token.value.unfoldedCount(upTo: maximum - count)
    case .null, .bool, .number, .string, .color, .colorInSpace, .colorReference, .font, .image, .glyph, .point, .size,
      .rect, .edgeInsets:
      break
    }
    return count
  }
}
