// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// Why a directory is not walked, or not to its end: it is no bundle, but a large part of the machine.
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

  /// Whether it may end without an event, when there is less in the directory.
  var isOfSize: Bool {
    switch self {
    case .fileSystemRoot: false
    case .tooManyDirectories, .tooManyNames: true
    }
  }

  /// For whoever walks once.
  package func error(at path: String) -> SystemError {
    SystemError(
      call: "readdir", errno: isOfSize ? .fileTooLarge : .invalidArgument, path: path, detail: description)
  }
}

/// What a walk over a bundle may take. Whoever names a directory, or swaps a link to one, causes all of it.
struct WalkLimits {
  /// Directories, counted by each path that leads to one.
  var maximumDirectories = 32_768
  /// Names in all of them, of files that are no part of the bundle too.
  var maximumNames = 1_048_576

  /// Why a table of directories is too large, if it is.
  func refusal(of directories: DirectoryTable) -> RootRefusal? {
    if directories.count > maximumDirectories { return .tooManyDirectories(limit: maximumDirectories) }
    if directories.nameCount > maximumNames { return .tooManyNames(limit: maximumNames) }
    return nil
  }
}
