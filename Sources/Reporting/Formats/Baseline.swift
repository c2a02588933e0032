// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import StyledText
import TextComparison
import ThemeEngine
import ThemeModel

/// The findings that there were when somebody began to check a bundle, so that only new ones are told.
///
/// A finding is known by what it is about, never by its line: the rule, the file, the id and property, and the text that it
/// marks. So edits elsewhere in a file bring nothing back. The file is JSON, one finding a line, in an order that keeps its
/// differences small.
package struct Baseline {
  struct Key: Hashable {
    @Bytewise package var bundle: String
    @Bytewise package var code: String
    @Bytewise package var file: String
    @Bytewise package var id: String?
    @Bytewise package var path: String?
    /// The line that the marks begin in, from there to their end.
    @Bytewise package var text: String
  }

  /// How often each is there.
  private(set) var counts: [Key: Int] = [:]

  private static let version = 1.0

  /// A text longer than this is cut.
  fileprivate static let maximumCharacters = 160

  package init() {}

  /// Reads the text of a file. Nil for another text, and for one of another version.
  package init?(parsing bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes, maximumDepth: 8), json["baseline"]?.number == Self.version,
      let findings = json["findings"]?.array
    else { return nil }
    for finding in findings {
      let key = Key(
        bundle: finding["bundle"]?.string ?? "", code: finding["code"]?.string ?? "",
        file: finding["file"]?.string ?? "", id: finding["id"]?.string, path: finding["path"]?.string,
        text: finding["text"]?.string ?? "")
      counts[key, default: 0] += finding["count"]?.number.flatMap { Int(exactly: $0) } ?? 1
    }
  }

  /// Puts the findings of a bundle in the place of those that were known of it. What says that a file cannot be read as it
  /// stands is never taken in.
  ///
  /// What may follow from such a finding is not taken in either, and what is known of rules that were not checked stays.
  package mutating func replace(with findings: BundleFindings) {
    let unchecked = Set(findings.unchecked.map(\.rawValue))
    counts = counts.filter { key, _ in
      Bytewise(key.bundle) != Bytewise(findings.bundle) || unchecked.contains(key.code)
    }
    let isBroken = findings.diagnostics.contains(where: \.code.isFixed)
    for diagnostic in findings.diagnostics where !diagnostic.code.isFixed && !(isBroken && diagnostic.isConsequence) {
      counts[Key(diagnostic, in: findings), default: 0] += 1
    }
  }

  /// Takes the findings that are known out of a bundle's.
  ///
  /// - Returns: how many of those that were known are there no more; none while errors may hide them.
  package func removeKnown(outOf findings: inout BundleFindings) -> Int {
    var left = counts.filter { Bytewise($0.key.bundle) == Bytewise(findings.bundle) }
    var new: [Diagnostic] = []
    for diagnostic in findings.diagnostics {
      let key = Key(diagnostic, in: findings)
      if !diagnostic.code.isFixed, let count = left[key], count > 0 {
        left[key] = count - 1
        findings.suppressed.append(.init(diagnostic: diagnostic, source: .baseline, reason: nil))
      } else {
        new.append(diagnostic)
      }
    }
    findings.diagnostics = new
    if new.contains(where: { $0.severity == .error }) { return 0 }
    let unchecked = Set(findings.unchecked.map(\.rawValue))
    return left.reduce(0) { $0 + (unchecked.contains($1.key.code) ? 0 : $1.value) }
  }

  package var count: Int { counts.values.reduce(0, +) }

  package var text: String {
    let lines = counts.sorted { $0.key.order < $1.key.order }.map { key, count -> String in
      var object = JSONObject([("bundle", .string(key.bundle)), ("code", .string(key.code))])
      object["file"] = .string(key.file)
      object["id"] = key.id.map(JSONValue.string)
      object["path"] = key.path.map(JSONValue.string)
      if !key.text.isEmpty { object["text"] = .string(key.text) }
      if count > 1 { object["count"] = .number(Double(count)) }
      return "    \(JSONValue.object(object).text)"
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return "{\n  \"baseline\": 1,\n  \"findings\": \(list)\n}\n"
  }
}

extension Baseline.Key {
  package init(_ diagnostic: Diagnostic, in findings: BundleFindings) {
    bundle = findings.bundle
    code = diagnostic.code.rawValue
    file = diagnostic.file
    id = diagnostic.id
    path = diagnostic.path
    text = diagnostic.range.map { Self.text(at: $0, in: findings.source(diagnostic.file) ?? []) } ?? ""
  }

  private static func text(at range: SourceRange, in source: [UInt8]) -> String {
    let start = min(range.start.offset, source.count)
    let marked = source[start..<min(max(range.end.offset, start), source.count)]
    let line = marked.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(String(decoding: line, as: UTF8.self).prefix(Baseline.maximumCharacters))
  }

  fileprivate var order: [String] { [bundle, file, code, id ?? "", path ?? "", text] }
}

extension [String] {
  fileprivate static func < (left: [String], right: [String]) -> Bool {
    left.lexicographicallyPrecedes(right) { Bytewise($0) < Bytewise($1) }
  }
}
