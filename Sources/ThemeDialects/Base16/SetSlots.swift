// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The values that are set at run time: slots and texts by the names that they have as constants.
enum SetSlots {
  static func declarations(of tree: SourceTree) -> Declarations {
    var reader = DeclarationReader(tree)
    guard let root = tree.root, tree.kind(of: root) == .object else { return reader.builder.declarations }
    for member in reader.members(of: root) {
      let id = tree.key(of: member)
      reader.builder.entry(id, in: .constants)
      if id.hasPrefix("base") {
        let color = reader.color(member.value, id)
        if let color { reader.leaf(.color(color), member.value) } else { reader.leaf(.invalid, member.value) }
      } else if let text = tree.writtenText(of: member.value) {
        reader.leaf(.string(text), member.value)
      } else {
        reader.report(.shape, "`\(id)` is a text", member.value, id: id, help: "write a text")
        reader.leaf(.invalid, member.value)
      }
    }
    return reader.builder.declarations
  }
}
