// SPDX-License-Identifier: GPL-2.0-or-later

import FindingSamples
import StyledText
import Testing
import ThemeEngine
import ThemeModel

@testable import Reporting

@Suite struct ExplanationTests {
  private func engine(for sample: [Explanation.File]) -> ThemeEngine {
    let engine = ThemeEngine(bundle: "sample")
    engine.apply(sample.map { FileChange(path: $0.path, content: .bytes(Array($0.text.utf8))) })
    return engine
  }

  /// - Parameter path: a file that the system refuses to read.
  private func codes(in sample: [Explanation.File], unreadable path: String? = nil) -> Set<DiagnosticCode> {
    let engine = engine(for: sample)
    if let path {
      let refusal = Finding(.unreadable, "`\(path)` cannot be read: Permission denied")
      engine.apply([FileChange(path: path, content: .unreadable(refusal))])
    }
    return Set(engine.report(on: .all).diagnostics.map(\.code))
  }

  /// Every rule has a bad and a good sample, and the page of `explain` is true for both.
  @Test(arguments: DiagnosticCode.allCases) func theEngineAgreesWithTheSamples(_ code: DiagnosticCode) {
    let explanation = Explanation(of: code)
    #expect(codes(in: explanation.good).isEmpty, "\(code.slug)")
    switch explanation.proof {
    case .engine: #expect(codes(in: explanation.bad).contains(code), "\(code.slug)")
    case .repeated:
      let found = engine(for: explanation.bad).check(Context())
      let many = Array(repeating: found, count: DiagnosticList.maximumEntries + 1).flatMap(\.self)
      #expect(!found.isEmpty && DiagnosticList(many).entries.last?.code == code, "\(code.slug)")
    case .unreadable(let path):
      #expect(codes(in: explanation.bad, unreadable: path).contains(code), "\(code.slug)")
    }
  }

  /// A page that names `livery fix` has a sample that it fixes.
  @Test(arguments: DiagnosticCode.allCases) func theSamplesAreFixedWherePagesSaySo(_ code: DiagnosticCode) {
    let explanation = Explanation(of: code)
    guard explanation.remedy.contains("`livery fix`") else { return }
    let files = explanation.bad.map { FileChange(path: $0.path, content: .bytes(Array($0.text.utf8))) }
    let fixing = Fixing(files, scope: .safe)
    #expect(!fixing.applied.isEmpty && !fixing.remaining.contains { $0.code == code }, "\(code.slug)")
  }

  @Test(arguments: DiagnosticCode.allCases) func eachIsWrittenInSentences(_ code: DiagnosticCode) {
    let explanation = Explanation(of: code)
    for text in [explanation.meaning, explanation.reason, explanation.remedy] {
      #expect(text.hasSuffix("."), "\(code.slug): \(text)")
      #expect(text.first.map { $0.isUppercase || $0 == "`" } == true, "\(code.slug): \(text)")
    }
    #expect(explanation.bad != explanation.good, "\(code.slug)")
  }

  /// In a narrow window only samples and words may be longer than a line.
  @Test(arguments: DiagnosticCode.allCases) func proseFitsIntoTheWindow(_ code: DiagnosticCode) {
    for line in ExplanationPage(code: code, width: 60).lines.map({ $0.text(for: .plain) }) where line.count > 60 {
      #expect(line.hasPrefix("  ") || !line.contains(" "), "\(line)")
    }
  }

  @Test func pages() {
    let text = ExplanationPage(code: .jsonComment, width: 160).lines.map { $0.text(for: .plain) }.joined(
      separator: "\n")
    #expect(
      text == """
        info[LV0003] json-comment

        A JSON file contains a comment.
        JSON does not allow it. Livery skips it; other programs that read the file may refuse it.

        Bad:
          theme.json
            { "gap": 8 /* points */ }
          theme.inc.json
            { "themes": ["theme.json"] }

        Good:
          theme.json
            { "gap": 8 }
          theme.inc.json
            { "themes": ["theme.json"] }

        How to fix it: Remove the comment. Only `livery check --strict` reports this.
        """)
  }
}
