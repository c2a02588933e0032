// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import StyledText
package import ThemeEngine
package import ThemeModel

/// The forms that `--format` names.
package enum DiagnosticFormat: String, CaseIterable, Sendable { case pretty, concise, json, ndjson, sarif, github }

/// What was found in one bundle, and what is needed to show it.
package struct BundleFindings {
  package var bundle: String
  /// The bundle's directory, absolute: where links lead. Empty when it is not known.
  package var directory: String = ""
  /// What stands before the path of a file where the file is named, so that it can be opened from the working directory:
  /// `Examples/aurora/`. Empty where files are named from the bundle's root on.
  package var prefix: String = ""
  package var diagnostics: [Diagnostic]
  /// What is silenced and not told, but where a form has a place for it.
  package var suppressed: [CheckReport.Suppressed] = []
  /// The rules that were not checked, since errors would make what they find false.
  package var unchecked: [DiagnosticCode] = []
  /// Whether warnings and infos that may follow from an error are shown to people beside it.
  package var showsConsequences = false
  /// The bytes that the diagnostics of a file point into.
  package var source: (String) -> [UInt8]? = { _ in nil }

  package init(
    bundle: String, directory: String = "", prefix: String = "", diagnostics: [Diagnostic],
    source: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    self.bundle = bundle
    self.directory = directory
    self.prefix = prefix
    self.diagnostics = diagnostics
    self.source = source
  }

  package func count(_ severity: Severity) -> Int { diagnostics.count { $0.severity == severity } }

  /// A file as it is named to people. A finding without a file is the whole bundle's.
  package func name(of file: String) -> String {
    if !file.isEmpty { return prefix + file }
    return prefix.isEmpty ? bundle : String(prefix.dropLast())
  }

  package func absolutePath(of file: String) -> String? { directory.isEmpty ? nil : "\(directory)/\(file)" }
}

extension DiagnosticFormat {
  /// The findings as they are printed, line ends included.
  ///
  /// - Parameter width: the cells of a line, which code is cut to in `pretty`.
  package func text(_ bundles: [BundleFindings], for stream: StreamStyle, width: Int) -> String {
    switch self {
    case .pretty: prettyText(bundles, for: stream, width: width)
    case .concise:
      bundles.flatMap { findings in findings.diagnostics.map { findings.conciseLine($0) + "\n" } }.joined()
    case .github: bundles.flatMap { findings in findings.diagnostics.map { findings.githubLine($0) + "\n" } }.joined()
    case .json: jsonReport(bundles).pretty + "\n"
    case .ndjson: bundles.flatMap { findings in members(findings).map { $0.text + "\n" } }.joined()
    case .sarif: sarifLog(bundles).pretty + "\n"
    }
  }

  private func jsonReport(_ bundles: [BundleFindings]) -> JSONValue {
    let count = { (severity: Severity) in JSONValue.number(Double(bundles.reduce(0) { $0 + $1.count(severity) })) }
    let diagnostics =
      bundles.count == 1
      ? bundles.flatMap { $0.diagnostics.map(\.json) } : bundles.flatMap { members($0) }
    var report = JSONObject([("diagnostics", .array(diagnostics))])
    for severity in Severity.allCases.reversed() { report["\(severity)s"] = count(severity) }
    let suppressed = bundles.reduce(0) { $0 + $1.suppressed.count }
    if suppressed > 0 { report["suppressed"] = .number(Double(suppressed)) }
    let unchecked = DiagnosticCode.allCases.filter { code in bundles.contains { $0.unchecked.contains(code) } }
    if !unchecked.isEmpty { report["unchecked"] = .array(unchecked.map { .string($0.rawValue) }) }
    return .object(report)
  }

  /// The diagnostics with the name of their bundle, which tells those of several bundles apart.
  private func members(_ findings: BundleFindings) -> [JSONValue] {
    findings.diagnostics.map { diagnostic in
      var object = JSONObject([("bundle", .string(findings.bundle))])
      object.members += diagnostic.json.object?.members ?? []
      return .object(object)
    }
  }

  private func prettyText(_ bundles: [BundleFindings], for stream: StreamStyle, width: Int) -> String {
    var text = ""
    for findings in bundles {
      let frame = CodeFrame(findings: findings, width: width)
      for diagnostic in findings.shown {
        for line in frame.lines(for: diagnostic) { text += line.text(for: stream) + "\n" }
        text += "\n"
      }
    }
    return text
  }
}

extension BundleFindings {
  /// What people are shown first: while there are errors, no warnings and infos that may follow from them.
  package var shown: [Diagnostic] {
    let hasCause = diagnostics.contains { !$0.isConsequence && ($0.severity == .error || $0.hidesDeclarations) }
    guard hasCause, !showsConsequences else { return diagnostics }
    return diagnostics.filter { !$0.isConsequence || $0.severity == .error }
  }

  /// `file:line:column: severity[code] message`, one line whatever the message holds.
  package func conciseLine(_ diagnostic: Diagnostic) -> String {
    var place = name(of: diagnostic.file)
    if let start = diagnostic.range?.start { place += ":\(start.line):\(start.column)" }
    let note = diagnostic.contextNote.map { " (\($0))" } ?? ""
    return "\(place): \(diagnostic.severity)[\(diagnostic.code.rawValue)] \(diagnostic.message)\(note)".printable
  }
}
