// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// The findings that the client gets or asks for: exactly those of `livery check` for the texts in the editor.
///
/// A client that can ask (pull) asks for those of its documents, and is sent (pushed) those of other files until it asks for these,
/// too. Any other client is sent all of them.
struct FindingDelivery {
  private let workspace: Workspace
  /// Whether the client has asked for the findings of all files: nothing is sent any more.
  private var isPulled = false

  /// Nanoseconds after the last change until everything is checked.
  private static let checkDelay: UInt64 = 150_000_000

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var client: ClientCapabilities { workspace.client }

  // MARK: Push

  /// Takes back the findings of a file that were sent: the client asks for the findings of its documents.
  func opened(_ file: String, in bundle: OpenBundle, _ outgoing: inout [JSONValue]) {
    guard client.pullsDiagnostics, bundle.published.contains(file) else { return }
    publish([], of: file, in: bundle, &outgoing)
  }

  /// Sends the errors and warnings of documents that changed; the whole check follows.
  func changed(_ files: [String], in bundle: OpenBundle, now: UInt64, _ outgoing: inout [JSONValue]) {
    bundle.checkDeadline = now + Self.checkDelay
    guard !client.pullsDiagnostics else { return }
    for file in files where !(bundle.published.contains(file) && bundle.isOpenedAsChecked(file)) {
      publish(bundle.quickFindings(of: file), of: file, in: bundle, &outgoing)
    }
  }

  /// Checks a bundle, and sends the findings that the client does not ask for. Returns whether the client has to ask again.
  func publishAll(of bundle: OpenBundle, _ outgoing: inout [JSONValue]) -> Bool {
    bundle.checkDeadline = nil
    let findings = bundle.check()
    guard !isPulled else {
      _ = checkedByFile(findings, of: bundle)
      return client.refreshesDiagnostics
    }
    let byFile = findings.byPlace
    // Files that had findings before get an empty list.
    let files = BytewiseSet(byFile.keys).union(bundle.published).union(BytewiseSet(bundle.documents.keys))
    for file in files.sorted() where !(client.pullsDiagnostics && bundle.document(of: file) != nil) {
      publish(byFile[file] ?? [], of: file, in: bundle, &outgoing)
    }
    return client.pullsDiagnostics && client.refreshesDiagnostics
  }

  /// Takes back the findings of a bundle that were sent.
  func withdraw(_ bundle: OpenBundle, _ outgoing: inout [JSONValue]) {
    for file in bundle.published.sorted() { publish([], of: file, in: bundle, &outgoing) }
  }

  /// Takes back the findings that were sent for a URI.
  func withdraw(from uri: String, _ outgoing: inout [JSONValue]) {
    outgoing.append(
      OutgoingMessage.notification("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []]))
  }

  private func publish(
    _ findings: [Diagnostic], of file: String, in bundle: OpenBundle, _ outgoing: inout [JSONValue]
  ) {
    if findings.isEmpty { bundle.published.remove(file) } else { bundle.published.insert(file) }
    var parameters = JSONObject([(key: "uri", value: .string(bundle.uri(of: file)))])
    if let document = bundle.document(of: file) { parameters["version"] = .number(Double(document.version)) }
    parameters["diagnostics"] = .array(findings.map { FindingMessage($0, in: bundle).json })
    outgoing.append(OutgoingMessage.notification("textDocument/publishDiagnostics", .object(parameters)))
  }

  // MARK: Pull

  /// `textDocument/diagnostic`.
  func pulled(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .invalidParameters("`textDocument` has a `uri`")
    }
    guard let (bundle, file) = DocumentURI.path(of: uri).flatMap({ workspace.bundle(of: $0) }) else {
      return ["kind": "full", "items": []]
    }
    // While the whole check is due, a client that can ask again gets the known findings at once.
    let isDue = bundle.checkDeadline != nil && client.refreshesDiagnostics
    let findings = isDue ? bundle.quickFindings(of: file) : bundle.findings(of: file)
    let result = result(findings, in: bundle)
    let isKnown = Bytewise(parameters["previousResultId"]?.string) == Bytewise(result)
    return report(isKnown ? nil : findings, result, in: bundle)
  }

  /// `workspace/diagnostic`. Findings that were sent before are taken back, since the client asks for them from now on.
  mutating func pulledOfWorkspace(_ parameters: JSONValue, _ outgoing: inout [JSONValue]) -> JSONValue {
    isPulled = true
    var previous: BytewiseDictionary<String> = [:]
    for known in parameters["previousResultIds"]?.array ?? [] {
      if let uri = known["uri"]?.string { previous[uri] = known["value"]?.string }
    }
    var items: [JSONValue] = []
    for bundle in workspace.bundles.sortedMembers.map(\.value) {
      withdraw(bundle, &outgoing)
      for (file, report) in reports(of: bundle, previous: previous).sortedMembers {
        var item = report.object ?? JSONObject()
        item["uri"] = .string(bundle.uri(of: file))
        item["version"] = bundle.document(of: file).map { .number(Double($0.version)) } ?? .null
        items.append(.object(item))
      }
    }
    return ["items": .array(items)]
  }

  /// A report for each file of a bundle.
  ///
  /// - Parameter previous: the results that the client has, by URI. Clients ask every few seconds: nothing is checked while they
  ///   have the results of all files that are not open.
  private func reports(of bundle: OpenBundle, previous: BytewiseDictionary<String>) -> BytewiseDictionary<JSONValue> {
    func isKnown(_ file: String, _ result: String) -> Bool {
      Bytewise(previous[bundle.uri(of: file)]) == Bytewise(result)
    }
    let known = bundle.checkedResults.flatMap { results in
      results.allSatisfy { isKnown($0.key, $0.value) || bundle.document(of: $0.key) != nil } ? results : nil
    }
    let checked = known == nil ? checkedByFile(bundle.check(), of: bundle) : nil
    var reports: BytewiseDictionary<JSONValue> = [:]
    for (file, result) in known ?? checked?.results ?? [:] {
      let findings = isKnown(file, result) ? nil : checked?.findings[file] ?? bundle.findings(of: file)
      reports[file] = report(findings, result, in: bundle)
    }
    return reports
  }

  /// The findings of a check by file, and the result of each file, which the bundle keeps.
  private func checkedByFile(
    _ findings: [Diagnostic], of bundle: OpenBundle
  ) -> (findings: BytewiseDictionary<[Diagnostic]>, results: BytewiseDictionary<String>) {
    var byFile = findings.byPlace
    for path in bundle.engine.paths where byFile[path] == nil { byFile[path] = [] }
    let results = byFile.mapValues { result($0, in: bundle) }
    bundle.note(results: results)
    return (byFile, results)
  }

  /// A name for the content of a report: equal findings have an equal one.
  private func result(_ findings: [Diagnostic], in bundle: OpenBundle) -> String {
    var hash = StableHash()
    for finding in findings { hash.combine(FindingMessage(finding, in: bundle).json.text) }
    return hash.text
  }

  /// - Parameter findings: nil where the client has this result.
  private func report(_ findings: [Diagnostic]?, _ result: String, in bundle: OpenBundle) -> JSONValue {
    guard let findings else { return ["kind": "unchanged", "resultId": .string(result)] }
    let items = findings.map { FindingMessage($0, in: bundle).json }
    return ["kind": "full", "resultId": .string(result), "items": .array(items)]
  }
}

extension [Diagnostic] {
  /// By the files that show them.
  fileprivate var byPlace: BytewiseDictionary<[Diagnostic]> {
    var byFile: BytewiseDictionary<[Diagnostic]> = [:]
    for finding in self { byFile[finding.place, default: []].append(finding) }
    return byFile
  }
}
