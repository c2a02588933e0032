// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeDialects
import ThemeModel
import ThemeSyntax

/// The dialects that a file looks like by its content: a bit for each, in the order of `allDialects`.
struct Claims {
  var bits: UInt32
  /// Whether the content was readable. Unreadable content keeps the claims of the last readable content.
  var isOfReadable: Bool
  /// False when the content changed since.
  var isCurrent = true
}

extension BundleSources {
  /// The dialects that claim a file by its content, a bit for each. Parses the file if necessary.
  func claims(of file: FileID) -> UInt32 {
    if let claims = linked.files[file].claims, claims.isCurrent { return claims.bits }
    if let bits = claimsByName(linked.files[file].path) {
      if linked.files[file].exists { linked.files[file].claims = Claims(bits: bits, isOfReadable: true) }
      return linked.files[file].claims?.bits ?? 0
    }
    switch linked.files[file].stored {
    case .gone: break
    case .unreadable:
      if linked.files[file].claims == nil, let past = linked.files[file].past {
        noteClaims(of: file, linked.tree(of: past, file), isHeld: false)
      }
    case .text(let text):
      let syntax = syntax(of: file, text, manifest.limits.ofSyntax)
      noteClaims(of: file, syntax.tree, isHeld: syntax.isHeld)
    }
    return linked.files[file].claims?.bits ?? 0
  }

  /// Records the dialects that claim a file. An unreadable file keeps its last claims, or gets those of its recovered tree.
  func noteClaims(of file: FileID, _ tree: SourceTree, isHeld: Bool) {
    let path = linked.files[file].path
    if let bits = claimsByName(path) {
      linked.files[file].claims = Claims(bits: bits, isOfReadable: true)
      return
    }
    if isHeld, linked.files[file].claims?.isOfReadable ?? false {
      linked.files[file].claims?.isCurrent = true
      return
    }
    let past = isHeld ? linked.files[file].past : nil
    let tree = past.map { linked.tree(of: $0, file) } ?? tree
    var bits: UInt32 = 0
    for (index, type) in allDialects.enumerated()
    where (tree.format != .yaml || type.readsYAML) && type.claims(tree, path: path) { bits |= 1 << index }
    linked.files[file].claims = Claims(bits: bits, isOfReadable: !isHeld || past != nil)
  }

  /// The dialects that claim a file by its name alone; nil if its name identifies none.
  private func claimsByName(_ path: String) -> UInt32? {
    guard let index = allDialects.firstIndex(where: { $0.isNamedAsOwn(path: path) }) else { return nil }
    return 1 << index
  }
}
