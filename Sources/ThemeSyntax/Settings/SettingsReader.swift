// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

/// Reads settings that people write as JSON: the manifest of a bundle, and the configuration of the daemon.
///
/// An invalid value is left out and refused at its place. Keys are the cases of an enumeration.
package protocol SettingsReader {
  var tree: SourceTree { get }

  /// Reports an invalid value.
  mutating func refuse(_ node: SourceTree.Node, _ message: String, help: String?)

  /// Reports a key that no setting has.
  ///
  /// - Parameters:
  ///   - suggestion: the known key that was probably meant, as a question.
  ///   - keys: the known keys.
  mutating func reportUnknown(_ member: SourceTree.Member, suggestion: String?, keys: [String])

  /// Reports a finding of the syntax.
  mutating func add(_ finding: Finding)
}

extension SettingsReader {
  package mutating func refuse(_ node: SourceTree.Node, _ message: String) { refuse(node, message, help: nil) }

  // MARK: Objects

  /// Calls `read` for each member of an object whose key is known, and reports the others.
  package mutating func readMembers<Key: RawRepresentable<String> & CaseIterable>(
    of node: SourceTree.Node, as keys: Key.Type, _ read: (inout Self, Key, SourceTree.Node) -> Void
  ) {
    for member in members(of: node) {
      let name = tree.key(of: member)
      if let key = Key(rawValue: name) {
        read(&self, key, member.value)
      } else {
        let names = Key.allCases.map(\.rawValue)
        reportUnknown(member, suggestion: Suggestion.didYouMean(name, among: names), keys: names)
      }
    }
  }

  /// The members of an object. Of those with one key the last counts, and the others are reported.
  package mutating func members(of node: SourceTree.Node) -> [SourceTree.Member] {
    var findings: [Finding] = []
    let members = tree.effectiveMembers(of: node, reporting: { findings.append($0) })
    for finding in findings { add(finding) }
    return members
  }

  /// Whether a value is an object. Any other value is refused.
  package mutating func isObject(_ node: SourceTree.Node, _ message: String, help: String? = nil) -> Bool {
    if tree.kind(of: node) == .object { return true }
    refuse(node, message, help: help)
    return false
  }

  // MARK: Values

  /// A text that is not empty and has no NUL.
  package mutating func text(_ node: SourceTree.Node, _ needed: String) -> String? {
    if let text = tree.string(of: node), !text.isEmpty, !text.utf8.contains(0) { return text }
    let isEmpty = tree.string(of: node).map(\.isEmpty) ?? false
    refuse(node, isEmpty ? "\(needed) is needed here, and this string is empty" : "\(needed) is needed here, a string")
    return nil
  }

  /// A list of texts. An invalid element leaves out the whole list.
  package mutating func texts(_ node: SourceTree.Node, _ needed: String) -> [String]? {
    guard tree.kind(of: node) == .array else {
      refuse(node, "a list of strings is needed here", help: #"write ["NAME"]"#)
      return nil
    }
    let texts = tree.elements(of: node).map { text($0, needed) }
    let known = texts.compactMap(\.self)
    return known.count == texts.count ? known : nil
  }

  package mutating func number(_ node: SourceTree.Node, in range: ClosedRange<Int>, _ name: String) -> Int? {
    if let number = tree.number(of: node).flatMap({ Int(exactly: $0) }), range.contains(number) { return number }
    refuse(node, "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// One of the names of an enumeration.
  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ node: SourceTree.Node, of type: Choice.Type, _ name: String
  ) -> Choice? {
    if let choice = tree.string(of: node).flatMap(Choice.init(rawValue:)) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    refuse(
      node, "\(name) is one of: \(names.joined(separator: ", "))",
      help: tree.string(of: node).flatMap { Suggestion.didYouMean($0, among: names) })
    return nil
  }
}
