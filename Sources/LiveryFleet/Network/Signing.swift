// SPDX-License-Identifier: GPL-2.0-or-later

import CCrypto
import FleetModel
import LinuxIO

/// Keys of Ed25519 in PEM files, by libcrypto: RFC 8032, RFC 8410.
///
///     openssl genpkey -algorithm ed25519 -out key.pem
///     openssl pkey -in key.pem -pubout -out public.pem
final class SigningKey {
  private let key: OpaquePointer

  private init(_ key: OpaquePointer) { self.key = key }
  deinit { EVP_PKEY_free(key) }

  /// A private key, for `--sign`. A file that others can read is an error.
  static func privateKey(_ file: String) throws(FleetFailure) -> SigningKey {
    try checkSecret(file)
    return try read(file, "private") { PEM_read_bio_PrivateKey($0, nil, nil, nil) }
  }

  /// A public key, for `--trust`.
  static func publicKey(_ file: String) throws(FleetFailure) -> SigningKey {
    try read(file, "public") { PEM_read_bio_PUBKEY($0, nil, nil, nil) }
  }

  private static func read(
    _ file: String, _ kind: String, _ parse: (OpaquePointer) -> OpaquePointer?
  ) throws(FleetFailure) -> SigningKey {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try readFile(file, limit: 64 << 10)
    } catch {
      throw .usage("the key cannot be used: \(error)", help: nil)
    }
    // The buffer lives while libcrypto reads it.
    let key: OpaquePointer? = bytes.withUnsafeBytes { buffer in
      guard let memory = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else { return nil }
      defer { BIO_free(memory) }
      return parse(memory)
    }
    guard let key else { throw .usage("\(file) has no \(kind) key in PEM", help: nil) }
    let made = SigningKey(key)
    guard EVP_PKEY_get_id(key) == NID_ED25519 else {
      throw .usage("the key in \(file) is not of Ed25519", help: "openssl genpkey -algorithm ed25519 -out key.pem")
    }
    return made
  }

  /// The signature of a text, in 128 hexadecimal digits.
  func signature(of text: [UInt8]) throws(FleetFailure) -> String {
    guard let context = EVP_MD_CTX_new() else { throw .store("no memory for a signature") }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 64)
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, text, text.count) == 1, count == 64
    else { throw .usage("the text cannot be signed with this key", help: nil) }
    return signature.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether a signature of a text was made with this key.
  func verifies(_ signature: String, of text: [UInt8]) -> Bool {
    let digits = Array(signature.utf8)
    guard digits.count == 128 else { return false }
    let bytes = stride(from: 0, to: 128, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
    }
    guard bytes.count == 64, let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, bytes, bytes.count, text, text.count) == 1
  }
}

extension [SigningKey] {
  /// Throws unless one of the keys has signed the manifest. Without keys nothing is asked for.
  func check(_ manifest: Manifest, bucket: String) throws(Refusal) {
    guard !isEmpty else { return }
    guard let signature = manifest.signature else {
      throw Refusal("manifest \(manifest.number) is not signed, and --trust asks for it")
    }
    let text = manifest.signedText(bucket: bucket)
    guard contains(where: { $0.verifies(signature, of: text) }) else {
      throw Refusal("manifest \(manifest.number) is not signed by a key of --trust")
    }
  }
}
