// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// A request about files and places, with all that its answer depends on.
struct FeatureRequest {
  let parameters: JSONValue
  let workspace: Workspace
  let daemon: any RunningDaemon

  init(_ parameters: JSONValue, _ workspace: Workspace, _ daemon: any RunningDaemon) {
    self.parameters = parameters
    self.workspace = workspace
    self.daemon = daemon
  }

  var client: ClientCapabilities { workspace.client }

  /// The file of the request; nil for one of no bundle, for which every answer is empty.
  func file() throws(ResponseError) -> BundleFile? {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw .invalidParameters("`textDocument` has a `uri`")
    }
    return file(at: uri)
  }

  func file(at uri: String) -> BundleFile? {
    DocumentURI.path(of: uri).flatMap { workspace.bundle(of: $0) }.map { BundleFile(bundle: $0.0, path: $0.1) }
  }

  func place() throws(ResponseError) -> Place? {
    let position = try TextPosition(parameters["position"])
    return try file().map { Place(file: $0, offset: $0.text.offset(of: position, client.encoding)) }
  }

  /// The bytes of the request's `range` in a file.
  func bytes(in file: BundleFile) throws(ResponseError) -> Range<Int> {
    let range = parameters["range"]
    let start = file.text.offset(of: try TextPosition(range?["start"]), client.encoding)
    let end = file.text.offset(of: try TextPosition(range?["end"]), client.encoding)
    guard start <= end else { throw .invalidParameters("a range ends before it starts") }
    return start..<end
  }

  /// Edits of several files of a bundle, in the form that the client reads.
  func workspaceEdit(
    _ edits: [BundleEdit], in bundle: OpenBundle, annotation: String? = nil
  ) -> JSONValue {
    let edits = edits.map { FileEdit(BundleFile(bundle: bundle, path: $0.file), $0.range, $0.text) }
    return workspaceEdit(edits, annotation: annotation)
  }

  /// Edits of several files, in the form that the client reads.
  ///
  /// - Parameter annotation: why the user should look at the edits before they are made; nil where no look is needed.
  func workspaceEdit(_ edits: [FileEdit], annotation: String? = nil) -> JSONValue {
    let isAnnotated = annotation != nil && client.takesAnnotations
    var byDocument: BytewiseDictionary<(version: JSONValue, edits: [JSONValue])> = [:]
    for edit in edits {
      var json = JSONObject([
        (key: "range", value: edit.file.range(edit.range)), (key: "newText", value: .string(edit.text)),
      ])
      if isAnnotated { json["annotationId"] = "used" }
      byDocument[edit.file.uri, default: (edit.file.version, [])].edits.append(.object(json))
    }
    let sorted = byDocument.sortedMembers
    guard client.takesDocumentChanges else {
      return ["changes": .object(JSONObject(sorted.map { (key: $0.key, value: .array($0.value.edits)) }))]
    }
    let changes = sorted.map { uri, document -> JSONValue in
      ["textDocument": ["uri": .string(uri), "version": document.version], "edits": .array(document.edits)]
    }
    var edit = JSONObject([(key: "documentChanges", value: .array(changes))])
    if isAnnotated, let annotation {
      edit["changeAnnotations"] = ["used": ["label": .string(annotation), "needsConfirmation": true]]
    }
    return .object(edit)
  }
}

/// The new text of a range of a file, which is named as in its bundle.
typealias BundleEdit = (file: String, range: ByteRange, text: String)

/// The new text of a range of a file.
struct FileEdit {
  let file: BundleFile
  let range: ByteRange
  let text: String

  init(_ file: BundleFile, _ range: ByteRange, _ text: String) {
    self.file = file
    self.range = range
    self.text = text
  }
}

/// A file of a bundle.
struct BundleFile {
  let bundle: OpenBundle
  @Bytewise var path: String

  init(bundle: OpenBundle, path: String) {
    self.bundle = bundle
    _path = Bytewise(path)
  }

  var text: TextLines { bundle.text(of: path) }
  var index: FileIndex? { bundle.index(of: path) }
  var uri: String { bundle.uri(of: path) }
  /// Of the document over it; null where there is none.
  var version: JSONValue { bundle.document(of: path).map { .number(Double($0.version)) } ?? .null }
  func range(_ range: ByteRange) -> JSONValue { bundle.range(range, of: path) }
}

/// A place in a file of a bundle.
struct Place {
  let file: BundleFile
  /// In bytes.
  let offset: Int

  var bundle: OpenBundle { file.bundle }
}
