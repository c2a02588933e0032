// SPDX-License-Identifier: GPL-2.0-or-later

import Reporting
import TextComparison
import ThemeModel

/// The rules of the findings at a place, in the words of `livery explain`. Editors show the messages themselves.
struct ExplainedFindings {
  /// Words of ours alone, with names as code.
  let paragraphs: [String]
  let range: ByteRange

  private static let maximumRules = 3

  /// Nil without a finding.
  init?(at place: Place) {
    let findings = place.bundle.knownFindings(of: place.file.path).compactMap { finding in
      finding.range.map { (code: finding.code, range: ByteRange($0.start.offset, $0.end.offset)) }
    }.filter { Int($0.range.start) <= place.offset && place.offset <= Int($0.range.end) }
    guard let first = findings.first else { return nil }
    range = first.range
    var codes: [DiagnosticCode] = []
    for finding in findings where !codes.contains(finding.code) { codes.append(finding.code) }
    paragraphs = codes.prefix(Self.maximumRules).map { code in
      let explanation = Explanation(of: code)
      return """
        \(code.rawValue) `\(code.slug)`: \(explanation.meaning) \(explanation.reason) How to fix it: \(explanation.remedy) \
        Samples: `livery explain \(code.rawValue)`.
        """
    }
  }
}
