// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// A manifest as it is read from the content of its file.
struct ManifestContent {
  /// Empty where the content cannot be read.
  var manifest = Manifest()
  var findings: [Finding] = []
  /// Whether the content cannot be read, so that the manifest of the last generation goes on to hold.
  var isHeld = false

  init(_ content: FileChange.Content) {
    switch content {
    case .gone: break
    case .unreadable(let finding):
      findings = [finding]
      isHeld = true
    case .bytes(let bytes):
      let (tree, syntax) = parseJSON(bytes)
      isHeld = syntax.contains(where: \.code.holdsBack)
      if !isHeld { (manifest, findings) = ManifestReader.read(tree) }
      // Comments and trailing commas are part of the format here.
      findings += syntax.filter { !$0.code.isStrict }
    }
  }
}
