// SPDX-License-Identifier: MIT

/// The name of a bound socket in the file system, under its lock. The name is removed with this value if it is still the same
/// file.
struct SocketName: ~Copyable, Sendable {
  let path: String
  let identity: FileIdentity
  let lock: PathLock

  deinit {
    // The lock is held, so that no process replaces the socket between the check and the removal.
    guard let status = try? linkStatus(path), status.identity == identity else { return }
    try? removeFile(path)
  }
}
