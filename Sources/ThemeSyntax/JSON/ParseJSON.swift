// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import ThemeModel

/// The limits of a file, which LV0009 reports.
package struct SyntaxLimits: Sendable, Hashable {
  /// Bytes of a file.
  package var fileSize: Int
  /// Nesting of objects and arrays.
  package var depth: Int
  /// Values of a file, keys not counted.
  package var values: Int

  package init(fileSize: Int = 64 << 20, depth: Int = 128, values: Int = 4_000_000) {
    self.fileSize = fileSize
    self.depth = depth
    self.values = values
  }
}

/// Parses a theme file in JSON, with comments and trailing commas accepted.
///
/// Accepts any bytes. The findings are in file order, `more-findings` last; if one of them holds back (`DiagnosticCode.holdsBack`),
/// recovery made the tree.
package func parseJSON(
  _ bytes: [UInt8], limits: SyntaxLimits = .init()
) -> (tree: SourceTree, findings: [Finding]) {
  let (tape, problems, omitted) = parseTape(
    bytes, limits: JSONLimits(bytes: limits.fileSize, depth: limits.depth, values: limits.values))
  let tree = SourceTree(json: tape)
  if problems.contains(where: { !$0.kind.leavesTextRight }), let finding = mergeConflict(in: bytes) {
    return (tree, [finding])
  }
  if let finding = otherFormat(bytes, problems) { return (tree, [finding]) }
  return (tree, problems.map { finding(of: $0, in: bytes) } + FindingList.more(omitted.map(OmittedFindings.init)))
}

/// The one finding for a file of a different format; nil for JSON, with or without errors.
private func otherFormat(_ bytes: [UInt8], _ problems: [JSONProblem]) -> Finding? {
  guard let problem = problems.first(where: { !$0.kind.leavesTextRight }) else { return nil }
  let start = problem.range.lowerBound
  let begins = { (text: String) in bytes[start...].starts(with: text.utf8) }
  switch problem.kind {
  case .unexpected(.opening):
    let (message, help) =
      if begins("bplist") {
        ("this is a binary property list, not JSON", "give the file the extension .plist, or convert it to JSON")
      } else if begins("<") {
        ("this is XML, not JSON", "give the file the extension .plist if it is a property list, or convert it to JSON")
      } else if begins("(") {
        (openStepMessage, openStepHelp)
      } else {
        (
          "expected `{` or `[` at the beginning of the file, found \(token(at: problem.range, in: bytes))",
          "write one JSON object or array"
        )
      }
    return Finding(.syntax, message, range: ByteRange(start, problem.range.upperBound), help: help)
  case .unquotedKey, .missingColon:
    // The first key of an old property list: { name = value; }
    let end = problem.kind == .unquotedKey ? problem.range.upperBound : start
    let rest = bytes[end...].drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.first == UInt8(ascii: "="),
      rest.contains(UInt8(ascii: ";"))
    else { return nil }
    return Finding(.syntax, openStepMessage, range: ByteRange(start, problem.range.upperBound), help: openStepHelp)
  default: return nil
  }
}

private let openStepMessage = "this is a property list in the old text form (OpenStep), which Livery cannot read"
private let openStepHelp = "convert it with `plutil -convert xml1 FILE`, or `plutil -convert json FILE`"

extension OmittedFindings {
  fileprivate init(_ group: JSONProblem.Kind.Group, count: Int) {
    let rule: DiagnosticCode =
      switch group {
      case .comment: .jsonComment
      case .trailingComma: .trailingComma
      case .numberRange: .badNumber
      case .missingComma: .missingComma
      case .curlyQuotes: .curlyQuote
      case .unterminatedString: .unterminatedString
      case .encoding: .encoding
      case .other: .syntax
      }
    self.init(rule, count: count, severity: rule.severity)
  }
}
