// SPDX-License-Identifier: GPL-2.0-or-later

import TextComparison
import ThemeModel

/// LV2008 and LV1018 that only the whole theme shows: texts that are the id of another value, and keys that are one slip away
/// from a key beside them.
///
/// An object that several members share is looked at once, and reported with the first of them by name.
func slipFindings(_ theme: KnownTheme) -> [DesignFinding] {
  let possible = [theme.constants, theme.styles].joined().filter { $0.facts.details?.slips.isEmpty == false }
  // Most themes need neither of the two, which cost a pass over all members.
  lazy var ids = BytewiseSet([theme.constants, theme.styles].joined().lazy.map(\.name))
  lazy var uses = keyUses(in: theme)
  var walk = SharedWalk()
  var findings: [DesignFinding] = []
  let members = possible.filter { member in
    guard let slips = member.facts.details?.slips else { return false }
    return slips.hasSimilarKeys || slips.texts.contains(where: ids.contains)
  }
  for member in members.sorted(by: { Bytewise($0.name) < Bytewise($1.name) }) {
    guard let value = theme.value(of: member) else { continue }
    walk.visit(value, at: member.path) { value, path in
      if case .string(let text) = value, PossibleSlips.mayBeID(text, under: path.last, of: member.name),
        ids.contains(text)
      {
        findings.append(
          DesignFinding(
            code: .looksLikeConstant, message: "`\(text)` is an id, but only a text here", path: path,
            related: [], help: "write \"ref://\(text)\""))
      }
      guard case .object(let members) = value else { return }
      var found: BytewiseSet = []
      for (key, other) in PossibleSlips.similarKeys(of: members) {
        let (rare, usual) = (uses[key] ?? 0) <= (uses[other] ?? 0) ? (key, other) : (other, key)
        guard found.insert(rare) else { continue }
        findings.append(
          DesignFinding(
            code: .unknownKey, message: "`\(rare)` may be a misspelling of `\(usual)`", path: path + [rare],
            related: [], help: "did you mean `\(usual)`?"))
      }
    }
  }
  return findings
}

/// The number of uses of each key in styles. An object that several styles share counts once.
private func keyUses(in theme: KnownTheme) -> BytewiseDictionary<Int> {
  var uses: BytewiseDictionary<Int> = [:]
  var walk = SharedWalk()
  for style in theme.styles {
    guard let value = theme.value(of: style) else { continue }
    walk.visit(value, at: []) { value, _ in
      guard case .object(let members) = value else { return }
      for member in members { uses[member.key, default: 0] += 1 }
    }
  }
  return uses
}

/// What may be a slip in a member, depending on the whole theme.
struct PossibleSlips: Sendable {
  /// Texts that are slips if they are ids.
  private(set) var texts: BytewiseSet = []
  /// Whether an object has keys that are one slip apart. The one that the theme has less often is the slip.
  private(set) var hasSimilarKeys = false

  var isEmpty: Bool { texts.isEmpty && !hasSimilarKeys }

  /// Keys whose values are texts for people, or ids.
  private static let ownTexts = ["text", "title", "placeholder", "name", "style", "identifier", "image"]
  /// Shorter keys have too many neighbours.
  private static let shortestKey = 5
  /// Larger objects are not searched for slips.
  private static let maximumKeys = 64

  init() {}

  /// - Parameter name: of the member.
  init(of name: String, _ value: Value) {
    var walk = SharedWalk()
    walk.visit(value, at: [name]) { value, path in
      if case .string(let text) = value, Self.mayBeID(text, under: path.last, of: name) { texts.insert(text) }
      if case .object(let members) = value, !hasSimilarKeys {
        hasSimilarKeys = Self.similarKeys(of: members).contains { _ in true }
      }
    }
  }

  /// Whether a text is meant as an id, if there is such an id.
  ///
  /// - Parameter name: of the member.
  static func mayBeID(_ text: String, under key: String?, of name: String) -> Bool {
    guard let key, Bytewise(text) != Bytewise(name) else { return false }
    let lower = key.lowercased()
    guard !lower.hasSuffix("theme"), !ownTexts.contains(where: lower.hasSuffix) else { return false }
    // One word may be meant for people.
    return lower.hasSuffix("color") || text.utf8.contains { "-_/".utf8.contains($0) }
  }

  /// The pairs of keys that are one slip apart, found one after the other.
  static func similarKeys(of members: [Value.Member]) -> some Sequence<(String, String)> {
    let long = members.map(\.key).filter { $0.utf8.count >= shortestKey }
    let keys = long.count > maximumKeys ? [] : long
    return keys.indices.lazy.flatMap { index in
      keys[(index + 1)...].lazy.map { (keys[index], $0) }.filter { isSlip($0, $1) }
    }
  }

  /// Whether two keys are one slip apart, apart from plurals and from keys that differ in a number.
  private static func isSlip(_ key: String, _ other: String) -> Bool {
    guard key.isOneSlip(from: other) else { return false }
    let digits = { (key: String) in key.utf8.filter { $0 &- 0x30 < 10 } }
    return digits(key) == digits(other) && key + "s" != other && other + "s" != key
  }
}
