// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import LiveryConfiguration
import StyledText
import ThemeEngine
import ThemeModel

/// The findings as a log of SARIF 2.1.0 (OASIS) for code hosts and editors. It lists only the rules that have findings, and
/// includes suppressed findings with their reasons (section 3.27.23).
///
/// - Parameter unreadable: makes the log that of a failed run (section 3.20.21).
func sarifLog(_ bundles: [BundleFindings], _ unreadable: [UnreadableBundle] = []) -> JSONValue {
  let met = bundles.flatMap { $0.diagnostics.map(\.code) + $0.suppressed.map(\.diagnostic.code) }
  let codes = Set(met).sorted { $0.rawValue < $1.rawValue }
  let rules = codes.map(rule)
  let results = bundles.flatMap { findings in
    let shown = findings.diagnostics.map { ($0, JSONValue?.none) }
    return (shown + findings.suppressed.map { ($0.diagnostic, .some($0.json)) }).map { diagnostic, suppression in
      var result = result(diagnostic, in: findings, rule: codes.firstIndex(of: diagnostic.code) ?? 0)
      result["suppressions"] = suppression.map { [$0] }
      return JSONValue.object(result)
    }
  }
  var run = JSONObject([
    ("tool", ["driver": ["name": "livery", "version": .string(productVersion), "rules": .array(rules)]])
  ])
  if !unreadable.isEmpty {
    let notifications = unreadable.map { ["level": "error", "message": ["text": .string($0.message)]] as JSONValue }
    run["invocations"] = [["executionSuccessful": false, "toolExecutionNotifications": .array(notifications)]]
  }
  // Columns of diagnostics count Unicode scalars.
  run["columnKind"] = "unicodeCodePoints"
  run["results"] = .array(results)
  return [
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [.object(run)],
  ]
}

/// A rule with the words of `livery explain`, which code hosts show beside a finding.
private func rule(_ code: DiagnosticCode) -> JSONValue {
  let explanation = Explanation(of: code)
  return [
    "id": .string(code.rawValue), "name": .string(code.slug),
    "shortDescription": ["text": .string(explanation.meaning)],
    "fullDescription": ["text": .string("\(explanation.meaning) \(explanation.reason)")],
    "help": ["text": .string("\(explanation.reason)\nHow to fix it: \(explanation.remedy)")],
    "defaultConfiguration": ["level": level(code.severity)],
  ]
}

private func level(_ severity: Severity) -> JSONValue {
  switch severity {
  case .error: "error"
  case .warning: "warning"
  case .info: "note"
  }
}

private func result(_ diagnostic: Diagnostic, in findings: BundleFindings, rule: Int) -> JSONObject {
  let lines = [diagnostic.message, diagnostic.contextNote, diagnostic.help.map { "help: \($0)" }]
  let message = lines.compactMap(\.self).joined(separator: "\n")
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
  if let fix = diagnostic.fix { result["fixes"] = [fix.sarif(findings.name(of: diagnostic.file))] }
  var properties = JSONObject()
  if !diagnostic.contexts.isEmpty { properties["contexts"] = .array(diagnostic.contexts.map(\.json)) }
  if diagnostic.isConsequence { properties["consequence"] = true }
  if !properties.members.isEmpty { result["properties"] = .object(properties) }
  return result
}

extension Finding.Fix {
  fileprivate func sarif(_ file: String) -> JSONValue {
    let replacements = edits.map { edit -> JSONValue in
      [
        "deletedRegion": [
          "byteOffset": .number(Double(edit.range.start)),
          "byteLength": .number(Double(edit.range.end - edit.range.start)),
        ], "insertedContent": ["text": .string(edit.text)],
      ]
    }
    return [
      "description": ["text": .string(title)],
      "artifactChanges": [
        ["artifactLocation": ["uri": .string(uriReference(file))], "replacements": .array(replacements)]
      ],
    ]
  }
}

extension CheckReport.Suppressed {
  fileprivate var json: JSONValue {
    var suppression = JSONObject()
    switch source {
    case .comment: suppression["kind"] = "inSource"
    case .manifest, .baseline: suppression["kind"] = "external"
    }
    let justification = reason ?? (source == .baseline ? "it is in the baseline" : nil)
    suppression["justification"] = justification.map(JSONValue.string)
    return .object(suppression)
  }
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
