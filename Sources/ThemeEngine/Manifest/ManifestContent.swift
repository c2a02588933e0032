// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel
import ThemeSyntax

/// The result of reading a manifest.
struct ManifestContent {
  /// Empty where the content cannot be read.
  var manifest = Manifest()
  var findings: [Finding] = []
  /// Whether the content is unreadable, so that the manifest of the last generation stays in force.
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
      findings += syntax.filter { !($0.omitted?.rule ?? $0.code).isStrict }
    }
  }
}
