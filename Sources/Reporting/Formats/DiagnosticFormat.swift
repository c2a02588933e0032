// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
package import StyledText
package import ThemeEngine
package import ThemeModel

/// The values of `--format`.
package enum DiagnosticFormat: String, CaseIterable, Sendable { case pretty, concise, json, ndjson, sarif, github }

/// The findings in one bundle, with everything that is needed to show them.
package struct BundleFindings {
  package var bundle: String
  /// The bundle's absolute directory, for links. Empty when it is not known.
  package var directory: String
  /// The prefix of shown paths, such as `Examples/aurora/`, so that they lead from the working directory to the file. Empty
  /// for paths from the bundle's root.
  package var prefix: String
  package var diagnostics: [Diagnostic]
  /// Suppressed findings, for the formats that include them.
  package var suppressed: [CheckReport.Suppressed] = []
  /// The rules that were not checked, since errors would cause false findings.
  package var unchecked: [DiagnosticCode] = []
  /// The contexts that were checked, of all that the bundle's modifiers allow; nil without modifiers.
  package var permutations: (checked: Int, all: String)?
  /// Whether people also see warnings and infos that may follow from an error.
  package var showsConsequences = false
  /// The bytes of a file, to which the ranges of its diagnostics refer.
  package var source: (String) -> [UInt8]?

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

  /// The number of findings with a safe fix.
  package var safeFixCount: Int { diagnostics.count { $0.fix?.safe == true } }

  /// A file's name for people. A finding without a file is about the whole bundle.
  package func name(of file: String) -> String {
    if !file.isEmpty { return prefix + file }
    return prefix.isEmpty ? bundle : String(prefix.dropLast())
  }

  package func absolutePath(of file: String) -> String? { directory.isEmpty ? nil : "\(directory)/\(file)" }
}

extension DiagnosticFormat {
  /// The findings in this format, with line feeds.
  ///
  /// - Parameter width: the cells of a line, to which `pretty` cuts code.
  package func text(_ bundles: [BundleFindings], for stream: StreamStyle, width: Int) -> String {
    switch self {
    case .pretty: prettyText(bundles, for: stream, width: width)
    case .concise: bundles.flatMap { $0.diagnostics.map($0.conciseLine) }.map { $0 + "\n" }.joined()
    case .github: bundles.flatMap { $0.diagnostics.map($0.githubLine) }.map { $0 + "\n" }.joined()
    case .json: jsonReport(bundles).pretty + "\n"
    case .ndjson: bundles.flatMap(members).map { $0.text + "\n" }.joined()
    case .sarif: sarifLog(bundles).pretty + "\n"
    }
  }

  private func jsonReport(_ bundles: [BundleFindings]) -> JSONValue {
    let count = { (severity: Severity) in JSONValue.number(Double(bundles.reduce(0) { $0 + $1.count(severity) })) }
    let diagnostics = bundles.count == 1 ? bundles[0].diagnostics.map(\.json) : bundles.flatMap(members)
    var report = JSONObject([("diagnostics", .array(diagnostics))])
    for severity in Severity.allCases.reversed() { report["\(severity)s"] = count(severity) }
    let suppressed = bundles.reduce(0) { $0 + $1.suppressed.count }
    if suppressed > 0 { report["suppressed"] = .number(Double(suppressed)) }
    let unchecked = DiagnosticCode.allCases.filter { code in bundles.contains { $0.unchecked.contains(code) } }
    if !unchecked.isEmpty { report["unchecked"] = .array(unchecked.map { .string($0.rawValue) }) }
    if let permutations = bundles.count == 1 ? bundles[0].permutations : nil {
      // Numbers beyond this are not exact in every JSON reader.
      let all = Int(permutations.all).flatMap { $0 <= 1 << 53 ? JSONValue.number(Double($0)) : nil }
      report["permutations"] = [
        "checked": .number(Double(permutations.checked)), "all": all ?? .string(permutations.all),
      ]
    }
    return .object(report)
  }

  /// The diagnostics, each with the name of its bundle.
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
  /// The findings for people: while there are errors, without warnings and infos that may follow from them.
  package var shown: [Diagnostic] {
    let hasCause = diagnostics.contains { !$0.isConsequence && ($0.severity == .error || $0.hidesDeclarations) }
    guard hasCause, !showsConsequences else { return diagnostics }
    return diagnostics.filter { !$0.isConsequence || $0.severity == .error }
  }

  /// `file:line:column: severity[code] message`, always one line.
  package func conciseLine(_ diagnostic: Diagnostic) -> String {
    var place = name(of: diagnostic.file)
    if let start = diagnostic.range?.start { place += ":\(start.line):\(start.column)" }
    let note = diagnostic.contextNote.map { " (\($0))" } ?? ""
    return "\(place): \(diagnostic.severity)[\(diagnostic.code.rawValue)] \(diagnostic.message)\(note)".printable
  }
}
