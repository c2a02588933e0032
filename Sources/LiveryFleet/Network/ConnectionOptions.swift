// SPDX-License-Identifier: GPL-2.0-or-later

import FleetModel
import LinuxIO

/// The addresses of the servers, and the identity towards them.
struct ConnectionOptions: Sendable {
  var addresses: [ServerAddress] = []
  /// The file of a user's credentials: a JWT and its seed.
  var credentials: String?
  /// The file of a seed.
  var nkey: String?
  var certificate: String?
  var key: String?
  var authority: String?
  /// Whether passwords and themes may travel without TLS.
  var isInsecure = false
  var name = "livery-fleet"

  var hasTLS: Bool { authority != nil || certificate != nil || addresses.contains(where: \.hasTLS) }

  /// Whether the user is known by a key.
  var hasKey: Bool { credentials != nil || nkey != nil }

  /// Checks rules that do not need a server.
  func check() throws(FleetFailure) {
    guard !addresses.isEmpty else { throw .usage("name the servers", help: "nats://HOST[,HOST...] or tls://HOST") }
    if !hasTLS, !isInsecure, let address = addresses.first(where: { !$0.isLoopback }) {
      throw .usage(
        "\(address.text) is not this machine, and the connection would not be encrypted",
        help: "use tls:// or --tls-ca, or allow it with --insecure")
    }
    guard (certificate == nil) == (key == nil) else {
      throw .usage("--tls-cert and --tls-key belong together", help: nil)
    }
    if credentials != nil, nkey != nil { throw .usage("--creds and --nkey exclude each other", help: nil) }
    for file in [credentials, nkey, key].compactMap(\.self) { try checkSecret(file) }
    for file in [certificate, authority].compactMap(\.self) {
      do throws(SystemError) { _ = try fileStatus(file) } catch {
        throw .usage("the certificate cannot be used: \(error)", help: nil)
      }
    }
    try checkCertificates()
  }
}

/// Throws if a file with a secret is missing, or others may read it.
///
/// - Parameter kind: the file, in words.
func checkSecret(_ file: String, _ kind: String = "the key") throws(FleetFailure) {
  let status: FileStatus
  do throws(SystemError) {
    status = try fileStatus(file)
    _ = try readFile(file, limit: 64 << 10)
  } catch {
    throw .usage("\(kind) cannot be used: \(error)", help: nil)
  }
  // A credential of systemd has mode 0440, in a directory that its service alone may enter.
  if let directory = environment("CREDENTIALS_DIRECTORY"), file.hasPrefix("\(directory)/") { return }
  guard status.mode & 0o077 == 0 else {
    throw .usage("others may read \(kind) in \(file)", help: "chmod 600 \(file)")
  }
}
