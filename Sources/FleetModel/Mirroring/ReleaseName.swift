// SPDX-License-Identifier: GPL-2.0-or-later

package import TextComparison

/// The name of a release's directory: its number in 20 digits, a hyphen, and 12 digits of the hash of its list.
package struct ReleaseName: Hashable, Sendable, CustomStringConvertible {
  package let number: ReleaseNumber
  @Bytewise package var description: String

  package init(_ manifest: Manifest) {
    number = manifest.number
    _description = Bytewise("\(manifest.number.digits)-\(manifest.listHash.description.prefix(12))")
  }

  /// Nil for a text of a different form.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 33, bytes[20] == UInt8(ascii: "-"),
      let number = ReleaseNumber(digits: String(decoding: bytes[..<20], as: UTF8.self)),
      bytes[21...].allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.number = number
    _description = Bytewise(text)
  }

  /// Whether a text names this release: by its name, or by its number with or without zeros.
  package func isNamed(by text: String) -> Bool {
    Bytewise(text) == Bytewise(description) || ReleaseNumber(digits: text) == number
  }
}
