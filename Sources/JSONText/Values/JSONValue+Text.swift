// SPDX-License-Identifier: MIT

extension JSONValue {
  /// The value as JSON text on one line.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as JSON text on one line, as bytes.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.drainBytes()
  }

  /// Indented JSON text with two blanks for each level. Arrays without containers stay on one line.
  package var pretty: String {
    var text = ""
    appendPretty(to: &text, indent: "")
    return text
  }

  private func appendPretty(to text: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .object(let object) where !object.members.isEmpty:
      text += "{\n"
      for (index, member) in object.members.enumerated() {
        text += inner + JSONValue.string(member.key).text + ": "
        member.value.appendPretty(to: &text, indent: inner)
        text += index + 1 < object.members.count ? ",\n" : "\n"
      }
      text += indent + "}"
    case .array(let elements) where elements.contains(where: \.isContainer):
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += inner
        element.appendPretty(to: &text, indent: inner)
        text += index + 1 < elements.count ? ",\n" : "\n"
      }
      text += indent + "]"
    case .array(let elements):
      text += "[" + elements.map(\.text).joined(separator: ", ") + "]"
    default:
      text += self.text
    }
  }

  var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
