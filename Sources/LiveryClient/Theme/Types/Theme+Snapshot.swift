// SPDX-License-Identifier: MIT

import TextComparison

extension Theme {
  /// A theme in one context at one generation: immutable and complete.
  ///
  /// A copy costs one reference count, for any size.
  public struct Snapshot: Sendable, ThemeReadable {
    /// One object for all copies.
    private final class Content: Sendable {
      let origin: Origin?
      let values: Object

      init(origin: Origin?, values: Object) {
        self.origin = origin
        self.values = values
      }
    }

    /// The members of a snapshot beside its values.
    struct Origin: Sendable, Hashable {
      var bundle: String
      var dialect: String?
      var context: Context
      var generation: Int
      var digest: String
      /// Whether unsaved texts of an editor are part of the state.
      var isUnsaved = false
      /// The keys of styles in the order of their file, where it decides.
      @Bytewise var order: [String] = []
    }

    private let content: Content

    /// The snapshot before the first one has come.
    public static let none = Snapshot(origin: nil, values: Object())

    /// - Parameter values: an object of `constants` and `styles`, the roots of all paths.
    init(origin: Origin?, values: Object) {
      content = Content(origin: origin, values: values)
    }

    var origin: Origin? { content.origin }
    var values: Object { content.values }

    /// Whether this is a state of a theme; false before the first one has come.
    public var isReady: Bool { content.origin != nil }
    /// The daemon's name for the theme's bundle.
    public var bundle: String? { content.origin?.bundle }
    /// The theme system of its files: `redbeard`.
    public var dialect: String? { content.origin?.dialect }
    /// The context for which it was resolved.
    public var context: Context { content.origin?.context ?? Context() }
    /// Grows with each published change of the bundle; 0 before the first snapshot.
    public var generation: Int { content.origin?.generation ?? 0 }
    /// Equal for equal content within one version of the daemon; otherwise opaque.
    public var digest: String { content.origin?.digest ?? "" }
    /// Whether unsaved texts of an editor are part of it. A program that stores values or passes them on may wait for the save.
    public var isUnsaved: Bool { content.origin?.isUnsaved ?? false }
    /// The keys of styles in the order of their file, where it decides which of two styles wins; else empty.
    package var styleOrder: [String] { content.origin?.order ?? [] }
    /// All constants by id.
    public var constants: Object { values.object("constants") }
    /// All styles by id.
    public var styles: Object { values.object("styles") }

    /// Looks up a path.
    public func lookup(_ path: Path) -> Lookup {
      isReady ? values.lookup(path) : .notReady
    }
  }
}
