// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// An option as the parser, the help and whatever else is made from the command table know it.
package struct CommandOption: Sendable {
  /// Without dashes: `device` is written `--device`.
  package let name: String
  /// The short form: `v` is written `-v`.
  package let letter: Character?
  /// Nil for a flag, which takes no value.
  package let value: ValueForm?
  /// Every occurrence counts; of other options the last does.
  package let isRepeatable: Bool
  package let summary: String
  /// What holds when the option is not given, in words for the help.
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

/// What may be written as the value of an option. The associated text is its placeholder in the help.
package enum ValueForm: Sendable {
  case text(String)
  case path(String)
  /// A whole number from 1.
  case count(String)
  /// Numbers joined by dots.
  case version(String)
  case choice([String])

  var placeholder: String {
    switch self {
    case .text(let name), .path(let name), .count(let name), .version(let name): name
    case .choice(let words): words.joined(separator: "|")
    }
  }

  /// What is wrong with a text as such a value; nil when nothing is.
  package func complaint(about text: String) -> String? {
    switch self {
    case .text, .path:
      return text.isEmpty ? "the value is empty" : nil
    case .count:
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 else {
        return "write a whole number from 1"
      }
      return nil
    case .version:
      return Context.isVersion(text) ? nil : "write numbers joined by dots, such as 9.3.1"
    case .choice(let words):
      return words.contains(text) ? nil : "use one of: \(words.joined(separator: ", "))"
    }
  }
}

extension ValueForm {
  /// One of the names of an enumeration.
  package static func choice<Choice: CaseIterable & RawRepresentable<String>>(of type: Choice.Type) -> ValueForm {
    .choice(type.allCases.map(\.rawValue))
  }
}
