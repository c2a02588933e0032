// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV2008 and LV1018 that only the whole theme shows: texts that are the id of another value, and keys that are one slip away
/// from a key beside them.
func slipFindings(constants: [Value.Member], styles: [Value.Member]) -> [DesignFinding] {
  var rules = SlipRules(constants: constants, styles: styles)
  for constant in constants { rules.lookAt(constant.value, constant.key, ["constants", constant.key]) }
  for style in styles { rules.lookAt(style.value, style.key, ["styles", style.key]) }
  return rules.findings
}

private struct SlipRules {
  var findings: [DesignFinding] = []
  private let ids: BytewiseSet
  /// The number of uses of each key.
  private var counts: BytewiseDictionary<Int> = [:]

  /// Keys whose values are texts for people, or ids.
  private static let ownTexts = ["text", "title", "placeholder", "name", "style", "identifier", "image"]
  /// Shorter keys have too many neighbours.
  private static let shortestKey = 5
  /// Larger objects are not searched for slips.
  private static let maximumKeys = 64

  init(constants: [Value.Member], styles: [Value.Member]) {
    ids = BytewiseSet(constants.map(\.key) + styles.map(\.key))
    for style in styles { count(style.value) }
  }

  private mutating func count(_ value: Value) {
    guard case .object(let members) = value else { return }
    for member in members {
      counts[member.key, default: 0] += 1
      count(member.value)
    }
  }

  mutating func lookAt(_ value: Value, _ key: String, _ path: [String]) {
    switch value {
    case .string(let text): lookAtText(text, key, path)
    case .object(let members):
      lookAtKeys(of: members, path)
      for member in members { lookAt(member.value, member.key, path + [member.key]) }
    case .null, .bool, .number, .array, .image, .color, .colorInSpace, .colorReference, .font, .glyph, .point, .size,
      .rect, .edgeInsets, .calls, .typed:
      break
    }
  }

  private mutating func lookAtText(_ text: String, _ key: String, _ path: [String]) {
    guard ids.contains(text), Bytewise(text) != Bytewise(path[1]) else { return }
    let lower = key.lowercased()
    guard !lower.hasSuffix("theme"), !Self.ownTexts.contains(where: lower.hasSuffix) else { return }
    // One word may be meant for people.
    guard lower.hasSuffix("color") || text.utf8.contains(where: { "-_/".utf8.contains($0) }) else { return }
    findings.append(
      DesignFinding(
        code: .looksLikeConstant, message: "`\(text)` is an id, but only a text here", path: path,
        related: [], help: "write \"ref://\(text)\""))
  }

  private mutating func lookAtKeys(of members: [Value.Member], _ path: [String]) {
    let keys = members.map(\.key).filter { $0.utf8.count >= Self.shortestKey }
    guard keys.count > 1, keys.count <= Self.maximumKeys else { return }
    for (index, key) in keys.enumerated() {
      for other in keys[(index + 1)...] where abs(key.utf8.count - other.utf8.count) <= 1 && isSlip(key, other) {
        let (rare, usual) = (counts[key] ?? 0) <= (counts[other] ?? 0) ? (key, other) : (other, key)
        findings.append(
          DesignFinding(
            code: .unknownKey, message: "`\(rare)` may be a misspelling of `\(usual)`", path: path + [rare],
            related: [],
            help: "did you mean `\(usual)`?"))
      }
    }
  }

  /// Whether two keys are one slip apart, apart from plurals and from keys that differ in a number.
  private func isSlip(_ key: String, _ other: String) -> Bool {
    guard key.isOneSlip(from: other) else { return false }
    let digits = { (key: String) in key.utf8.filter { $0 &- 0x30 < 10 } }
    return digits(key) == digits(other) && key + "s" != other && other + "s" != key
  }
}
