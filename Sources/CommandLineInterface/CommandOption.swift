// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// An option of a command.
package struct CommandOption: Sendable {
  /// Without dashes: `device` for `--device`.
  package let name: String
  /// The short form: `v` for `-v`.
  package let letter: Character?
  /// Nil for a flag, which takes no value.
  package let value: ValueForm?
  /// Whether every occurrence counts. Of other options only the last one counts.
  package let isRepeatable: Bool
  package let summary: String
  /// The default as the help words it.
  package let defaultValue: String?

  package init(
    _ name: String, letter: Character? = nil, value: ValueForm? = nil, isRepeatable: Bool = false,
    default defaultValue: String? = nil, _ summary: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isRepeatable = isRepeatable
    self.defaultValue = defaultValue
    self.summary = summary
  }
}

/// The form of an option's value. The associated text is its placeholder in the help.
package enum ValueForm: Sendable {
  case text(String)
  case path(String)
  /// A whole number from 1.
  case count(String)
  /// Numbers joined by dots.
  case version(String)
  case choice([String])
  /// A name and a value joined by the first `=`.
  case assignment(name: String, value: String)

  var placeholder: String {
    switch self {
    case .text(let name), .path(let name), .count(let name), .version(let name): name
    case .choice(let words): words.joined(separator: "|")
    case .assignment(let name, let value): "\(name)=\(value)"
    }
  }

  /// The error message for an invalid value; nil for a valid one.
  package func complaint(about text: String) -> String? {
    switch self {
    case .text, .path: return text.isEmpty ? "the value is empty" : nil
    case .count:
      let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isNumber && Int(text) ?? 0 > 0 ? nil : "write a whole number from 1"
    case .version: return Context.isVersion(text) ? nil : "write numbers joined by dots, such as 9.3.1"
    case .choice(let words): return words.contains(text) ? nil : "use one of: \(words.joined(separator: ", "))"
    case .assignment: return assignmentParts(of: text) == nil ? "write \(placeholder)" : nil
    }
  }

  /// The raw values of an enumeration.
  @inlinable @inline(__always)
  package static func choice<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) -> ValueForm {
    // Without a key path, which would be made at each start of a program.
    .choice(type.allCases.map { $0.rawValue })
  }
}

/// The parts of `NAME=VALUE`; nil without `=`, or when a part is empty. The value may contain `=`.
func assignmentParts(of text: String) -> (name: String, value: String)? {
  let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
  return (String(Substring(parts[0])), String(Substring(parts[1])))
}
