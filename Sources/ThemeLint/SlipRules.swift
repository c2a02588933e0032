// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV2008 and LV1018 that only the whole theme shows: texts that are the id of another value, and keys that are one slip away
/// from a key beside them.
func slipFindings(_ theme: KnownTheme) -> [DesignFinding] {
  var slips: [PossibleSlip] = []
  for members in [theme.constants, theme.styles] {
    for member in members { slips += member.facts.details?.slips ?? [] }
  }
  // Most themes need neither of the two, which cost a pass over all members.
  lazy var ids = BytewiseSet([theme.constants, theme.styles].joined().lazy.map(\.name))
  lazy var uses = keyUses(in: theme)
  return slips.compactMap { slip in
    switch slip {
    case .text(let text, let path):
      guard ids.contains(text) else { return nil }
      return DesignFinding(
        code: .looksLikeConstant, message: "`\(text)` is an id, but only a text here", path: path,
        related: [], help: "write \"ref://\(text)\"")
    case .keys(let key, let other, let path):
      let (rare, usual) = (uses[key] ?? 0) <= (uses[other] ?? 0) ? (key, other) : (other, key)
      return DesignFinding(
        code: .unknownKey, message: "`\(rare)` may be a misspelling of `\(usual)`", path: path + [rare],
        related: [], help: "did you mean `\(usual)`?")
    }
  }
}

/// The number of uses of each key in styles.
private func keyUses(in theme: KnownTheme) -> BytewiseDictionary<Int> {
  var uses: BytewiseDictionary<Int> = [:]
  func count(_ value: Value) {
    guard case .object(let members) = value else { return }
    for member in members {
      uses[member.key, default: 0] += 1
      count(member.value)
    }
  }
  for style in theme.styles { theme.value(of: style).map(count) }
  return uses
}

/// What may be a slip, depending on the whole theme.
enum PossibleSlip: Sendable {
  /// A slip if the text is an id.
  case text(String, path: [String])
  /// Two keys of the object at a path. The one that the theme has less often is the slip.
  case keys(String, String, path: [String])

  /// Keys whose values are texts for people, or ids.
  private static let ownTexts = ["text", "title", "placeholder", "name", "style", "identifier", "image"]
  /// Shorter keys have too many neighbours.
  private static let shortestKey = 5
  /// Larger objects are not searched for slips.
  private static let maximumKeys = 64

  /// The possible slips of a member, in preorder.
  ///
  /// - Parameter path: of the member.
  static func all(in value: Value, at path: [String]) -> [PossibleSlip] {
    var found: [PossibleSlip] = []
    // One array for all places of the walk.
    var path = path
    func look(at value: Value) {
      switch value {
      case .string(let text): if mayBeID(text, path) { found.append(.text(text, path: path)) }
      case .object(let members):
        found += slips(amongKeysOf: members).map { .keys($0, $1, path: path) }
        for member in members {
          path.append(member.key)
          look(at: member.value)
          path.removeLast()
        }
      case .null, .bool, .number, .array, .image, .color, .colorInSpace, .colorReference, .font, .glyph, .point, .size,
        .rect, .edgeInsets, .calls, .typed:
        break
      }
    }
    look(at: value)
    return found
  }

  /// Whether a text is meant as an id, if there is such an id.
  private static func mayBeID(_ text: String, _ path: [String]) -> Bool {
    guard let key = path.last, Bytewise(text) != Bytewise(path[1]) else { return false }
    let lower = key.lowercased()
    guard !lower.hasSuffix("theme"), !ownTexts.contains(where: lower.hasSuffix) else { return false }
    // One word may be meant for people.
    return lower.hasSuffix("color") || text.utf8.contains { "-_/".utf8.contains($0) }
  }

  private static func slips(amongKeysOf members: [Value.Member]) -> [(String, String)] {
    let keys = members.map(\.key).filter { $0.utf8.count >= shortestKey }
    guard keys.count > 1, keys.count <= maximumKeys else { return [] }
    var slips: [(String, String)] = []
    for (index, key) in keys.enumerated() {
      for other in keys[(index + 1)...] where abs(key.utf8.count - other.utf8.count) <= 1 && isSlip(key, other) {
        slips.append((key, other))
      }
    }
    return slips
  }

  /// Whether two keys are one slip apart, apart from plurals and from keys that differ in a number.
  private static func isSlip(_ key: String, _ other: String) -> Bool {
    guard key.isOneSlip(from: other) else { return false }
    let digits = { (key: String) in key.utf8.filter { $0 &- 0x30 < 10 } }
    return digits(key) == digits(other) && key + "s" != other && other + "s" != key
  }
}
