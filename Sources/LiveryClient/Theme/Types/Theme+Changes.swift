// SPDX-License-Identifier: MIT

extension Theme {
  /// The differences of two states of a theme.
  ///
  /// It consists of both states: making it is free, and a query about a path costs two look-ups, independently of other changes.
  public struct Changes: Sendable {
    private let old: Object
    private let new: Object

    init(from old: Snapshot, to new: Snapshot) {
      self.old = old.values
      self.new = new.values
    }

    /// Whether both states are the same.
    public var isEmpty: Bool { old == new }

    /// Whether a value at this path or below it was added, removed or changed.
    public func contains(_ path: Path) -> Bool { old.lookup(path) != new.lookup(path) }

    /// The paths of all values that were added, removed or changed, sorted. For an object in both states, these are the differing
    /// members; for an added or removed object, it is the object itself.
    public var paths: [Path] {
      var paths: [Path] = []
      Self.collect(&paths, ["constants"], .object(old.object("constants")), .object(new.object("constants")))
      Self.collect(&paths, ["styles"], .object(old.object("styles")), .object(new.object("styles")))
      return paths.sorted()
    }

    private static func collect(_ paths: inout [Path], _ way: [String], _ old: ObjectContent?, _ new: ObjectContent?) {
      if case .object(let old) = old, case .object(let new) = new {
        _ = new.root.forEachDifference(from: old.root) { key, old, new in
          collect(&paths, way + [key], old, new)
          return true
        }
      } else if old != new {
        paths.append(Path(segments: way))
      }
    }
  }
}
