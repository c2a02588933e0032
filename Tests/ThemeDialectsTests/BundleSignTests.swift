// SPDX-License-Identifier: GPL-2.0-or-later

import Testing
import ThemeDialects
import ThemeModel

/// Names of files that show where a bundle begins, among the files of any project.
@Suite struct BundleSignTests {
  @Test(arguments: [
    ("theme.inc.json", DialectName.redbeard, BundleSign.name), ("theme_pad.inc.json", .redbeard, .name),
    ("theme.json", .oracle, .content), ("main.plist", .giotto, .content), ("base.tokens.json", .tokens, .name),
    ("base.resolver.json", .tokens, .name),
  ]) func signs(name: String, dialect: DialectName, sign: BundleSign) {
    let signs = allDialects.compactMap { type in type.sign(ofFileNamed: name).map { (type.name, $0) } }
    #expect(signs.count == 1 && signs[0] == (dialect, sign), "\(signs)")
  }

  @Test(arguments: ["colors.json", "more.inc.json", "nord.yaml", "package.json", "theme.txt"])
  func otherNames(name: String) {
    #expect(allDialects.allSatisfy { $0.sign(ofFileNamed: name) == nil })
  }
}
