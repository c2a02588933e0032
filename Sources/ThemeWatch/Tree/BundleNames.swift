// SPDX-License-Identifier: GPL-2.0-or-later

import ThemeModel

/// Whether a name never belongs to a bundle: hidden by a dot, or a temporary file of an editor or a copying program.
package func isIgnored(_ name: String) -> Bool {
  let bytes = name.utf8
  guard let first = bytes.first, let last = bytes.last else { return true }
  // .git, .#lock, .goutputstream-*, .syncthing.*, .f.8kQz1a of rsync, ..data
  if first == UInt8(ascii: ".") { return true }
  // Backups, and Emacs' auto-save files.
  if last == UInt8(ascii: "~") { return true }
  if first == UInt8(ascii: "#"), last == UInt8(ascii: "#") { return true }
  // Vim's swap files, f.swp, f.swo ..., and the file by which it tries the directory.
  if bytes.dropLast().suffix(3).elementsEqual(".sw".utf8) { return true }
  if name == "4913" { return true }
  // JetBrains' safe write.
  if name.hasSuffix("___jb_tmp___") || name.hasSuffix("___jb_old___") { return true }
  // sed -i: six letters and digits, so that `sed1.json` stays an ordinary file.
  return bytes.count == 9 && name.hasPrefix("sed") && bytes.dropFirst(3).allSatisfy(isLetterOrDigit)
}

/// Whether a file of this name can be part of a theme.
package func isCandidate(_ name: String) -> Bool {
  !isIgnored(name) && FileFormat.mayBeTheme(fileName: name)
}

/// Whether a name may have had bytes that are not UTF-8: they were replaced by U+FFFD when it was read.
package func hasReplacedBytes(_ name: String) -> Bool { name.unicodeScalars.contains("\u{FFFD}") }

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default:
    false
  }
}
