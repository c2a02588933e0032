// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryService
import ThemeModel

/// The findings as a log of SARIF 2.1.0 (OASIS), which code hosts and editors read. Only the rules that are met are listed.
func sarifLog(_ bundles: [BundleFindings]) -> JSONValue {
  let codes = Set(bundles.flatMap { $0.diagnostics.map(\.code) }).sorted { $0.rawValue < $1.rawValue }
  let rules = codes.map { code -> JSONValue in
    ["id": .string(code.rawValue), "name": .string(code.slug), "defaultConfiguration": ["level": level(code.severity)]]
  }
  let results = bundles.flatMap { findings in
    findings.diagnostics.map { result($0, in: findings, rule: codes.firstIndex(of: $0.code) ?? 0) }
  }
  return [
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
    "runs": [
      [
        "tool": ["driver": ["name": "livery", "version": .string(productVersion), "rules": .array(rules)]],
        // Columns of diagnostics count Unicode scalars.
        "columnKind": "unicodeCodePoints", "results": .array(results),
      ]
    ],
  ]
}

private func level(_ severity: Severity) -> JSONValue {
  switch severity {
  case .error: "error"
  case .warning: "warning"
  case .info: "note"
  }
}

private func result(_ diagnostic: Diagnostic, in findings: BundleFindings, rule: Int) -> JSONValue {
  let message = diagnostic.help.map { "\(diagnostic.message)\nhelp: \($0)" } ?? diagnostic.message
  var result = JSONObject([
    ("ruleId", .string(diagnostic.code.rawValue)), ("ruleIndex", .number(Double(rule))),
    ("level", level(diagnostic.severity)), ("message", ["text": .string(message)]),
    ("locations", .array([location(findings.name(of: diagnostic.file), diagnostic.range, message: nil, id: nil)])),
  ])
  if !diagnostic.related.isEmpty {
    result["relatedLocations"] = .array(
      diagnostic.related.enumerated().map { index, related in
        location(findings.name(of: related.file), related.range, message: related.message, id: index + 1)
      })
  }
  return .object(result)
}

private func location(_ file: String, _ range: SourceRange?, message: String?, id: Int?) -> JSONValue {
  var physical = JSONObject([("artifactLocation", ["uri": .string(uriReference(file))])])
  if let range {
    physical["region"] = [
      "startLine": .number(Double(range.start.line)), "startColumn": .number(Double(range.start.column)),
      "endLine": .number(Double(range.end.line)), "endColumn": .number(Double(range.end.column)),
      "byteOffset": .number(Double(range.start.offset)),
      "byteLength": .number(Double(range.end.offset - range.start.offset)),
    ]
  }
  var location = JSONObject()
  location["id"] = id.map { .number(Double($0)) }
  location["physicalLocation"] = .object(physical)
  location["message"] = message.map { ["text": .string($0)] }
  return .object(location)
}
