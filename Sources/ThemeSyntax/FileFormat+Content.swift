// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension FileFormat {
  /// The format of a file: that which its content shows, else the one that its name promises. YAML shows in the name alone,
  /// since YAML may begin as JSON does, and JSON is YAML.
  package init?(of bytes: [UInt8], named path: String) {
    let promised = FileFormat(named: path)
    guard let format = promised == .yaml ? promised : FileFormat(of: bytes) ?? promised else { return nil }
    self = format
  }

  /// The format that a file's content shows, YAML left out; nil when its first byte that counts begins none.
  package init?(of bytes: [UInt8]) {
    if bytes.starts(with: "bplist".utf8) {
      self = .binaryPropertyList
      return
    }
    guard let first = firstByte(of: bytes)?.byte else { return nil }
    switch first {
    case UInt8(ascii: "<"): self = .xmlPropertyList
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "/"), UInt8(ascii: "\""),
      UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      self = .json
    default: return nil
    }
  }
}
