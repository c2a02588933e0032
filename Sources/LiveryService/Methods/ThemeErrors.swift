// SPDX-License-Identifier: GPL-2.0-or-later

import LiveryConfiguration
import LiveryProtocol
import ThemeEngine
import Varlink

/// The errors of `io.livery.Theme`, as the daemon throws them.
extension CallError {
  static func bundleNotFound(_ name: String) -> CallError {
    CallError(ThemeInterface.BundleNotFound { $0.bundle = name })
  }

  static func bundleRequired(_ names: [String]) -> CallError {
    CallError(ThemeInterface.BundleRequired { $0.bundles = names })
  }

  /// - Parameter directory: the directory of the bundle that has the name.
  static func bundleExists(_ name: String, _ directory: String) -> CallError {
    CallError(
      ThemeInterface.BundleExists {
        $0.bundle = name
        $0.path = directory
      })
  }

  static func bundleUnreadable(_ path: String, _ reason: String) -> CallError {
    CallError(
      ThemeInterface.BundleUnreadable {
        $0.path = path
        $0.reason = reason
      })
  }

  static func noSuchConsumer(_ name: String) -> CallError {
    CallError(ThemeInterface.NoSuchConsumer { $0.consumer = name })
  }

  /// - Parameter meant: a path with a similar name.
  static func noSuchPath(_ path: String, meant: String?) -> CallError {
    CallError(
      ThemeInterface.NoSuchPath {
        $0.path = path
        $0.meant = meant
      })
  }

  static func noSuchGeneration(_ generation: Int) -> CallError {
    CallError(ThemeInterface.NoSuchGeneration { $0.generation = generation })
  }

  /// - Parameter limit: a member of `Limits`.
  static func limitExceeded(_ limit: String, _ value: Int) -> CallError {
    CallError(
      ThemeInterface.LimitExceeded {
        $0.limit = limit
        $0.value = value
      })
  }

  static func notSaved(_ reason: String) -> CallError { CallError(ThemeInterface.NotSaved { $0.reason = reason }) }

  static func badConfiguration(_ error: BadConfiguration) -> CallError {
    CallError(ThemeInterface.BadConfiguration { $0.problems = error.problems.map(ThemeInterface.Problem.init) })
  }

  init(_ error: ModificationError) {
    switch error {
    case .unknownConstant(let name, let meant):
      self.init(
        ThemeInterface.NoSuchConstant {
          $0.name = name
          $0.meant = meant
        })
    case .unknownStyle(let name, let meant):
      self.init(
        ThemeInterface.NoSuchStyle {
          $0.name = name
          $0.meant = meant
        })
    case .unknownTheme(let name, let themes):
      self.init(
        ThemeInterface.NoSuchTheme {
          $0.theme = name
          $0.themes = themes
        })
    case .badValue(let message, let help):
      self.init(
        ThemeInterface.BadValue {
          $0.message = message
          $0.help = help
        })
    }
  }
}
