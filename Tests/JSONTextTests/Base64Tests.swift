// SPDX-License-Identifier: MIT

import JSONText
import TestSupport
import Testing

@Suite struct Base64Tests {
  /// The examples of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func examples(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Z===", "Zg==Zg==", "Zm 9", "Zm9*", "===="])
  func refuses(text: String) { #expect(Base64.decode(text) == nil) }

  @Test func anyBytes() {
    var random = SplitMix(seed: 1)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }
}
