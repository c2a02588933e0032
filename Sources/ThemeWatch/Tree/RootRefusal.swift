// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// The reason for not following an existing directory: it is a large part of the machine rather than a bundle.
package enum RootRefusal: Hashable, Sendable, CustomStringConvertible {
  case fileSystemRoot
  case tooManyDirectories(limit: Int)
  case tooManyNames(limit: Int)

  package var description: String {
    switch self {
    case .fileSystemRoot: "the root of the file system is not a bundle"
    case .tooManyDirectories(let limit): "the bundle has more than \(limit) directories"
    case .tooManyNames(let limit): "the bundle has more than \(limit) names in its directories"
    }
  }

  /// Whether the reason may disappear without an event, when the directory gets smaller.
  var isOfSize: Bool {
    switch self {
    case .fileSystemRoot: false
    case .tooManyDirectories, .tooManyNames: true
    }
  }

  package func error(at path: String) -> SystemError {
    SystemError(
      call: "readdir", errno: isOfSize ? .fileTooLarge : .invalidArgument, path: path, detail: description)
  }
}

/// The limits of a walk over a bundle. A client can cause a walk by naming a directory, or by changing a link.
struct WalkLimits {
  /// Directories, counted once for each path that leads to them.
  var maximumDirectories = 32_768
  /// Names in all directories, including files that do not belong to the bundle.
  var maximumNames = 1_048_576

  /// The limit that a table of directories exceeds.
  func refusal(of directories: DirectoryTable) -> RootRefusal? {
    if directories.count > maximumDirectories { return .tooManyDirectories(limit: maximumDirectories) }
    if directories.nameCount > maximumNames { return .tooManyNames(limit: maximumNames) }
    return nil
  }
}
