// SPDX-License-Identifier: MIT

import LiveryProtocol

extension Theme {
  /// The followed theme, the program that follows it, and the connection.
  public struct Options: Sendable, Hashable {
    /// The place of the last snapshot, which is shown before the daemon answers.
    public enum Cache: Sendable, Hashable {
      /// In `livery` in the user's directory of caches, `$XDG_CACHE_HOME` or `~/.cache`.
      case user
      /// In this directory.
      case directory(String)
      /// Nowhere.
      case off
    }

    /// The name of the bundle; nil while the daemon serves exactly one.
    public var bundle: String?
    /// The program's description of itself.
    public var context: Context
    /// Patterns of the wanted values, `styles/RBButton` or `constants/color-*`; none for everything.
    public var select: [String]
    /// The name that `livery consumers` shows, at most 256 bytes; nil for no name.
    public var name: String?
    /// The daemon's socket; nil to look where the commands look.
    public var socket: String?
    /// The place of the last snapshot.
    public var cache: Cache

    /// Options; the defaults suit most programs.
    public init(
      bundle: String? = nil, context: Context = Context(), select: [String] = [], name: String? = nil,
      socket: String? = nil, cache: Cache = .user
    ) {
      self.bundle = bundle
      self.context = context
      self.select = select
      self.name = name
      self.socket = socket
      self.cache = cache
    }
  }
}

extension Theme.Options {
  /// The parameters of Register.
  ///
  /// - Parameter origin: the state from which the stream continues.
  func registration(since origin: Theme.Snapshot.Origin?) -> ThemeInterface.Register {
    ThemeInterface.Register {
      $0.bundle = bundle
      $0.name = name
      $0.context = ThemeInterface.Context(context)
      $0.select = select.isEmpty ? nil : select
      $0.since = origin.map { origin in
        ThemeInterface.Since {
          $0.generation = origin.generation
          $0.digest = origin.digest
        }
      }
    }
  }
}
