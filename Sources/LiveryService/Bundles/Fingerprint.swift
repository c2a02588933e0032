// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import JSONText
import TextComparison
import ThemeEngine
import ThemeModel

/// Hashes that show whether a bundle is the same as at the end of the last run. They guard against accidents, not against malice.
enum Fingerprint {
  /// The hash of files in the order of their paths and of the values set at run time; nil if a file cannot be read.
  static func of(_ changes: [FileChange], _ settings: RuntimeSettings) -> String? {
    var hash = StableHash()
    mix(settings.json.bytes, into: &hash)
    for change in changes.sorted(by: { Bytewise($0.path) < Bytewise($1.path) }) {
      guard case .bytes(let bytes) = change.content else { return nil }
      mix(Array(change.path.utf8), into: &hash)
      mix(bytes, into: &hash)
    }
    return hash.text
  }

  static func of(_ text: String) -> String {
    var hash = StableHash()
    mix(Array(text.utf8), into: &hash)
    return hash.text
  }

  /// Adds bytes with their length first, so that no two lists of files give the same bytes.
  private static func mix(_ bytes: [UInt8], into hash: inout StableHash) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.combine($0) }
    bytes.withUnsafeBytes { hash.combine($0) }
  }
}

extension BundleName {
  /// The beginning of the names of the bundle's state files. A file system takes names of 255 bytes, and the files add a suffix.
  var fileStem: String {
    guard text.utf8.count > 160 else { return text }
    return "\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))))-\(Fingerprint.of(text))"
  }
}
