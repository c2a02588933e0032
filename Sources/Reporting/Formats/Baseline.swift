// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import StyledText
import TextComparison
import ThemeEngine
import ThemeModel

/// Known findings of bundles, so that a check reports only new ones.
///
/// A finding is identified by its rule, file, id, property and marked text, and not by its line: edits elsewhere in the file
/// do not bring it back. The file is JSON with one finding a line, sorted, so that its differences are small.
package struct Baseline {
  struct Key: Hashable {
    @Bytewise var bundle: String
    @Bytewise var code: String
    @Bytewise var file: String
    @Bytewise var id: String?
    @Bytewise var path: String?
    /// The marked text up to the end of its first line.
    @Bytewise var text: String
  }

  /// The number of findings by key.
  private(set) var counts: [Key: Int] = [:]

  private static let version = 1.0

  /// A text longer than this is cut.
  fileprivate static let maximumCharacters = 160

  package init() {}

  /// Parses a baseline file. Nil for other files and other versions.
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

  /// Whether a file is a baseline of this version or of another one.
  package static func isOfAnyVersion(_ bytes: [UInt8]) -> Bool {
    (try? JSONValue(parsing: bytes, maximumDepth: 8))?["baseline"]?.number != nil
  }

  /// Replaces the known findings of a bundle. Findings that a file cannot be read are left out, and so are their possible
  /// consequences. The known findings of unchecked rules stay.
  package mutating func replace(with findings: BundleFindings) {
    let unchecked = Set(findings.unchecked.map(\.rawValue))
    let known = counts.filter { Bytewise($0.key.bundle) == Bytewise(findings.bundle) }
    counts = counts.filter { Bytewise($0.key.bundle) != Bytewise(findings.bundle) }
    let isBroken = findings.diagnostics.contains(where: \.code.isFixed)
    for diagnostic in findings.diagnostics where diagnostic.mayBeKnown && !(isBroken && diagnostic.isConsequence) {
      counts[Key(diagnostic, in: findings), default: 0] += 1
    }
    // A rule that was not checked everywhere may have found some of them again.
    for (key, count) in known where unchecked.contains(key.code) { counts[key] = max(count, counts[key] ?? 0) }
  }

  /// Suppresses the known findings of a bundle.
  ///
  /// - Returns: the number of known findings that no longer exist; 0 while errors may hide them.
  package func removeKnown(outOf findings: inout BundleFindings) -> Int {
    var left = counts.filter { Bytewise($0.key.bundle) == Bytewise(findings.bundle) }
    var new: [Diagnostic] = []
    for diagnostic in findings.diagnostics {
      let key = Key(diagnostic, in: findings)
      if diagnostic.mayBeKnown, let count = left[key], count > 0 {
        left[key] = count - 1
        findings.suppressed.append(.init(diagnostic: diagnostic, source: .baseline, reason: nil))
      } else {
        new.append(diagnostic)
      }
    }
    findings.diagnostics = new
    if new.contains(where: { $0.severity == .error }) { return 0 }
    let unchecked = Set(findings.unchecked.map(\.rawValue))
    // What a list leaves out may still exist.
    let cut = new.filter { $0.omitted != nil }
    return left.reduce(0) { sum, known in
      let isCut = cut.contains { diagnostic in
        diagnostic.omitted?.rule.rawValue == known.key.code && Bytewise(diagnostic.file) == Bytewise(known.key.file)
      }
      return unchecked.contains(known.key.code) || isCut ? sum : sum + known.value
    }
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

extension Diagnostic {
  /// Whether a baseline may have it. `more-findings` stands for findings that are not listed.
  fileprivate var mayBeKnown: Bool { !code.isFixed && code != .moreFindings }
}

extension Baseline.Key {
  init(_ diagnostic: Diagnostic, in findings: BundleFindings) {
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
