// SPDX-License-Identifier: GPL-2.0-or-later

/// The URI of a file of this machine, without a host (RFC 8089).
package func fileURI(_ absolutePath: String) -> String { "file://" + uriReference(absolutePath) }

/// A path as a relative reference or as the path of a URI (RFC 3986), percent-encoded.
package func uriReference(_ path: String) -> String {
  let digits = Array("0123456789ABCDEF")
  var reference = ""
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      reference.unicodeScalars.append(Unicode.Scalar(byte))
    default: reference += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
  }
  return reference
}
