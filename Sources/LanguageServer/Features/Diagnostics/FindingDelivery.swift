// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// Which findings the client is sent and asks for: exactly those of `livery check` for the texts in the editor.
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
    for file in files { publish(bundle.quickFindings(of: file), of: file, in: bundle, &outgoing) }
  }

  /// Checks a bundle, and sends the findings that the client does not ask for. Returns whether the client has to ask again.
  func publishAll(of bundle: OpenBundle, _ outgoing: inout [JSONValue]) -> Bool {
    bundle.checkDeadline = nil
    let findings = bundle.check()
    guard !isPulled else { return client.refreshesDiagnostics }
    var byFile: BytewiseDictionary<[Diagnostic]> = [:]
    for finding in findings { byFile[finding.place, default: []].append(finding) }
    // Files that had findings before get an empty list.
    let files = BytewiseSet(byFile.keys).union(bundle.published).union(BytewiseSet(bundle.documents.keys))
    for file in files.sorted() where !(client.pullsDiagnostics && bundle.document(of: file) != nil) {
      publish(byFile[file] ?? [], of: file, in: bundle, &outgoing)
    }
    return client.pullsDiagnostics && client.refreshesDiagnostics
  }

  /// Takes back the findings of a bundle that were sent.
  func takeBack(_ bundle: OpenBundle, _ outgoing: inout [JSONValue]) {
    for file in bundle.published.sorted() { publish([], of: file, in: bundle, &outgoing) }
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
    let findings =
      isDue ? bundle.quickFindings(of: file) : bundle.check().filter { Bytewise($0.place) == Bytewise(file) }
    return report(findings, previous: parameters["previousResultId"]?.string, in: bundle)
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
      takeBack(bundle, &outgoing)
      var byFile: BytewiseDictionary<[Diagnostic]> = [:]
      for path in bundle.engine.paths { byFile[path] = [] }
      for finding in bundle.check() { byFile[finding.place, default: []].append(finding) }
      for (file, findings) in byFile.sortedMembers {
        let uri = bundle.uri(of: file)
        var item = report(findings, previous: previous[uri], in: bundle).object ?? JSONObject()
        item["uri"] = .string(uri)
        item["version"] = bundle.document(of: file).map { .number(Double($0.version)) } ?? .null
        items.append(.object(item))
      }
    }
    return ["items": .array(items)]
  }

  private func report(_ findings: [Diagnostic], previous: String?, in bundle: OpenBundle) -> JSONValue {
    let items = JSONValue.array(findings.map { FindingMessage($0, in: bundle).json })
    // A name for the content: equal findings have an equal one.
    var hash = StableHash()
    hash.combine(items.text.utf8)
    if previous == hash.text { return ["kind": "unchanged", "resultId": .string(hash.text)] }
    return ["kind": "full", "resultId": .string(hash.text), "items": items]
  }
}

extension Diagnostic {
  /// The file that shows the finding: one about the whole bundle is shown in the manifest.
  fileprivate var place: String { file.isEmpty ? BundleSettings.manifestPath : file }
}
