// SPDX-License-Identifier: MIT

extension Theme {
  /// Everything a theme means in one context at one moment: immutable, and whole.
  ///
  /// To copy one is to count one reference more, whatever its size.
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

    /// What a daemon says of a snapshot beside its values.
    struct Origin: Sendable, Hashable {
      var bundle: String
      var dialect: String?
      var context: Context
      var generation: Int
      var digest: String
    }

    private let content: Content

    /// What is known before anything has come.
    public static let none = Snapshot(origin: nil, values: Object())

    /// - Parameter values: an object of `constants` and `styles`, the roots of all paths.
    init(origin: Origin?, values: Object) {
      content = Content(origin: origin, values: values)
    }

    var origin: Origin? { content.origin }
    var values: Object { content.values }

    /// Whether this is a state of a theme; false until the first one has come.
    public var isReady: Bool { content.origin != nil }
    /// The name that the daemon has for the theme's bundle.
    public var bundle: String? { content.origin?.bundle }
    /// Which system of themes its files are written for: `redbeard`.
    public var dialect: String? { content.origin?.dialect }
    /// What it was resolved for.
    public var context: Context { content.origin?.context ?? Context() }
    /// Grows with each published change of the bundle; 0 until the first one has come.
    public var generation: Int { content.origin?.generation ?? 0 }
    /// Equal for equal content, as far as one version of the daemon goes; it means nothing else.
    public var digest: String { content.origin?.digest ?? "" }
    /// All constants by id.
    public var constants: Object { values.object("constants") }
    /// All styles by id.
    public var styles: Object { values.object("styles") }

    /// What is at a path.
    public func lookup(_ path: Path) -> Lookup {
      isReady ? values.lookup(path) : .notReady
    }
  }
}
