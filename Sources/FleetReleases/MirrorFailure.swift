// SPDX-License-Identifier: GPL-2.0-or-later

package import FleetModel
package import LinuxIO

/// Why the directory of a mirror cannot be used, or a release not be made in it.
package enum MirrorFailure: Error {
  case system(SystemError)
  /// The directory has content that is not ours, with the reason.
  case notOurs(Refusal)
  /// Another process has the directory.
  case inUse(String)
  /// The file system has too little space for a release.
  case noSpace(needed: Int, free: UInt64)
  /// No release is named like this; with those that are there.
  case noRelease(String, present: [ReleaseName])
}

extension MirrorFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .notOurs(let refusal): "\(refusal)"
    case .inUse(let path): "another mirror works in \(path)"
    case .noSpace(let needed, let free):
      "the release has \(needed) bytes, and must have less than half of the \(free) bytes that are free"
    case .noRelease(let text, let present):
      "there is no release \(quoted(text)); there are: "
        + (present.isEmpty ? "none" : present.map(\.description).joined(separator: ", "))
    }
  }
}

/// Does something that fails with an error of the system.
func orMirrorFailure<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(MirrorFailure) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .system(error)
  }
}
