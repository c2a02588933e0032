// SPDX-License-Identifier: GPL-2.0-or-later

import JSONText
import ThemeModel

/// A finding as the protocol has it.
struct FindingMessage {
  private let finding: Diagnostic
  private let bundle: OpenBundle

  init(_ finding: Diagnostic, in bundle: OpenBundle) {
    self.finding = finding
    self.bundle = bundle
  }

  var json: JSONValue {
    var object = JSONObject()
    object["range"] = range(finding.range, of: finding.file)
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
    if let tag { object["tags"] = [.number(Double(tag))] }
    let related = finding.related.map { other -> JSONValue in
      [
        "location": ["uri": .string(bundle.uri(of: other.file)), "range": range(other.range, of: other.file)],
        "message": .string(other.message),
      ]
    }
    if !related.isEmpty { object["relatedInformation"] = .array(related) }
    return .object(object)
  }

  private func range(_ range: SourceRange?, of file: String) -> JSONValue {
    bundle.range(range.map { ByteRange($0.start.offset, $0.end.offset) } ?? ByteRange(0, 0), of: file)
  }

  /// Unnecessary is 1, deprecated 2.
  private var tag: Int? {
    switch finding.code {
    case .unused, .orphanFile, .listedTwice: 1
    case .deprecatedToken, .draftForm: 2
    default: nil
    }
  }
}
