// SPDX-License-Identifier: GPL-2.0-or-later

import CMessageDigest

/// SHA-256 of bytes, as 64 hexadecimal digits in lower case: FIPS 180-4, by libmd.
func sha256(_ bytes: [UInt8]) -> String {
  var context = SHA2_CTX()
  SHA256Init(&context)
  SHA256Update(&context, bytes, bytes.count)
  var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
  SHA256Final(&digest, &context)
  return digest.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
}
