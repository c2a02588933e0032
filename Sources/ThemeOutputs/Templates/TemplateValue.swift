// SPDX-License-Identifier: GPL-2.0-or-later

package import JSONText
package import TextComparison

/// A value that a template shows.
package indirect enum TemplateValue: Sendable {
  /// - replacedAt: the path of a text of the theme of which signs became blanks; nil for other texts.
  case text(String, replacedAt: String? = nil)
  case truth(Bool)
  case list([TemplateValue])
  /// - text: the text of a variable with the object's name; nil for none.
  case object(BytewiseDictionary<TemplateValue>, text: TemplateValue?)
  /// An object whose keys are ids, which have dots themselves.
  case ids(BytewiseDictionary<TemplateValue>)
  case nothing

  /// Numbers print in their shortest form.
  package init(json: JSONValue) {
    switch json {
    case .null: self = .nothing
    case .bool(let value): self = .truth(value)
    case .number(let number): self = .text(numberText(number))
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map(TemplateValue.init(json:)))
    case .object(let object):
      var members: BytewiseDictionary<TemplateValue> = [:]
      for (key, value) in object.members { members[key] = TemplateValue(json: value) }
      self = .object(members, text: nil)
    }
  }

  /// Whether a section of this value is shown.
  var isShown: Bool {
    switch self {
    case .nothing, .truth(false): false
    case .list(let elements): !elements.isEmpty
    case .text(let text, _): !text.isEmpty
    case .truth(true), .object, .ids: true
    }
  }

  /// The text of a variable with this value.
  var shown: String {
    switch self {
    case .text(let text, _): text
    case .object(_, let text): text?.shown ?? ""
    case .truth(let value): value ? "true" : "false"
    case .list, .ids, .nothing: ""
    }
  }

  /// The path of the shown text if signs of it became blanks.
  var replacedAt: String? {
    switch self {
    case .text(_, let path): path
    case .object(_, let text): text?.replacedAt
    case .truth, .list, .ids, .nothing: nil
    }
  }

  /// The value of a name with dots: a key for each word between them; in an object of ids the longest id first. Nil where there is
  /// none.
  func member(_ name: Substring) -> TemplateValue? {
    switch self {
    case .object(let members, _):
      let key = name.prefix { $0 != "." }
      guard let value = members[String(key)] else { return nil }
      return key.endIndex == name.endIndex ? value : value.member(name[key.endIndex...].dropFirst())
    case .ids(let members):
      var key = name
      while true {
        if let value = members[String(key)] {
          let rest = name[key.endIndex...]
          if rest.isEmpty { return value }
          if let found = value.member(rest.dropFirst()) { return found }
        }
        guard let dot = key.lastIndex(of: ".") else { return nil }
        key = key[..<dot]
      }
    case .text, .truth, .list, .nothing: return nil
    }
  }
}
