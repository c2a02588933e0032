// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import Reporting
import TextComparison
import ThemeEngine
import ThemeModel

extension LanguageServer {
  func codeActions(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    guard client.takesCodeActionLiterals, let (bundle, file) = try file(parameters) else { return [] }
    let text = bundle.text(of: file)
    let start = text.offset(of: try TextPosition(parameters["range"]?["start"]), client.encoding)
    let end = text.offset(of: try TextPosition(parameters["range"]?["end"]), client.encoding)
    let kinds = parameters["context"]?["only"]?.array?.compactMap(\.string)
    func isWanted(_ kind: String) -> Bool { kinds?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true }
    var actions: [JSONValue] = []
    let findings = bundle.check().filter { Bytewise($0.file) == Bytewise(file) }
    if isWanted("quickfix") {
      for finding in findings {
        guard let fix = finding.fix, let range = finding.range, range.start.offset <= end, start <= range.end.offset
        else { continue }
        actions.append(
          [
            "title": .string(fix.title), "kind": "quickfix", "diagnostics": [json(finding, in: bundle)],
            "isPreferred": .bool(fix.safe),
            "edit": workspaceEdit(fix.edits.map { (file, $0.range, $0.text) }, in: bundle),
          ])
      }
    }
    if isWanted("source.fixAll"), let edit = fixAll(file, in: bundle) {
      actions.append(["title": "Apply all safe fixes of this file", "kind": "source.fixAll", "edit": edit])
    }
    return .array(actions)
  }

  /// All safe fixes of a file; nil where there is none.
  private func fixAll(_ file: String, in bundle: OpenBundle) -> JSONValue? {
    guard bundle.check().contains(where: { $0.fix?.safe == true && Bytewise($0.file) == Bytewise(file) }) else {
      return nil
    }
    let contents = (bundle.engine.paths + [BundleSettings.manifestPath]).compactMap { path in
      bundle.engine.source(of: path).map { FileChange(path: path, content: .bytes($0)) }
    }
    let fixing = Fixing(contents, scope: .safe, isWritable: { Bytewise($0) == Bytewise(file) })
    guard let fixed = fixing.changed[file] else { return nil }
    // One edit of what differs: lines that stay are not touched.
    let old = bundle.text(of: file).bytes
    let prefix = zip(old, fixed).prefix { $0 == $1 }.count
    let most = min(old.count, fixed.count) - prefix
    let suffix = zip(old.reversed(), fixed.reversed()).prefix(most).prefix { $0 == $1 }.count
    // Between characters.
    var start = prefix
    while start > 0, old[start - 1] >= 0x80 { start -= 1 }
    var end = suffix
    while end > 0, old[old.count - end] >= 0x80 { end -= 1 }
    let text = String(decoding: fixed[start..<(fixed.count - end)], as: UTF8.self)
    return workspaceEdit([(file, ByteRange(start, old.count - end), text)], in: bundle)
  }
}
