// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension Explanation {
  /// The explanation of a code.
  package init(of code: DiagnosticCode) {
    self =
      switch code {
      case .syntax: .syntax
      case .trailingComma: .trailingComma
      case .jsonComment: .jsonComment
      case .curlyQuote: .curlyQuote
      case .unterminatedString: .unterminatedString
      case .missingComma: .missingComma
      case .duplicateKey: .duplicateKey
      case .encoding: .encoding
      case .limit: .limit
      case .unreadable: .unreadable
      case .outsideBundle: .outsideBundle
      case .unknownDialect: .unknownDialect
      case .manifest: .manifest
      case .moreFindings: .moreFindings
      case .unknownReference: .unknownReference
      case .cycle: .cycle
      case .resourceToResource: .resourceToResource
      case .typeMismatch: .typeMismatch
      case .unused: .unused
      case .missingFile: .missingFile
      case .ambiguousFile: .ambiguousFile
      case .orphanFile: .orphanFile
      case .rootName: .rootName
      case .noRoot: .noRoot
      case .badInherits: .badInherits
      case .listedTwice: .listedTwice
      case .duplicateStyle: .duplicateStyle
      case .shape: .shape
      case .kindClash: .kindClash
      case .badSelector: .badSelector
      case .missingParent: .missingParent
      case .unknownKey: .unknownKey
      case .untypedToken: .untypedToken
      case .badName: .badName
      case .notAToken: .notAToken
      case .badPointer: .badPointer
      case .unknownModifier: .unknownModifier
      case .missingContext: .missingContext
      case .resolver: .resolver
      case .badColor: .badColor
      case .outOfRange: .outOfRange
      case .badArity: .badArity
      case .unknownType: .unknownType
      case .unknownAttribute: .unknownAttribute
      case .fontPair: .fontPair
      case .constantContainer: .constantContainer
      case .looksLikeConstant: .looksLikeConstant
      case .formatVersion: .formatVersion
      case .numberInString: .numberInString
      case .badNumber: .badNumber
      case .badGlyph: .badGlyph
      case .badTokenValue: .badTokenValue
      case .draftForm: .draftForm
      case .missingPart: .missingPart
      case .contrast: .contrast
      case .stateWithoutNormal: .stateWithoutNormal
      case .baseThemeLeak: .baseThemeLeak
      case .nearDuplicateColor: .nearDuplicateColor
      case .deprecatedToken: .deprecatedToken
      case .suffixWithoutBase: .suffixWithoutBase
      case .unreachableVariant: .unreachableVariant
      case .unusedSuppression: .unusedSuppression
      case .unknownRule: .unknownRule
      }
  }
}
