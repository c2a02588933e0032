// SPDX-License-Identifier: GPL-2.0-or-later

package import LinuxIO

/// Why a daemon cannot start or go on, or a bundle cannot be added.
package enum DaemonError: Error, Equatable {
  /// Another process listens there, or it cannot be bound.
  case socket(SystemError)
  /// The bundle's directory cannot be read.
  case bundle(SystemError)
  /// The state directory cannot be made.
  case stateDirectory(SystemError)
  case tooManyBundles(limit: Int)
  /// Two bundles would have this name.
  case sameName(String)
  /// The kernel refused something that every program needs.
  case system(SystemError)
}

extension DaemonError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .socket(let error): "cannot listen: \(error)"
    case .bundle(let error): "the bundle cannot be read: \(error)"
    case .stateDirectory(let error): "the state directory cannot be used: \(error)"
    case .tooManyBundles(let limit): "more than \(limit) bundles, the limit `bundles` is reached"
    case .sameName(let name): "two bundles are called `\(name)`"
    case .system(let error): "\(error)"
    }
  }
}
