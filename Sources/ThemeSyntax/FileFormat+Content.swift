// SPDX-License-Identifier: GPL-2.0-or-later

package import ThemeModel

extension FileFormat {
  /// The format of a file by its content, else by its name. YAML is recognised by the name alone, since every JSON text is also
  /// YAML.
  package init?(of bytes: [UInt8], named path: String) {
    let promised = FileFormat(named: path)
    guard let format = promised == .yaml ? promised : FileFormat(of: bytes) ?? promised else { return nil }
    self = format
  }

  /// The format by the first significant byte of the content, without YAML; nil if the byte begins none.
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
