// SPDX-License-Identifier: GPL-2.0-or-later

import CMessageDigest

/// SHA-256 of bytes, as 64 hexadecimal digits in lower case: FIPS 180-4, by libmd.
package func sha256(_ bytes: [UInt8]) -> String {
  var digest = SHA256Digest()
  digest.update(bytes)
  return digest.finish()
}

/// SHA-256 of bytes that come in pieces.
package struct SHA256Digest {
  private var context = SHA2_CTX()

  package init() { SHA256Init(&context) }

  package mutating func update(_ bytes: [UInt8]) { SHA256Update(&context, bytes, bytes.count) }

  /// The digest of all pieces, as 64 hexadecimal digits in lower case.
  package mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    SHA256Final(&digest, &context)
    return digest.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}
