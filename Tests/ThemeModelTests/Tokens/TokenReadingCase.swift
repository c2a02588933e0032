// SPDX-License-Identifier: MIT

import JSONText
import Testing
import ThemeModel

/// A case of `TokenReadingTests`, in a text with a blank line between cases:
///
///     TYPE WRITTEN, or strict:TYPE WRITTEN where a composite value has to have all of its parts
///     = the value in the form of a snapshot, or nothing
///     ! CODE PATH: MESSAGE (-> the value of the format that a draft form stands for)
///     ? the written parts that failed
///
/// In the written value, `{"@token": TOKEN}` is the target of a reference to a token, `{"@part": VALUE}` that of a reference to a part
/// leads to, and `"@unresolved"` a reference that leads nowhere.
struct TokenReadingCase: CustomTestStringConvertible {
  let type: String
  let isStrict: Bool
  let written: String
  let expected: [String]

  var testDescription: String { "\(type) \(written)" }

  static func all(in text: String) -> [TokenReadingCase] {
    text.split(separator: "\n\n").map { block in
      var lines = block.split(separator: "\n").map(String.init)
      var head = lines.removeFirst()[...]
      let isStrict = head.hasPrefix("strict:")
      if isStrict { head = head.dropFirst("strict:".count) }
      let space = head.firstIndex(of: " ") ?? head.endIndex
      return TokenReadingCase(
        type: String(head[..<space]), isStrict: isStrict, written: String(head[space...].dropFirst()),
        expected: lines)
    }
  }

  /// Whether the value has no reference.
  var isLiteral: Bool { !written.utf8.contains(UInt8(ascii: "@")) }

  /// Reads the value.
  ///
  /// - Parameter isLiteral: whether the value is one literal, as one without references is, and not the list of its parts.
  func read(isLiteral: Bool) throws -> (value: Value?, reading: TokenReading) {
    var reading = TokenReading()
    let json = try JSONValue(parsing: Array(written.utf8), maximumDepth: 64)
    let token = isLiteral ? .literal(Value(json: json)) : try Self.token(json)
    return (reading.value(of: token, type: type, requiresAllParts: isStrict), reading)
  }

  /// The lines that are expected of `read`.
  func outcome(isLiteral: Bool) throws -> [String] {
    let (value, reading) = try read(isLiteral: isLiteral)
    var lines = ["= " + (value?.json.text ?? "nothing")]
    for problem in reading.problems {
      let replacement = problem.replacement.map { " -> \($0)" } ?? ""
      lines.append(
        "! \(problem.code.rawValue) \(problem.path.joined(separator: "/")): \(problem.message)\(replacement)")
    }
    let failed = reading.failedParts.map { $0.joined(separator: "/") }
    return failed.isEmpty ? lines : lines + ["? " + failed.joined(separator: " ")]
  }

  private static func token(_ json: JSONValue) throws -> WrittenToken {
    if json.string == "@unresolved" { return .unresolved }
    if let elements = json.array { return .list(try elements.map(token)) }
    guard let members = json.object?.members else { return .literal(Value(json: json)) }
    if let part = json["@part"] { return .part(Value(json: part)) }
    if let other = json["@token"] {
      var reading = TokenReading()
      let value = reading.value(
        of: try token(other["$value"] ?? nil), type: other["$type"]?.string ?? "", requiresAllParts: false)
      return .token(try #require(value))
    }
    return .members(try members.map { (key: $0.key, value: try token($0.value)) })
  }
}
