// SPDX-License-Identifier: MIT

/// A word in quotation marks of the shell where it needs them.
package func shellQuoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
  guard !isPlain || text.isEmpty else { return text }
  // By bytes, as the shell reads it: with a combining mark behind it, a quotation mark is another `Character`.
  let parts = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
  return "'" + parts.map { String(Substring($0)) }.joined(separator: #"'\''"#) + "'"
}
