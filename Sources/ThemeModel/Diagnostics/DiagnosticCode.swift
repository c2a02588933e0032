// SPDX-License-Identifier: MIT

/// The weight of a finding. Errors leave values out; warnings keep them; only `check` reports infos.
package enum Severity: String, Sendable, CaseIterable, Comparable {
  case info, warning, error

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The catalogue of findings. Raw values (`LV1001`) and slugs are stable and never reused.
package enum DiagnosticCode: String, Sendable, CaseIterable {
  case syntax = "LV0001"
  case trailingComma = "LV0002"
  case jsonComment = "LV0003"
  case curlyQuote = "LV0004"
  case unterminatedString = "LV0005"
  case missingComma = "LV0006"
  case duplicateKey = "LV0007"
  case encoding = "LV0008"
  case limit = "LV0009"
  case unreadable = "LV0010"
  case outsideBundle = "LV0011"
  case unknownDialect = "LV0012"
  case manifest = "LV0013"
  case moreFindings = "LV0014"
  case unknownReference = "LV1001"
  case cycle = "LV1002"
  case resourceToResource = "LV1003"
  case typeMismatch = "LV1004"
  case unused = "LV1005"
  case missingFile = "LV1006"
  case ambiguousFile = "LV1007"
  case orphanFile = "LV1008"
  case rootName = "LV1009"
  case noRoot = "LV1010"
  case badInherits = "LV1011"
  case listedTwice = "LV1012"
  case duplicateStyle = "LV1013"
  case shape = "LV1014"
  case kindClash = "LV1015"
  case badSelector = "LV1016"
  case missingParent = "LV1017"
  case unknownKey = "LV1018"
  case untypedToken = "LV1019"
  case badName = "LV1020"
  case notAToken = "LV1021"
  case badPointer = "LV1022"
  case unknownModifier = "LV1023"
  case missingContext = "LV1024"
  case resolver = "LV1025"
  case badColor = "LV2001"
  case outOfRange = "LV2002"
  case badArity = "LV2003"
  case unknownType = "LV2004"
  case unknownAttribute = "LV2005"
  case fontPair = "LV2006"
  case constantContainer = "LV2007"
  case looksLikeConstant = "LV2008"
  case formatVersion = "LV2009"
  case numberInString = "LV2010"
  case badNumber = "LV2011"
  case badGlyph = "LV2012"
  case badTokenValue = "LV2013"
  case draftForm = "LV2014"
  case missingPart = "LV2015"
  case contrast = "LV3001"
  case stateWithoutNormal = "LV3002"
  case baseThemeLeak = "LV3003"
  case nearDuplicateColor = "LV3004"
  case deprecatedToken = "LV3005"
  case suffixWithoutBase = "LV4001"
  case unreachableVariant = "LV4002"
  case unusedSuppression = "LV9001"
  case unknownRule = "LV9002"

  /// The stable name beside the code, as in `error[unknown-reference]`.
  package var slug: String { Self.slugs[self, default: ""] }

  private static let slugs = Dictionary(uniqueKeysWithValues: allCases.map { ($0, kebabCase("\($0)")) })

  /// The default severity.
  package var severity: Severity {
    switch self {
    case .trailingComma, .jsonComment, .moreFindings, .unused, .orphanFile, .unknownAttribute, .nearDuplicateColor,
      .deprecatedToken:
      .info
    case .duplicateKey, .listedTwice, .duplicateStyle, .kindClash, .unknownKey, .fontPair, .looksLikeConstant,
      .formatVersion, .numberInString, .draftForm, .missingPart, .contrast, .stateWithoutNormal, .baseThemeLeak,
      .suffixWithoutBase,
      .unreachableVariant, .unusedSuppression, .unknownRule:
      .warning
    case .syntax, .curlyQuote, .unterminatedString, .missingComma, .encoding, .limit, .unreadable, .outsideBundle,
      .unknownDialect, .manifest, .unknownReference, .cycle, .resourceToResource, .typeMismatch, .missingFile,
      .ambiguousFile, .rootName, .noRoot, .badInherits, .shape, .badSelector, .missingParent, .untypedToken, .badName,
      .notAToken, .badPointer, .unknownModifier, .missingContext, .resolver, .badColor, .outOfRange, .badArity,
      .unknownType, .constantContainer, .badNumber, .badGlyph, .badTokenValue:
      .error
    }
  }

  /// The code of this number or slug: `LV1001` or `unknown-reference`.
  package init?(named name: String) {
    guard let code = DiagnosticCode(rawValue: name) ?? Self.allCases.first(where: { $0.slug == name }) else {
      return nil
    }
    self = code
  }

  /// Whether snapshots, deltas and events carry its errors and warnings: LV0 to LV2. The others come from `check` alone, as
  /// all infos do but `moreFindings`, which is about the list itself.
  package var isPublished: Bool { rawValue < "LV3" }

  /// Whether declarations or files may be unknown after an error of this code.
  package var hidesDeclarations: Bool { traits.contains(.hidesDeclarations) }

  /// Whether the same is true for an error of this code that concerns no single id.
  package var hidesDeclarationsOfFiles: Bool { traits.contains(.hidesDeclarationsOfFiles) }

  /// Whether its finding may be false while any declaration is unknown: it compares resolved values, or reports that something is
  /// missing or not used.
  package var needsCompleteBundle: Bool { traits.contains(.needsCompleteBundle) }

  /// Whether it reports that a file or the bundle is not read as written: no manifest changes its severity.
  package var isFixed: Bool { traits.contains(.isFixed) }

  /// Whether it is about an addition to the format that Livery accepts; strict checks alone report it.
  package var isStrict: Bool { traits.contains(.isStrict) }

  /// Whether it reports that the file is not valid in its format, so that its last good state is held.
  package var holdsBack: Bool { traits.contains(.holdsBack) }

  /// Whether its cause may be a wrong value at a different place.
  package var mayFollowFromValues: Bool { traits.contains(.mayFollowFromValues) }

  private struct Traits: OptionSet {
    let rawValue: UInt8

    static let holdsBack = Traits(rawValue: 1)
    static let isFixed = Traits(rawValue: 2)
    static let hidesDeclarations = Traits(rawValue: 4)
    static let hidesDeclarationsOfFiles = Traits(rawValue: 8)
    static let needsCompleteBundle = Traits(rawValue: 16)
    static let isStrict = Traits(rawValue: 32)
    static let mayFollowFromValues = Traits(rawValue: 64)
  }

  /// Without a default case, so that the traits of a new code are a decision.
  private var traits: Traits {
    switch self {
    case .syntax, .curlyQuote, .unterminatedString, .missingComma, .encoding, .limit, .unreadable:
      [.holdsBack, .isFixed, .hidesDeclarations]
    case .outsideBundle, .unknownDialect, .manifest, .noRoot: [.isFixed, .hidesDeclarations]
    case .missingFile, .ambiguousFile, .rootName: .hidesDeclarations
    case .shape, .constantContainer, .badSelector, .resolver: .hidesDeclarationsOfFiles
    case .unused, .contrast, .stateWithoutNormal, .baseThemeLeak: [.needsCompleteBundle, .mayFollowFromValues]
    case .orphanFile, .nearDuplicateColor, .suffixWithoutBase, .unreachableVariant: .needsCompleteBundle
    case .trailingComma, .jsonComment: .isStrict
    case .duplicateKey, .moreFindings, .unknownReference, .cycle, .resourceToResource, .typeMismatch, .badInherits,
      .listedTwice, .duplicateStyle, .kindClash, .missingParent, .unknownKey, .badColor, .outOfRange, .badArity,
      .unknownType, .unknownAttribute, .fontPair, .looksLikeConstant, .formatVersion, .numberInString, .badNumber,
      .badGlyph, .badTokenValue, .untypedToken, .badName, .notAToken, .badPointer, .unknownModifier, .missingContext,
      .draftForm, .missingPart, .deprecatedToken, .unusedSuppression, .unknownRule:
      []
    }
  }
}

/// `badColor` -> `bad-color`.
private func kebabCase(_ name: String) -> String {
  var result = ""
  for character in name {
    if character.isUppercase { result += "-" }
    result += character.lowercased()
  }
  return result
}
