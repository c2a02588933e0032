// SPDX-License-Identifier: GPL-2.0-or-later

import BundleReading
import JSONText
import TextComparison
import ThemeEngine

/// Hashes that show whether a bundle is the same as at the end of the last run. They guard against accidents, not against malice.
enum Fingerprint {
  /// The hash of files in the order of their paths and of the values set at run time; nil if a file cannot be read.
  static func of(_ changes: [FileChange], _ settings: RuntimeSettings) -> String? {
    var hash: UInt64 = start
    mix(settings.json.bytes, into: &hash)
    for change in changes.sorted(by: { Bytewise($0.path) < Bytewise($1.path) }) {
      guard case .bytes(let bytes) = change.content else { return nil }
      mix(change.path.utf8, into: &hash)
      mix(bytes, into: &hash)
    }
    return String(hash, radix: 16)
  }

  static func of(_ text: String) -> String {
    var hash = start
    mix(text.utf8, into: &hash)
    return String(hash, radix: 16)
  }

  private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  /// FNV-1a, 64 bits, with the length first, so that no two lists of files give the same bytes.
  private static func mix(_ bytes: some Collection<UInt8>, into hash: inout UInt64) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { mix($0, &hash) }
    mix(bytes, &hash)
  }

  private static func mix(_ bytes: some Collection<UInt8>, _ hash: inout UInt64) {
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }
}

extension BundleName {
  /// The beginning of the names of the bundle's state files. A file system takes names of 255 bytes, and the files add a suffix.
  var fileStem: String {
    guard text.utf8.count > 160 else { return text }
    return "\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))))-\(Fingerprint.of(text))"
  }
}
