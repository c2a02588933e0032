// SPDX-License-Identifier: MIT

import Testing
import ThemeModel

@Suite struct DiagnosticCodeTests {
  /// The contract: code, slug, severity. An entry may be added; none may change.
  private static let catalogue = """
    LV0001 syntax error
    LV0002 trailing-comma info
    LV0003 json-comment info
    LV0004 curly-quote error
    LV0005 unterminated-string error
    LV0006 missing-comma error
    LV0007 duplicate-key warning
    LV0008 encoding error
    LV0009 limit error
    LV0010 unreadable error
    LV0011 outside-bundle error
    LV0012 unknown-dialect error
    LV0013 manifest error
    LV0014 more-findings info
    LV1001 unknown-reference error
    LV1002 cycle error
    LV1003 resource-to-resource error
    LV1004 type-mismatch error
    LV1005 unused info
    LV1006 missing-file error
    LV1007 ambiguous-file error
    LV1008 orphan-file info
    LV1009 root-name error
    LV1010 no-root error
    LV1011 bad-inherits error
    LV1012 listed-twice warning
    LV1013 duplicate-style warning
    LV1014 shape error
    LV1015 kind-clash warning
    LV1016 bad-selector error
    LV1017 missing-parent error
    LV1018 unknown-key warning
    LV1019 untyped-token error
    LV1020 bad-name error
    LV1021 not-a-token error
    LV1022 bad-pointer error
    LV1023 unknown-modifier error
    LV1024 missing-context error
    LV1025 resolver error
    LV2001 bad-color error
    LV2002 out-of-range error
    LV2003 bad-arity error
    LV2004 unknown-type error
    LV2005 unknown-attribute info
    LV2006 font-pair warning
    LV2007 constant-container error
    LV2008 looks-like-constant warning
    LV2009 format-version warning
    LV2010 number-in-string warning
    LV2011 bad-number error
    LV2012 bad-glyph error
    LV2013 bad-token-value error
    LV2014 draft-form warning
    LV2015 missing-part warning
    LV3001 contrast warning
    LV3002 state-without-normal warning
    LV3003 base-theme-leak warning
    LV3004 near-duplicate-color info
    LV3005 deprecated-token info
    LV4001 suffix-without-base warning
    LV4002 unreachable-variant warning
    LV9001 unused-suppression warning
    LV9002 unknown-rule warning
    """

  @Test func codesSlugsAndSeverities() {
    let entries = DiagnosticCode.allCases.map { "\($0.rawValue) \($0.slug) \($0.severity.rawValue)" }
    #expect(entries == Self.catalogue.split(separator: "\n").map(String.init))
  }

  @Test func whatIsPublished() {
    func published(_ code: DiagnosticCode) -> Bool { code.isPublished }
    #expect(published(.syntax) && published(.unknownReference) && published(.duplicateKey) && published(.badNumber))
    #expect(!published(.contrast) && !published(.suffixWithoutBase) && !published(.unknownRule))
  }

  @Test func whatHasANumberAndAName() {
    for code in DiagnosticCode.allCases {
      #expect(DiagnosticCode(named: code.rawValue) == code)
      #expect(DiagnosticCode(named: code.slug) == code)
    }
    #expect(DiagnosticCode(named: "lv1001") == nil && DiagnosticCode(named: "") == nil)
  }

  @Test func whatNoManifestDecidesOn() {
    let codes = DiagnosticCode.allCases.filter { $0.isFixed && !$0.holdsBack }.map(\.rawValue)
    #expect(codes == ["LV0011", "LV0012", "LV0013", "LV1010"])
  }

  @Test func whatHoldsBack() {
    let codes = DiagnosticCode.allCases.filter(\.holdsBack).map(\.rawValue)
    #expect(codes == ["LV0001", "LV0004", "LV0005", "LV0006", "LV0008", "LV0009", "LV0010"])
  }

  @Test func severitiesAreOrdered() {
    #expect(Severity.allCases.sorted() == [.info, .warning, .error])
  }
}
