// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Reporting
import TextComparison
import ThemeEngine
import ThemeModel
import ThemeSyntax

enum CodeActionFeature {
  static func codeActions(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard request.client.takesCodeActionLiterals, let file = try request.file() else { return [] }
    let range = try request.bytes(in: file)
    let kinds = request.parameters["context"]?["only"]?.array?.compactMap(\.string)
    func isWanted(_ kind: String) -> Bool {
      kinds?.contains { $0.isEmpty || kind == $0 || kind.hasPrefix("\($0).") } ?? true
    }
    let actions = CodeActions(request, file, range)
    var found: [JSONValue] = []
    if isWanted("quickfix") { found += actions.fixes }
    if isWanted("refactor.extract") { found += actions.extraction }
    if isWanted("refactor.inline") { found += actions.inlining }
    if isWanted("source.fixAll") { found += actions.fixingAll(isAsked: kinds?.isEmpty == false) }
    if kinds == nil { found += actions.winner }
    return .array(found)
  }

  /// An action with the edits that `codeActions` left out.
  static func resolvedCodeAction(_ request: FeatureRequest) throws(ResponseError) -> JSONValue {
    guard var action = request.parameters.object else { throw .invalidParameters("an action is an object") }
    guard let uri = action["data"]?["uri"]?.string, let file = request.file(at: uri) else { return request.parameters }
    guard let edit = CodeActions(request, file, 0..<0).fixesOfAll else {
      throw .failed("the file has changed, and has no safe fixes any more")
    }
    action["edit"] = edit
    return .object(action)
  }
}

/// The actions at a range of a file.
private struct CodeActions {
  private let request: FeatureRequest
  private let file: BundleFile
  private let range: Range<Int>
  private var bundle: OpenBundle { file.bundle }

  init(_ request: FeatureRequest, _ file: BundleFile, _ range: Range<Int>) {
    self.request = request
    self.file = file
    self.range = range
  }

  // MARK: Findings

  /// A fix for each finding that has one, and a comment that silences it.
  var fixes: [JSONValue] {
    guard bundle.isText(file.path) else { return [] }
    return bundle.findings(of: file.path).flatMap { finding -> [JSONValue] in
      guard let place = finding.range, place.start.offset <= range.upperBound, range.lowerBound <= place.end.offset
      else { return [] }
      return [fix(finding), silence(finding, at: place)].compactMap(\.self)
    }
  }

  private func fix(_ finding: Diagnostic) -> JSONValue? {
    guard let fix = finding.fix else { return nil }
    return [
      "title": .string(fix.title), "kind": "quickfix", "diagnostics": [FindingMessage(finding, in: bundle).json],
      "isPreferred": .bool(fix.safe), "edit": edit(fix.edits.map { (file.path, $0.range, $0.text) }),
    ]
  }

  /// A comment on a line of its own, where the author replaces the last word.
  private func silence(_ finding: Diagnostic, at place: SourceRange) -> JSONValue? {
    guard !finding.code.isFixed, Bytewise(file.path) != Bytewise(BundleSettings.manifestPath),
      let tree = bundle.tree(of: file.path)
    else { return nil }
    let text = file.text
    let line = text.lines(of: ByteRange(place.start.offset, place.start.offset)).lowerBound
    let start = text.start(ofLine: line)
    let bytes = text.bytes
    let indent = String(decoding: bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    let lineEnd = TextLayout(bytes).lineEnd
    let words = "livery-ignore \(finding.code.rawValue): REASON"
    let comment: String
    switch tree.format {
    case .json: comment = "// \(words)"
    case .yaml: comment = "# \(words)"
    case .xmlPropertyList:
      // Nothing stands before the declaration of XML.
      guard line > 0 else { return nil }
      comment = "<!-- \(words) -->"
    case .binaryPropertyList: return nil
    }
    return [
      "title": .string("Silence \(finding.code.rawValue) here, with a reason"), "kind": "quickfix",
      "diagnostics": [FindingMessage(finding, in: bundle).json],
      "edit": edit([(file.path, ByteRange(start, start), "\(indent)\(comment)\(lineEnd)")]),
    ]
  }

  /// All safe fixes of the file. They are found when the client wants to apply them, since each search is a check and more.
  ///
  /// - Parameter isAsked: whether the client asked for actions of this kind.
  func fixingAll(isAsked: Bool) -> [JSONValue] {
    guard bundle.isText(file.path) else { return [] }
    let count = bundle.findings(of: file.path).count { $0.fix?.safe == true }
    guard count > 0 else { return [] }
    var action = JSONObject([
      (key: "title", value: "Apply all safe fixes of this file"), (key: "kind", value: "source.fixAll"),
    ])
    if request.client.resolvesEdits {
      action["data"] = ["uri": .string(file.uri)]
    } else {
      guard isAsked || count <= Self.maximumUnaskedFixes, let edit = fixesOfAll else { return [] }
      action["edit"] = edit
    }
    return [.object(action)]
  }

  /// Clients ask for actions at each move of the cursor.
  private static let maximumUnaskedFixes = 100

  /// Checks of the bundle while an editor waits.
  private static let maximumAttempts = 64

  /// Nil where no fix is left.
  var fixesOfAll: JSONValue? {
    let path = file.path
    let fixing = Fixing(
      bundle.contents, scope: .safe, maximumAttempts: Self.maximumAttempts,
      isWritable: { Bytewise($0) == Bytewise(path) })
    guard let fixed = fixing.changed[path] else { return nil }
    let change = TextChange(from: file.text.bytes, to: fixed)
    return edit([(path, ByteRange(change.range.lowerBound, change.range.upperBound), change.text)])
  }

  // MARK: Refactoring

  var extraction: [JSONValue] {
    let constant = Extraction(file, at: range.lowerBound).map { ("constant `\($0.name)`", $0.edits) }
    let member = GroupExtraction(file, at: range.lowerBound).map { ("token `\($0.name)`", $0.edits) }
    return [constant, member].compactMap(\.self).map { title, edits in
      [
        "title": .string("Extract the \(title)"), "kind": "refactor.extract",
        "edit": edit(edits.map { (file.path, $0.range, $0.text) }),
      ]
    }
  }

  var inlining: [JSONValue] {
    guard let inlining = Inlining(Place(file: file, offset: range.lowerBound)) else { return [] }
    return [
      [
        "title": .string("Replace the reference by the value of `\(inlining.name)`"), "kind": "refactor.inline",
        "edit": edit(inlining.edits.map { (file.path, $0.range, $0.text) }),
      ]
    ]
  }

  /// Leads from a declaration that does not count to the one that does.
  var winner: [JSONValue] {
    guard request.client.showsDocuments, let found = Place(file: file, offset: range.lowerBound).name,
      found.entry != nil, let winner = NamedDeclarations(of: found.name, in: bundle).winner,
      Bytewise(winner.file) != Bytewise(file.path) || winner.range != found.range
    else { return [] }
    let place: JSONValue = [
      "uri": .string(bundle.uri(of: winner.file)), "takeFocus": true,
      "selection": bundle.range(winner.range, of: winner.file),
    ]
    let title = "Go to the declaration that wins, in \(winner.file)"
    return [
      [
        "title": .string(title),
        "command": ["title": .string(title), "command": .string(Commands.show), "arguments": [place]],
      ]
    ]
  }

  private func edit(_ edits: [BundleEdit]) -> JSONValue {
    request.workspaceEdit(edits, in: bundle)
  }
}
