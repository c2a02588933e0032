// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison
package import ThemeModel

extension Context {
  /// `pad 9.3.1 en_gb night size=compact`; empty for the default context.
  package var text: String {
    ([device?.rawValue, version, language].compactMap(\.self) + themes + modifiers.assignments).joined(separator: " ")
  }
}

extension BytewiseDictionary<String> {
  /// `NAME=VALUE` for each member, sorted by name.
  package var assignments: [String] { sortedMembers.map { "\($0.key)=\($0.value)" } }
}

extension Diagnostic {
  /// `only in pad, pad en_gb, pad fr_fr and 2 more contexts`; nil for a finding in all checked contexts.
  var contextNote: String? {
    guard !contexts.isEmpty else { return nil }
    let maximum = 4
    let names = contexts.map { $0.text.isEmpty ? "the default context" : $0.text }
    let shown = names.count <= maximum ? names : Array(names.prefix(maximum - 1))
    let hidden = names.count - shown.count
    if hidden > 0 { return "only in \(shown.joined(separator: ", ")) and \(counted(hidden, "more context"))" }
    guard let last = shown.last, shown.count > 1 else { return "only in \(shown[0])" }
    return "only in \(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}
