// SPDX-License-Identifier: GPL-2.0-or-later

/// All dialects, in the order in which a bundle is held against them. A new one is a folder and a line here.
package let allDialects: [any Dialect.Type] = [
  Redbeard.self,
  Oracle.self,
  Giotto.self,
  Flat.self,
  INLThemes.self,
]
