// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The values that are set at run time: tokens by their paths. Each is a whole token, or a value of the type of its group.
enum SetTokens {
  static func declarations(of tree: SourceTree) -> Declarations {
    guard let root = tree.root, tree.kind(of: root) == .object else { return Declarations() }
    return TokenFile.declarations(of: tree, ofSetTokens: root)
  }
}
