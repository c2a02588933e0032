// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// The reason for not following an existing directory: it cannot be read, or is a large part of the machine rather than a bundle.
package enum RootRefusal: Hashable, Sendable, CustomStringConvertible {
  case unreadable(SystemError)
  case fileSystemRoot
  case tooManyDirectories(limit: Int)
  case tooManyNames(limit: Int)

  /// Nil for a directory that may be followed. Its size is not known before a walk.
  ///
  /// - Parameter root: absolute, without links.
  init?(ofRoot root: String) {
    do throws(SystemError) {
      try checkIsListable(root)
    } catch {
      self = .unreadable(error)
      return
    }
    guard root == "/" else { return nil }
    self = .fileSystemRoot
  }

  package var description: String {
    switch self {
    case .unreadable(let error): "the bundle's directory cannot be read: \(error.errno.text)"
    case .fileSystemRoot: "the root of the file system is not a bundle"
    case .tooManyDirectories(let limit): "the bundle has more than \(limit) directories"
    case .tooManyNames(let limit): "the bundle has more than \(limit) names in its directories"
    }
  }

  /// The nanoseconds until the next look, for a reason that may disappear without an event; nil for any other reason.
  ///
  /// - Parameter poll: the interval of polls.
  func pause(_ poll: UInt64) -> UInt64? {
    switch self {
    case .fileSystemRoot: nil
    case .unreadable: poll
    case .tooManyDirectories, .tooManyNames: 10_000_000_000
    }
  }

  /// The error of a command that is to read the directory.
  package func error(at path: String) -> SystemError {
    func refused(_ errno: Errno, _ help: String = "") -> SystemError {
      SystemError(call: "readdir", errno: errno, path: path, detail: description + help)
    }
    switch self {
    case .unreadable(let error): return error
    case .fileSystemRoot: return refused(.invalidArgument)
    case .tooManyDirectories, .tooManyNames:
      return refused(.fileTooLarge, "; list directories without themes as `exclude` in its `livery.json`")
    }
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
