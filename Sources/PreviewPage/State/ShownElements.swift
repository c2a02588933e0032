// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
package import ThemeComposition
package import ThemeModel

/// The properties of elements: each style as the element that it is for, with its states side by side.
package enum ShownElements {
  /// The elements that a page shows at most: their composition costs a look at their styles.
  package static let maximum = 600

  private static let states = ["normal", "highlighted", "selected", "disabled", "focused", "editing"]

  /// The states of the element of a style, as JSON: a list of pairs of a state and an object of properties; the first is `normal`.
  /// Nil where the style gives an element nothing.
  ///
  /// - Parameter name: the id of the style.
  package static func states(
    of name: String, _ dialect: DialectName, device: Context.Device?, from source: some StyleSource
  ) -> [UInt8]? {
    let rules = dialect.composition
    var parts: [(state: String, members: [Value.Member])] = []
    for state in states {
      var element = rules.element(ofStyle: name)
      let isNormal = state == states[0]
      if !isNormal {
        guard rules.hasStatesAndParts else { break }
        element.states = [state]
      }
      let composition = rules.compose(element, device: device, suffixes: nil, from: source)
      guard case .object(let members) = composition.properties, !members.isEmpty else {
        if isNormal { return nil }
        continue
      }
      if !isNormal, !composition.layers.contains(where: { $0.kind == .state }) { continue }
      parts.append((state, members))
    }
    if rules.hasStatesAndParts { parts = parts.map { ($0.state, $0.members.filter { !isState($0) }) } }
    return json(rules.hasStatesInKeys ? separated(parts) : parts)
  }

  /// Whether a member is the object of a state, which is shown as a state and not as a property.
  private static func isState(_ member: Value.Member) -> Bool {
    guard case .object = member.value else { return false }
    return states.containsBytewise(member.key)
  }

  /// The states that keys such as `selected:textColor` name, each with the properties of `normal` that it does not change.
  private static func separated(
    _ parts: [(state: String, members: [Value.Member])]
  ) -> [(state: String, members: [Value.Member])] {
    guard let normal = parts.first else { return parts }
    var all: [(state: String, members: [Value.Member])] = [("normal", [])]
    for member in normal.members {
      let colon = member.key.utf8.firstIndex(of: UInt8(ascii: ":"))
      let prefix = colon.map { String(member.key[..<$0]) } ?? ""
      guard let colon, let state = states.first(where: { Bytewise($0) == Bytewise(prefix) }) else {
        all[0].members.append(member)
        continue
      }
      let key = String(member.key[member.key.utf8.index(after: colon)...])
      if let place = all.firstIndex(where: { $0.state == state }) {
        all[place].members.append(Value.Member(key: key, value: member.value))
      } else {
        all.append((state, [Value.Member(key: key, value: member.value)]))
      }
    }
    let base = all[0].members
    return all.map { part in
      guard part.state != "normal" else { return part }
      let rest = base.filter { member in !part.members.contains { Bytewise($0.key) == Bytewise(member.key) } }
      return (part.state, rest + part.members)
    }
  }

  private static func json(_ parts: [(state: String, members: [Value.Member])]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    for part in parts {
      writer.beginArray()
      writer.string(part.state)
      Value.object(part.members).write(to: &writer)
      writer.endArray()
    }
    writer.endArray()
    return writer.drainBytes()
  }
}
