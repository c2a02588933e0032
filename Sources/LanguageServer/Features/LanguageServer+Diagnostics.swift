// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// Findings: exactly those of `livery check` for the texts in the editor.
extension LanguageServer {
  /// Checks a bundle and sends what changed.
  func publishAll(_ bundle: OpenBundle) {
    let findings = bundle.check()
    var byFile: BytewiseDictionary<[Diagnostic]> = [:]
    for finding in findings { byFile[finding.file, default: []].append(finding) }
    // Files that had findings before get an empty list.
    let files = BytewiseSet(byFile.keys).union(bundle.published).union(BytewiseSet(bundle.documents.keys))
    for file in files.sorted() {
      // A client that pulls asks for those of its documents by itself.
      if client.pullsDiagnostics, bundle.documents[file] != nil { continue }
      publish(byFile[file] ?? [], of: file, in: bundle)
    }
    if client.pullsDiagnostics, client.refreshesDiagnostics { send(request: "workspace/diagnostic/refresh", .null) }
  }

  func publish(_ findings: [Diagnostic], of file: String, in bundle: OpenBundle) {
    if findings.isEmpty { bundle.published.remove(file) } else { bundle.published.insert(file) }
    let uri = bundle.uri(of: file.isEmpty ? "livery.json" : file)
    var parameters = JSONObject()
    parameters["uri"] = .string(uri)
    if let document = documents[uri] { parameters["version"] = .number(Double(document.version)) }
    parameters["diagnostics"] = .array(findings.map { json($0, in: bundle) })
    send("textDocument/publishDiagnostics", .object(parameters))
  }

  /// `textDocument/diagnostic`.
  func pulledDiagnostics(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (bundle, file) = try file(parameters) else { return ["kind": "full", "items": []] }
    let findings = bundle.check().filter { Bytewise($0.file) == Bytewise(file) }
    return report(findings, previous: parameters["previousResultId"]?.string, in: bundle)
  }

  /// `workspace/diagnostic`.
  func workspaceDiagnostics(_ parameters: JSONValue) -> JSONValue {
    var previous: BytewiseDictionary<String> = [:]
    for known in parameters["previousResultIds"]?.array ?? [] {
      if let uri = known["uri"]?.string { previous[uri] = known["value"]?.string }
    }
    var items: [JSONValue] = []
    for bundle in bundles.values {
      let findings = bundle.check()
      for file in BytewiseSet(findings.map(\.file) + bundle.engine.paths).sorted() where !file.isEmpty {
        let uri = bundle.uri(of: file)
        let own = findings.filter { Bytewise($0.file) == Bytewise(file) }
        var item = report(own, previous: previous[uri], in: bundle).object ?? JSONObject()
        item["uri"] = .string(uri)
        item["version"] = documents[uri].map { .number(Double($0.version)) } ?? .null
        items.append(.object(item))
      }
    }
    return ["items": .array(items)]
  }

  private func report(_ findings: [Diagnostic], previous: String?, in bundle: OpenBundle) -> JSONValue {
    let items = JSONValue.array(findings.map { json($0, in: bundle) })
    // A name for the content: equal findings have an equal one.
    let hash = items.text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let result = String(hash, radix: 16)
    if previous == result { return ["kind": "unchanged", "resultId": .string(result)] }
    return ["kind": "full", "resultId": .string(result), "items": items]
  }

  func json(_ finding: Diagnostic, in bundle: OpenBundle) -> JSONValue {
    var object = JSONObject()
    object["range"] = range(finding.range, of: finding.file, in: bundle)
    let severity =
      switch finding.severity {
      case .error: 1
      case .warning: 2
      case .info: 3
      }
    object["severity"] = .number(Double(severity))
    object["code"] = .string(finding.code.rawValue)
    object["source"] = "livery"
    object["message"] = .string(finding.message + (finding.help.map { "\n\($0)" } ?? ""))
    if let tag = finding.code.tag { object["tags"] = [.number(Double(tag))] }
    let related = finding.related.map { other -> JSONValue in
      [
        "location": [
          "uri": .string(bundle.uri(of: other.file)), "range": range(other.range, of: other.file, in: bundle),
        ],
        "message": .string(other.message),
      ]
    }
    if !related.isEmpty { object["relatedInformation"] = .array(related) }
    return .object(object)
  }

  private func range(_ range: SourceRange?, of file: String, in bundle: OpenBundle) -> JSONValue {
    guard let range else { return TextLines([]).range(ByteRange(0, 0), client.encoding) }
    return self.range(ByteRange(range.start.offset, range.end.offset), of: file, in: bundle)
  }
}

extension DiagnosticCode {
  /// Unnecessary is 1, deprecated 2.
  fileprivate var tag: Int? {
    switch slug {
    case "unused-constant", "unused-suppression": 1
    case "deprecated-token": 2
    default: nil
    }
  }
}
