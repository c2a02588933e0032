// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension DialectName {
  package var dialect: any Dialect.Type {
    switch self {
    case .redbeard: Redbeard.self
    case .oracle: Oracle.self
    case .giotto: Giotto.self
    case .flat: Flat.self
    case .inlthemes: INLThemes.self
    case .base16: Base16.self
    case .tokens: Tokens.self
    }
  }
}

/// All dialects, in the order of recognition.
package let allDialects: [any Dialect.Type] = DialectName.allCases.map(\.dialect)

/// A file of a bundle to start from.
package struct StarterFile: Sendable {
  /// Relative to the bundle's root, which has no directories.
  package let path: String
  /// Without the last line end.
  package let text: String
}
